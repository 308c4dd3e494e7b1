/** Takes people to an authorization server and hears what they bring back: in a window of its own, or in this tab. */
import { createStore } from "zustand/vanilla";
import type { AuthorizationRedirect } from "../../../shared/oauth/userPrompts.ts";
import {
  callbackChannelName,
  openedWindowStateKey,
  readCallbackMessage,
  type StoredRedirect,
  storedRedirectKey,
} from "../../callback/callbackChannel.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import { type TextStorage, writeJson } from "../storedJson.ts";

export type RedirectState =
  /** `left`: where a window is still open that was given up; it can no longer be closed from here. */
  | { readonly kind: "none"; readonly left?: string }
  /** Its URL is known; a window opens on the person's own click. */
  | { readonly kind: "ready"; readonly visit: AuthorizationRedirect }
  /**
   * The browser did not let the window open: this tab can go there. `canLeave` is false where the
   * browser cannot encrypt what the tab has to keep meanwhile.
   */
  | { readonly kind: "blocked"; readonly visit: AuthorizationRedirect; readonly canLeave: boolean }
  /** `isClosed`: the window seems to be gone; that changes words only, for a browser may be wrong about it. */
  | { readonly kind: "away"; readonly visit: AuthorizationRedirect; readonly isClosed: boolean };

export interface Redirects {
  readonly state: ReadableStore<RedirectState>;
  /**
   * Settles with what came back, or with undefined where `signal` aborted.
   * @throws {RangeError} when the visit is to something else than a web address
   */
  begin(visit: AuthorizationRedirect, signal: AbortSignal): Promise<URLSearchParams | undefined>;
  /** Waits for a visit that began before this page was loaded. */
  rejoin(visit: AuthorizationRedirect, signal: AbortSignal): Promise<URLSearchParams | undefined>;
  /** Opens the window; call it in a click. */
  open(): void;
  /** Waits no longer. */
  giveUp(): void;
  /** Leaves this page for the visit, once what is on screen is kept. */
  leave(): Promise<void>;
}

export interface RedirectsOptions {
  /** Of this tab. */
  readonly storage: TextStorage;
  /** Encrypts a visit for `storage`; undefined where this browser cannot, so that the visit stays in memory. */
  readonly seal: (visit: AuthorizationRedirect) => Promise<string | undefined>;
  /** Keeps what is on screen for the page that comes after the visit. */
  readonly keepScreen: (state: string) => Promise<void>;
  readonly dropScreen: (state: string) => Promise<void>;
  readonly window: Pick<Window, "open" | "location" | "setInterval" | "clearInterval">;
}

const size = { width: 520, height: 720 };
/** Milliseconds between two looks at whether the window is still there. */
const lookMs = 500;

export function createRedirects(options: RedirectsOptions): Redirects {
  const { storage, seal, keepScreen, dropScreen, window } = options;
  const state = createStore<RedirectState>(() => ({ kind: "none" }));
  let popup: Window | null = null;
  let looking: number | undefined;
  let giveUp = () => {};
  let sealing: Promise<string | undefined> = Promise.resolve(undefined);

  /** @returns whether it is kept: it never is in plain text */
  const keep = async (visit: AuthorizationRedirect, isSameTab: boolean) => {
    const sealed = await sealing;
    const now = state.getState();
    if (sealed === undefined || now.kind === "none" || now.visit !== visit) return false;
    const page = window.location.href.replace(/#.*$/, "");
    const kept: StoredRedirect = { state: visit.state, sealed, page, isSameTab };
    writeJson(storage, storedRedirectKey, kept);
    return true;
  };
  const end = () => {
    window.clearInterval(looking);
    const left = popup;
    const isLeft = left !== null && !shut(left);
    popup = null;
    const now = state.getState();
    if (now.kind === "none") return;
    void dropScreen(now.visit.state);
    storage.removeItem(storedRedirectKey);
    state.setState(isLeft ? { kind: "none", left: now.visit.url } : { kind: "none" }, true);
    if (isLeft) look(left);
  };
  /** Follows whether the window is still there. */
  const look = (seen: Window) => {
    window.clearInterval(looking);
    looking = window.setInterval(() => {
      const isClosed = seen.closed;
      const now = state.getState();
      if (now.kind === "away" && now.isClosed !== isClosed) {
        state.setState({ ...now, isClosed }, true);
      }
      if (now.kind === "none" && isClosed) {
        window.clearInterval(looking);
        state.setState({ kind: "none" }, true);
      }
    }, lookMs);
  };
  const refuseWindow = (visit: AuthorizationRedirect) => {
    state.setState({ kind: "blocked", visit, canLeave: true }, true);
    void sealing.then((sealed) => {
      const now = state.getState();
      if (sealed !== undefined || now.kind !== "blocked" || now.visit !== visit) return;
      state.setState({ ...now, canLeave: false }, true);
    });
  };
  const wait = async (visit: AuthorizationRedirect, signal: AbortSignal) => {
    const control = new AbortController();
    giveUp = () => control.abort();
    try {
      return await waitForHandOver(visit.state, AbortSignal.any([signal, control.signal]));
    } finally {
      end();
    }
  };

  return {
    state: toReadable(state),
    begin(visit, signal) {
      if (!/^https?:\/\//i.test(visit.url)) throw new RangeError("A visit needs a web address");
      state.setState({ kind: "ready", visit }, true);
      sealing = seal(visit);
      return wait(visit, signal);
    },
    rejoin(visit, signal) {
      sealing = seal(visit);
      state.setState({ kind: "away", visit, isClosed: false }, true);
      void keep(visit, false);
      return wait(visit, signal);
    },
    open() {
      const now = state.getState();
      if (now.kind === "none") return;
      const { visit } = now;
      if (popup) shut(popup);
      const { width, height } = size;
      popup = window.open("about:blank", "_blank", `popup,width=${width},height=${height}`);
      if (!popup) return refuseWindow(visit);
      prepare(popup, visit);
      popup.location.replace(visit.url);
      state.setState({ kind: "away", visit, isClosed: false }, true);
      void keep(visit, false);
      void keepScreen(visit.state);
      look(popup);
    },
    giveUp: () => giveUp(),
    async leave() {
      const now = state.getState();
      if (now.kind === "none") return;
      await keepScreen(now.visit.state);
      if (!(await keep(now.visit, true))) return;
      window.location.assign(now.visit.url);
    },
  };
}

/** The window must not reach back to this page, nor carry what this tab keeps; it only knows its visit. */
function prepare(popup: Window, visit: AuthorizationRedirect): void {
  try {
    popup.opener = null;
    popup.sessionStorage.clear();
    popup.sessionStorage.setItem(openedWindowStateKey, visit.state);
  } catch {
    // a browser that keeps no data: the redirect's own state has to name the visit
  }
}

/**
 * Closes a window that is back here; one that is still elsewhere was let go, and belongs to the person.
 * @returns whether it is gone
 */
function shut(popup: Window): boolean {
  try {
    if (popup.location.origin === location.origin) popup.close();
  } catch {
    // elsewhere: the browser would complain on the console, and not close it
  }
  return popup.closed;
}

/**
 * Waits until the callback page hands over what belongs to a visit.
 * @param state names the visit
 * @returns the redirect's parameters, or undefined where `signal` aborted first
 */
export function waitForHandOver(
  state: string,
  signal: AbortSignal,
): Promise<URLSearchParams | undefined> {
  const channel = new BroadcastChannel(callbackChannelName);
  return new Promise<URLSearchParams | undefined>((resolve) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const said = readCallbackMessage(data);
      if (said?.kind !== "arrived" || said.state !== state) return;
      channel.postMessage({ kind: "taken", state });
      resolve(new URLSearchParams(said.query));
    });
  }).finally(() => {
    // what was said last has to be heard before the channel is closed
    setTimeout(() => channel.close());
  });
}
