/** Defines the sources of recordings, the facts about open ones, and why one cannot be opened. */
import type { NotRead } from "../../../shared/recording/import/importRecording.ts";
import type { OpenedLink } from "../../../shared/recording/link.ts";
import type { LiveProblem } from "../../../shared/recording/live/liveDocuments.ts";
import type { SessionProblem } from "../../../shared/recording/readSession.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import type { LiveEnd } from "../../../shared/relay/live/liveWire.ts";

/** Where a recording comes from; each is read without contacting the server that it names. */
export type RecordingSource =
  /** The value of the fragment's `s`. */
  | { readonly kind: "link"; readonly value: string }
  /** The value of the fragment's `r`; downloads the ciphertext from the page's relay. */
  | { readonly kind: "sealed"; readonly value: string }
  | { readonly kind: "file"; readonly file: File }
  /** The value of the fragment's `w`; receives the session from the page's relay as it happens. */
  | { readonly kind: "live"; readonly value: string };

/** A tap that runs on this machine; the page's relay passes on what it records. */
export interface TapSource {
  readonly kind: "tap";
  readonly name: string;
}

/** Whether a session is still being watched. */
export type LiveState =
  | { readonly kind: "live" | "reconnecting" }
  | {
      readonly kind: "ended";
      /** `gone`: the relay no longer has it. A problem: the received data cannot be read. */
      readonly reason: LiveEnd | LiveProblem | "gone";
      /** Whether the owner's page reported it, which the relay cannot forge. */
      readonly isProved: boolean;
    };

/** An open recording, under the id of its server. */
export interface OpenedRecording extends Pick<Recording, "startedAt" | "leftOut"> {
  readonly source: (RecordingSource | TapSource)["kind"];
  /** Of a session that is watched live, or of a tap. */
  readonly live?: LiveState;
  /** Who shares it live, where the relay knows. */
  readonly owner?: string;
  /** Messages that were too large to be shown live. */
  readonly skipped?: number;
  /** The parts of a file of another program that could not be read; absent for a recording. */
  readonly notRead?: readonly NotRead[];
  /** Whether it is what an agent's tool does, of source `tap`. */
  readonly isOfAgent?: true;
  /** The client's own name and version, of a tap. */
  readonly client?: string;
  /** The capabilities that this client declares. */
  readonly declares?: readonly string[];
  /** The name of its file, or of the tap. */
  readonly name: string | undefined;
  /** The connection id of its messages in the log. */
  readonly connectionId: string;
  /** The server that was active before. */
  readonly formerId: string | undefined;
}

/** Why a recording cannot be opened. */
export interface OpenProblem {
  readonly source: RecordingSource["kind"];
  readonly code:
    | Extract<OpenedLink, { kind: "refused" }>["problem"]
    | SessionProblem
    /** The relay has no sealed recording under this id. */
    | "not-found"
    /** The key does not open the ciphertext. */
    | "wrong-key"
    /** The relay does not answer. */
    | "unreachable"
    /** The session has as many viewers as the relay permits. */
    | "too-many-viewers"
    /** A part of the session is missing. */
    | "gap"
    /** The browser lacks encryption because the page is not in a secure context. */
    | "insecure"
    /** The code of the page could not be loaded. */
    | "not-loaded";
}
