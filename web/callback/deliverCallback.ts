/** What the callback page does: hands a redirect to the page that waits for it, and to nobody else. */
import {
  handOverChannel,
  readHandOver,
  type StoredRedirect,
  storedRedirectKey,
  visitKey,
} from "./callbackChannel.ts";

export type Outcome =
  /** The page that began the sign-in has it. */
  | "handed-over"
  /** This very tab began it, and goes back. */
  | "returning"
  /** Somebody came here who was not redirected. */
  | "nothing-here"
  /** It belongs to a sign-in that nobody waits for. */
  | "nobody-waits";

/** The parts of the window that are used. */
export interface CallbackWindow {
  readonly location: Pick<Location, "search" | "origin" | "pathname" | "replace">;
  readonly history: Pick<History, "replaceState">;
  readonly sessionStorage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  readonly after: (ms: number, callback: () => void) => void;
}

/** Milliseconds that the page gets to take it, busy or in the background as it may be. */
const patienceMs = 4000;

/**
 * Takes the redirect out of the address at once, and hands it over.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 */
export async function handOverRedirect(window: CallbackWindow): Promise<Outcome> {
  const { location, history, sessionStorage } = window;
  const query = location.search;
  // a code must not stay where it can be read, copied or kept in the history
  history.replaceState(null, "", location.pathname);

  const kept = readKept(sessionStorage.getItem(storedRedirectKey));
  if (kept?.isSameTab) {
    // only to where this tab was, and only on this origin
    if (new URL(kept.page).origin !== location.origin) return "nobody-waits";
    sessionStorage.setItem(storedRedirectKey, JSON.stringify({ ...kept, query }));
    location.replace(kept.page);
    return "returning";
  }
  // a window that was opened for a visit knows which; else the redirect has to say so itself
  const visit = sessionStorage.getItem(visitKey) ?? new URLSearchParams(query).get("state");
  sessionStorage.removeItem(visitKey);
  if (visit === null) return query === "" ? "nothing-here" : "nobody-waits";
  return (await isTaken(window, visit, query)) ? "handed-over" : "nobody-waits";
}

function isTaken(window: CallbackWindow, state: string, query: string): Promise<boolean> {
  const { channel, after } = window;
  return new Promise((resolve) => {
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const said = readHandOver(data);
      if (said?.kind === "taken" && said.state === state) resolve(true);
    });
    channel.postMessage({ kind: "arrived", state, query });
    after(patienceMs, () => resolve(false));
  });
}

function readKept(text: string | null): StoredRedirect | undefined {
  if (text === null) return undefined;
  try {
    const kept: Partial<StoredRedirect> = JSON.parse(text);
    return typeof kept.state === "string" && URL.canParse(kept.page ?? "")
      ? (kept as StoredRedirect)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The channel under its name; apart, so that a test can bring its own. */
export const openChannel = () => new BroadcastChannel(handOverChannel);
