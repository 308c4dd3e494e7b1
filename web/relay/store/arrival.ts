/** Detects how this document was loaded: from the relay itself, and by whom it was opened. */
import {
  appsTiming,
  deviceKeyTiming,
  pageLoadTiming,
} from "../../../shared/relay/client/relaySession.ts";

/** The used part of the Navigation API; older browsers lack it. */
export interface NavigationLike {
  readonly activation?: {
    /** Null if the previous document was of another origin, or there was none. */
    readonly from: { readonly url: string | null } | null;
    readonly navigationType: string;
  } | null;
}

/**
 * Whether the document was opened by another page, or in a new tab. Browsers copy a tab's
 * sessionStorage into each window that it opens, so a foreign page that the tab navigated to could
 * open this page with a copy of the tab's secrets.
 * @param home the URL of the folder that contains the page and its callback page
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-activation-interface
 */
export function isFromElsewhere(navigation: NavigationLike | undefined, home: string): boolean {
  const activation = navigation?.activation;
  if (!activation) return false;
  const { navigationType, from } = activation;
  if (navigationType === "reload" || navigationType === "traverse") return false;
  const before = (from?.url ?? "").replace(/[?#].*$/, "");
  return ![home, `${home}index.html`, `${home}callback.html`].includes(before);
}

/**
 * Reads the id that a local relay gave to this document.
 * @returns undefined if the document came from elsewhere, or from a relay that gives none
 * @see https://w3c.github.io/server-timing/#the-performanceservertiming-interface
 */
export function readPageLoad(
  performance: Pick<Performance, "getEntriesByType">,
): string | undefined {
  return timingsOf(performance).find(({ name }) => name === pageLoadTiming)?.description;
}

/** Whether a relay with a half of the device key served this document, so that data waits for it. */
export function isRelayHalfNeeded(performance: Pick<Performance, "getEntriesByType">): boolean {
  return timingsOf(performance).some(({ name }) => name === deviceKeyTiming);
}

/** The origin at which apps run, as the relay announced it with the document. */
export function appsOriginOf(
  performance: Pick<Performance, "getEntriesByType">,
): string | undefined {
  return timingsOf(performance).find(({ name }) => name === appsTiming)?.description;
}

/** How the browser came to this document, such as `reload`. */
export function navigationType(
  performance: Pick<Performance, "getEntriesByType">,
): string | undefined {
  return navigationOf(performance)?.type;
}

function timingsOf(
  performance: Pick<Performance, "getEntriesByType">,
): readonly PerformanceServerTiming[] {
  return navigationOf(performance)?.serverTiming ?? [];
}

function navigationOf(performance: Pick<Performance, "getEntriesByType">) {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation;
}
