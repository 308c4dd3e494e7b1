/** How it stands with the edit loop, what came of the last change, and what a person can set. */
import type { Failure } from "../../../shared/core/failures/failure.ts";
import type { ItemChange } from "../catalog/definitionChanges.ts";

export type EditLoopState =
  | { readonly kind: "off" }
  /** The relay is asked to watch. */
  | { readonly kind: "starting" }
  | {
      readonly kind: "watching";
      readonly watched: Watched;
      readonly round: Round | undefined;
    }
  /** The server seems to write the files itself: it would be started again for ever. */
  | {
      readonly kind: "paused";
      readonly watched: Watched;
      readonly round: Round | undefined;
      readonly changedPaths: readonly string[];
    }
  | { readonly kind: "refused"; readonly reason: WatchRefusal };

/** Why nothing is watched. */
export type WatchRefusal =
  | Failure
  /** Neither a command nor a server on this machine. */
  | { readonly code: "not-watchable" }
  /** The relay refused; its sentence, without a full stop. */
  | { readonly code: "watch-refused"; readonly reason: string };

/** What the relay watches. */
export type Watched =
  | {
      readonly kind: "files";
      readonly directory: string;
      readonly paths: readonly string[];
      readonly files: number;
    }
  | { readonly kind: "port"; readonly port: number };

export type Cause =
  | { readonly kind: "files"; readonly paths: readonly string[]; readonly more: number }
  | { readonly kind: "port" };

/** What came of one change. */
export interface Round {
  readonly number: number;
  /** Milliseconds on the tab's clock. */
  readonly at: number;
  readonly cause: Cause;
  readonly outcome:
    | { readonly kind: "restarting" }
    | { readonly kind: "failed" }
    | {
        readonly kind: "done";
        readonly changes: readonly ItemChange[];
        readonly again: Again;
      };
}

/** What became of the last call. */
export type Again =
  | {
      readonly kind: "called";
      readonly key: string;
      /** The tool that is repeated because the person switched that on. */
      readonly chosen?: string;
    }
  /** Nothing was called yet, or it is not wanted. */
  | { readonly kind: "none" }
  /** The tool may change something each time: such a call is left to the person. */
  | { readonly kind: "unsafe"; readonly tool: string; readonly isDestructive: boolean };

/** What a person can set, for each server. */
export interface EditLoopSettings {
  /** Files, directories and globs; the relay finds out where there are none. */
  readonly paths: readonly string[];
  readonly ignored: readonly string[];
  readonly callsAgain: boolean;
  /** Tools that are called again although they may change something each time. */
  readonly repeatedTools: readonly string[];
}

/** The names of what others made, or tools write, in the usual places. */
export const usuallyIgnored: readonly string[] = [
  "node_modules",
  ".git",
  "dist",
  "build",
  "coverage",
  "target",
  "__pycache__",
  ".venv",
  "venv",
  "*.log",
];

export const usualSettings: EditLoopSettings = {
  paths: [],
  ignored: usuallyIgnored,
  callsAgain: true,
  repeatedTools: [],
};
