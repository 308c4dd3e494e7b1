/** Opens an authorization URL in a window or in this tab, and receives the redirect's parameters. */
import { createStore } from "zustand/vanilla";
import type { AuthorizationRedirect } from "../../../shared/oauth/userPrompts.ts";
import {
  callbackChannelName,
  openedWindowStateKey,
  readCallbackMessage,
  type StoredRedirect,
  storedRedirectKey,
} from "../../callback/callbackChannel.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { type TextStorage, writeJson } from "../../platform/storedJson.ts";

export type RedirectState =
  /** `left`: the window of a cancelled flow is still open and cannot be closed from here. */
  | { readonly kind: "none"; readonly left?: string }
  /** Its URL is known; the window opens when the user clicks. */
  | { readonly kind: "ready"; readonly visit: AuthorizationRedirect }
  /**
   * The browser blocked the window: this tab can navigate instead. `canLeave` is false if the
   * browser
   * cannot encrypt the state that the tab must keep meanwhile.
   */
  | { readonly kind: "blocked"; readonly visit: AuthorizationRedirect; readonly canLeave: boolean }
  /**
   * `isClosed`: the window seems to be closed; affects text only, because browsers may report it
   * wrongly.
   */
  | { readonly kind: "away"; readonly visit: AuthorizationRedirect; readonly isClosed: boolean };

export interface Redirects {
  readonly state: ReadableStore<RedirectState>;
  /**
   * Settles with the redirect's parameters, or with undefined if `signal` aborted.
   * @throws {RangeError} if the URL is neither http nor https
   */
  begin(visit: AuthorizationRedirect, signal: AbortSignal): Promise<URLSearchParams | undefined>;
  /** Waits for a redirect that was started before this page was loaded. */
  rejoin(visit: AuthorizationRedirect, signal: AbortSignal): Promise<URLSearchParams | undefined>;
  /** Opens the window; call it in a click handler. */
  open(): void;
  /** Stops waiting. */
  cancel(): void;
  /** Navigates this tab to the authorization URL, after its state has been stored. */
  leave(): Promise<void>;
}

export interface RedirectsOptions {
  /** The session storage of this tab. */
  readonly storage: TextStorage;
  /**
   * Stores a redirect, and the secrets that the state of the tab leaves out, encrypted.
   * @returns false if this browser cannot, so that they stay in memory
   */
  readonly keep: (visit: AuthorizationRedirect) => Promise<boolean>;
  /** Deletes what `keep` stored. */
  readonly drop: (state: string) => Promise<void>;
  /** The server that the sign-in is for. */
  readonly serverId: () => string;
  /** Stores the state of the tab; resolves with the id that it is stored under, if it is. */
  readonly saveTab: () => Promise<string | undefined>;
  readonly window: Pick<Window, "open" | "location" | "setInterval" | "clearInterval">;
}

const size = { width: 520, height: 720 };
/** Milliseconds between checks whether the window is still open. */
const lookMs = 500;

export function createRedirects(options: RedirectsOptions): Redirects {
  const { storage, keep, drop, serverId, saveTab, window } = options;
  const state = createStore<RedirectState>(() => ({ kind: "none" }));
  let popup: Window | null = null;
  let looking: number | undefined;
  let cancel = () => {};
  let keeping: Promise<boolean> = Promise.resolve(false);

  /** @returns whether the next page of this tab can continue with it */
  const store = async (visit: AuthorizationRedirect, isSameTab: boolean) => {
    keeping = keep(visit);
    const [isKept, tab] = await Promise.all([keeping, isSameTab ? saveTab() : undefined]);
    const now = state.getState();
    if (!isKept || now.kind === "none" || now.visit !== visit) return false;
    const page = window.location.href.replace(/#.*$/, "");
    const own = { serverId: serverId(), ...(tab === undefined ? {} : { tab }) };
    const kept: StoredRedirect = { state: visit.state, page, isSameTab, ...own };
    writeJson(storage, storedRedirectKey, kept);
    return true;
  };
  const end = () => {
    window.clearInterval(looking);
    const left = popup;
    const isLeft = left !== null && !closePopup(left);
    popup = null;
    const now = state.getState();
    if (now.kind === "none") return;
    void keeping.then(() => drop(now.visit.state));
    storage.removeItem(storedRedirectKey);
    state.setState(isLeft ? { kind: "none", left: now.visit.url } : { kind: "none" }, true);
    if (isLeft) look(left);
  };
  /** Polls whether the window is still open. */
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
    keeping = keep(visit);
    void keeping.then((canLeave) => {
      const now = state.getState();
      if (now.kind === "blocked" && now.visit === visit) state.setState({ ...now, canLeave }, true);
    });
  };
  const wait = async (visit: AuthorizationRedirect, signal: AbortSignal) => {
    const control = new AbortController();
    cancel = () => control.abort();
    try {
      return await waitForCallback(visit.state, AbortSignal.any([signal, control.signal]));
    } finally {
      end();
    }
  };

  return {
    state: toReadable(state),
    begin(visit, signal) {
      if (!/^https?:\/\//i.test(visit.url)) throw new RangeError("A visit needs a web address");
      state.setState({ kind: "ready", visit }, true);
      return wait(visit, signal);
    },
    rejoin(visit, signal) {
      state.setState({ kind: "away", visit, isClosed: false }, true);
      void store(visit, false);
      return wait(visit, signal);
    },
    open() {
      const now = state.getState();
      if (now.kind === "none") return;
      const { visit } = now;
      if (popup) closePopup(popup);
      const { width, height } = size;
      popup = window.open("about:blank", "_blank", `popup,width=${width},height=${height}`);
      if (!popup) return refuseWindow(visit);
      prepare(popup, visit);
      popup.location.replace(visit.url);
      state.setState({ kind: "away", visit, isClosed: false }, true);
      void store(visit, false);
      look(popup);
    },
    cancel: () => cancel(),
    async leave() {
      const now = state.getState();
      if (now.kind === "none") return;
      if (!(await store(now.visit, true))) return;
      window.location.assign(now.visit.url);
    },
  };
}

/**
 * Removes the window's `opener` and its copy of this tab's storage; only the state of its redirect
 * is left.
 */
function prepare(popup: Window, visit: AuthorizationRedirect): void {
  try {
    popup.opener = null;
    popup.sessionStorage.clear();
    popup.sessionStorage.setItem(openedWindowStateKey, visit.state);
  } catch {
    // The browser blocks storage: the redirect's `state` alone must identify the redirect.
  }
}

/**
 * Closes a window that is back at this origin; one that is elsewhere was released and belongs to
 * the user.
 * @returns whether it is closed
 */
function closePopup(popup: Window): boolean {
  try {
    if (popup.location.origin === location.origin) popup.close();
  } catch {
    // At another origin the browser would log an error and not close it.
  }
  return popup.closed;
}

/**
 * Waits until the callback page delivers a redirect.
 * @param state identifies the redirect
 * @returns the redirect's parameters, or undefined if `signal` aborted first
 */
function waitForCallback(state: string, signal: AbortSignal): Promise<URLSearchParams | undefined> {
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
    // The last message must be delivered before the channel is closed.
    setTimeout(() => channel.close());
  });
}
