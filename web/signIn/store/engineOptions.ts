/** What the page passes to the authorization engine. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import type { AuthorizationFormStore } from "../settings/authorizationForm.ts";

/** The progress that a status line shows. */
export type AuthorizationProgress = "none" | "running" | "needs-person" | "failed";

export interface ProgressStore extends ReadableStore<AuthorizationProgress> {
  report(progress: AuthorizationProgress): void;
}

export function createProgress(): ProgressStore {
  const store = createStore<AuthorizationProgress>(() => "none");
  return { ...toReadable(store), report: (progress) => store.setState(progress, true) };
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
   * Whether requests of a server go through the relay, which the user has allowed for this origin.
   */
  readonly isOnRoute: (serverId: string, origin: string) => boolean;
  /** Local storage; holds only whether encrypted credentials exist. */
  readonly storage: TextStorage;
  readonly tabStorage: TextStorage;
  /** Writes the exchanges of a flow to the log of the server that it runs for. */
  readonly recorderFor: (serverId: () => string) => Recorder;
  /** The negotiated or requested protocol revision. */
  readonly revision: (serverId: string) => string | undefined;
  /**
   * Stores the tab's state for the page after a redirect.
   * @returns the id that it is stored under; undefined if it cannot be stored
   */
  readonly saveTab: () => Promise<string | undefined>;
  /** The URL of the page, without fragment. */
  readonly base: string;
}

export interface EngineOptions extends AuthorizationsOptions {
  /** The secrets that the stored state leaves out. */
  readonly readSecrets: () => unknown;
  readonly serverUrl: string;
  /** The server that the flow runs for. */
  readonly serverId: () => string;
  readonly form: AuthorizationFormStore;
  readonly progress: ProgressStore;
}

/** Set in `storage` while encrypted credentials exist on this device. */
export const sealedKey = "mcp-playground.has-sealed-credentials";
