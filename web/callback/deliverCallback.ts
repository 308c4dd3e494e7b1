/** Delivers an OAuth redirect to the page that waits for it, and to no other page. */
import {
  callbackChannelName,
  openedWindowStateKey,
  readCallbackMessage,
  type StoredRedirect,
  storedRedirectKey,
} from "./callbackChannel.ts";

export type DeliveryOutcome =
  /** The page that started the sign-in has received it. */
  | "delivered"
  /** This tab started the sign-in and navigates back. */
  | "returning"
  /** The page was opened without a redirect. */
  | "no-redirect"
  /** No page waits for this sign-in. */
  | "not-expected";

/** The browser APIs that are used. */
export interface CallbackWindow {
  readonly location: Pick<Location, "search" | "origin" | "pathname" | "replace">;
  readonly history: Pick<History, "replaceState">;
  readonly sessionStorage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  readonly after: (ms: number, callback: () => void) => void;
}

/** How often the redirect is offered: the page may be busy, in the background, or still loading after a reload. */
const offers = 16;
/** Milliseconds between two offers. */
const offerIntervalMs = 250;

/**
 * Removes the redirect from the address bar immediately, then delivers it.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 */
export async function deliverCallback(window: CallbackWindow): Promise<DeliveryOutcome> {
  const { location, history, sessionStorage } = window;
  const query = location.search;
  // the code must not stay in the address bar or the history
  history.replaceState(null, "", location.pathname);

  const stored = readStored(sessionStorage.getItem(storedRedirectKey));
  if (stored?.isSameTab) {
    // never redirect to another origin, whatever is stored
    if (new URL(stored.page).origin !== location.origin) return "not-expected";
    sessionStorage.setItem(storedRedirectKey, JSON.stringify({ ...stored, query }));
    location.replace(stored.page);
    return "returning";
  }
  // a window that was opened for a sign-in has its state; otherwise the redirect must name it
  const state =
    sessionStorage.getItem(openedWindowStateKey) ?? new URLSearchParams(query).get("state");
  sessionStorage.removeItem(openedWindowStateKey);
  if (state === null) return query === "" ? "no-redirect" : "not-expected";
  return (await isTaken(window, state, query)) ? "delivered" : "not-expected";
}

function isTaken(window: CallbackWindow, state: string, query: string): Promise<boolean> {
  const { channel, after } = window;
  return new Promise((resolve) => {
    let isSettled = false;
    const settle = (wasTaken: boolean) => {
      isSettled = true;
      resolve(wasTaken);
    };
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const message = readCallbackMessage(data);
      if (message?.kind === "taken" && message.state === state) settle(true);
    });
    const offer = (left: number) => {
      if (isSettled) return;
      if (left === 0) return settle(false);
      channel.postMessage({ kind: "arrived", state, query });
      after(offerIntervalMs, () => offer(left - 1));
    };
    offer(offers);
  });
}

function readStored(text: string | null): StoredRedirect | undefined {
  if (text === null) return undefined;
  try {
    const stored: Partial<StoredRedirect> = JSON.parse(text);
    return typeof stored.state === "string" && URL.canParse(stored.page ?? "")
      ? (stored as StoredRedirect)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Opens the channel; separate so that tests can pass their own. */
export const openCallbackChannel = () => new BroadcastChannel(callbackChannelName);
