/** Detects whether this document continues its tab's session or was opened by another page. */

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
