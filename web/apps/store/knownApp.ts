/** What is known of one app of one server for as long as the page is open. */
import type { AppFrame } from "./appState.ts";

/**
 * What it was granted, which is asked for once, and the frame that it had last.
 * A permission is a feature of the browser, or a source on this machine or in a private network.
 */
export interface KnownApp {
  lastFrame: Omit<AppFrame, "generation"> | undefined;
  isDecided(permission: string): boolean;
  isGranted(permission: string): boolean;
  decide(permissions: readonly string[], isGranted: boolean): void;
  /** Asks for them again. */
  forget(permissions: readonly string[]): void;
}

/** An app of which nothing is known. */
export function createKnownApp(): KnownApp {
  const decided = new Map<string, boolean>();
  return {
    lastFrame: undefined,
    isDecided: (permission) => decided.has(permission),
    isGranted: (permission) => decided.get(permission) === true,
    decide(asked, isGranted) {
      for (const permission of asked) decided.set(permission, isGranted);
    },
    forget(asked) {
      for (const permission of asked) decided.delete(permission);
    },
  };
}
