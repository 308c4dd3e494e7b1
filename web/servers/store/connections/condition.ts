/** The condition of a server: the one value from which every place says whether it is connected. */

import type { Failure } from "../../../../shared/protocol/failures/failure.ts";
import type { StreamWait } from "../../../../shared/transport/http/httpOptions.ts";
import type { AwaitedSign } from "./availability.ts";
import type { ConnectionView, Return } from "./connection.ts";

export type ServerCondition =
  /** It has no connection; `new`: it is being entered beside others. */
  | { readonly kind: "none" | "new" }
  | { readonly kind: "connecting" | "reconnecting" }
  | {
      readonly kind: "connected";
      readonly returned?: Return | undefined;
      /** Calls are answered, but its event stream ended and is not open again. */
      readonly stream?: StreamWait | undefined;
    }
  /** It does not answer any more. */
  | {
      readonly kind: "lost";
      readonly failure: Failure;
      /** Since when, in milliseconds of the tab's clock. */
      readonly at: number;
      readonly awaits: Exclude<AwaitedSign, { kind: "reconnection" }> | undefined;
    }
  | { readonly kind: "failed"; readonly failure: Failure; readonly at: number }
  /** A recording, for which nothing is contacted. */
  | { readonly kind: "recording" }
  /** Messages between another client and its server. */
  | { readonly kind: "tap"; readonly isLive: boolean; readonly isOfAgent: boolean };

/** What is known about the event stream that a connected server is without; undefined if it has one. */
export function missingStream(condition: ServerCondition): StreamWait | undefined {
  return condition.kind === "connected" ? condition.stream : undefined;
}

/** What a recording shows, as far as the condition depends on it. */
interface ShownRecording {
  readonly source: string;
  readonly live?: { readonly kind: string };
  readonly isOfAgent?: true;
}

/** @param recording the recording that the server was opened from */
export function conditionOf(
  state: ConnectionView["state"],
  recording: ShownRecording | undefined,
): ServerCondition {
  switch (state.kind) {
    case "none":
    case "closed":
      return { kind: "none" };
    case "recorded":
      if (recording?.source !== "tap") return { kind: "recording" };
      return {
        kind: "tap",
        isLive: recording.live?.kind === "live",
        isOfAgent: recording.isOfAgent === true,
      };
    case "connecting":
      return { kind: state.before ? "reconnecting" : "connecting" };
    case "connected":
      return { kind: "connected", returned: state.returned, stream: state.stream };
    case "failed":
      return { kind: "failed", failure: state.failure, at: state.at };
    case "lost": {
      const { failure, awaits, at } = state;
      if (awaits?.kind === "reconnection") return { kind: "reconnecting" };
      return { kind: "lost", failure, awaits, at };
    }
  }
}
