/** What authorization is given by the page around it. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { TextStorage } from "../storedJson.ts";
import type { AuthorizationForm, AuthorizationFormStore } from "./form.ts";

/** What a status line has to know. */
export type Progress = "none" | "running" | "needs-person" | "failed";

export interface ProgressStore extends ReadableStore<Progress> {
  report(progress: Progress): void;
}

export function createProgress(): ProgressStore {
  const store = createStore<Progress>(() => "none");
  return { ...toReadable(store), report: (progress) => store.setState(progress, true) };
}

/** The part of a tab's screen that the authorization of a server knows itself. */
export interface AuthorizationScreen {
  readonly form: AuthorizationForm;
  readonly isRemembering: boolean;
}

export interface AuthorizationsOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly fetch: typeof globalThis.fetch;
  /** Sends through the relay; undefined where there is none. */
  readonly relayFetch: () => Promise<typeof globalThis.fetch | undefined>;
  /** This tab's session with the relay that served the page; undefined where it has none. */
  readonly relaySession: () => Promise<string | undefined>;
  /** Whether requests to a server go through the relay, which the person let speak to this origin. */
  readonly isOnRoute: (serverUrl: string, origin: string) => boolean;
  /** Kept from visit to visit; says only whether something is sealed. */
  readonly storage: TextStorage;
  readonly tabStorage: TextStorage;
  /** Writes what the flow of one server does into the log. */
  readonly recorderFor: (serverUrl: string) => Recorder;
  /** The revision that is spoken with the server, or asked for. */
  readonly revision: (serverUrl: string) => string | undefined;
  /** Everything on screen that a page has to be given back after a visit in this tab. */
  readonly screen: (own: AuthorizationScreen) => unknown;
  /** The address of the page, without fragment. */
  readonly base: string;
}

export interface EngineOptions extends AuthorizationsOptions {
  readonly serverUrl: string;
  readonly form: AuthorizationFormStore;
  readonly progress: ProgressStore;
}

/** In `storage` while something is sealed on this device. */
export const sealedKey = "mcp-playground.has-sealed-credentials";
