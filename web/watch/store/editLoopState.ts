/** The state of the edit loop. */
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import type { ItemChange } from "../../servers/store/catalog/definitionChanges.ts";

export type EditLoopState =
  /** `round`: what came of a reconnection without it. */
  | { readonly kind: "off"; readonly round?: EditLoopRound | undefined }
  /** The relay has been asked to watch. */
  | { readonly kind: "starting" }
  | {
      readonly kind: "watching";
      readonly watched: Watched;
      readonly round: EditLoopRound | undefined;
    }
  /** The server seems to write the files itself: restarting would never end. */
  | {
      readonly kind: "paused";
      readonly watched: Watched;
      readonly round: EditLoopRound | undefined;
      readonly changedPaths: readonly string[];
    }
  | { readonly kind: "refused"; readonly reason: EditLoopRefusal };

/** Why nothing is watched. */
export type EditLoopRefusal =
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

export type RoundCause =
  | { readonly kind: "files"; readonly paths: readonly string[]; readonly more: number }
  | { readonly kind: "port" }
  /** A server that was lost has answered the page. */
  | { readonly kind: "answer" };

/** The result of one change. */
export interface EditLoopRound {
  readonly number: number;
  /** Milliseconds on the tab's clock. */
  readonly at: number;
  readonly cause: RoundCause;
  readonly outcome:
    | { readonly kind: "restarting" }
    | { readonly kind: "failed" }
    | {
        readonly kind: "done";
        readonly changes: readonly ItemChange[];
        readonly again: Again;
        /** Present if the server says another name or version of itself. */
        readonly other?: { readonly before: string; readonly now: string };
      };
}

/** What happened to the last call. */
export type Again =
  | {
      readonly kind: "called";
      readonly key: string;
      /** The tool that was repeated because the user enabled that. */
      readonly chosen?: string;
    }
  /** There was no call to repeat, or repeating is switched off. */
  | { readonly kind: "none" }
  /** Each call of the tool may have further effects: repeating it is left to the user. */
  | { readonly kind: "unsafe"; readonly tool: string; readonly isDestructive: boolean };
