/** What the page passes to the authorization engine. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { TextStorage } from "../storedJson.ts";
import type { AuthorizationForm, AuthorizationFormStore } from "./form.ts";

/** The progress that a status line shows. */
export type Progress = "none" | "running" | "needs-person" | "failed";

export interface ProgressStore extends ReadableStore<Progress> {
  report(progress: Progress): void;
}

export function createProgress(): ProgressStore {
  const store = createStore<Progress>(() => "none");
  return { ...toReadable(store), report: (progress) => store.setState(progress, true) };
}

/** The part of a tab's screen that a server's authorization restores itself. */
export interface AuthorizationScreen {
  readonly form: AuthorizationForm;
  readonly isRemembering: boolean;
}

export interface AuthorizationsOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly fetch: typeof globalThis.fetch;
  /** Sends through the relay; undefined if none is connected. */
  readonly relayFetch: () => Promise<typeof globalThis.fetch | undefined>;
  /** This tab's session with the relay that served the page; undefined if it has none. */
  readonly relaySession: () => Promise<string | undefined>;
  /**
   * Whether requests to a server go through the relay, which the user has allowed for this origin.
   */
  readonly isOnRoute: (serverUrl: string, origin: string) => boolean;
  /** Local storage; holds only whether encrypted credentials exist. */
  readonly storage: TextStorage;
  readonly tabStorage: TextStorage;
  /** Writes the exchanges of one server's flow to the log. */
  readonly recorderFor: (serverUrl: string) => Recorder;
  /** The negotiated or requested protocol revision. */
  readonly revision: (serverUrl: string) => string | undefined;
  /** The state of the screen to restore after a redirect in this tab. */
  readonly screen: (own: AuthorizationScreen) => unknown;
  /** The URL of the page, without fragment. */
  readonly base: string;
}

export interface EngineOptions extends AuthorizationsOptions {
  readonly serverUrl: string;
  readonly form: AuthorizationFormStore;
  readonly progress: ProgressStore;
}

/** Set in `storage` while encrypted credentials exist on this device. */
export const sealedKey = "mcp-playground.has-sealed-credentials";
