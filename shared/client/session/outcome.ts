/** How a request ended. */

import type { Failure } from "../../core/failures/failure.ts";
import type { JsonRpcError } from "../../core/jsonRpc.ts";
import type { MessageEntry } from "../../log/entry.ts";

/** The frame that answered a request. */
export interface Answer {
  readonly entry: MessageEntry;
  /** The whole frame's JSON text, as it came. */
  readonly text: string;
  /** The way to the result inside of it; for a batch the whole frame is the text and there is none. */
  readonly path: readonly string[];
  /** Milliseconds from sending to receiving. */
  readonly ms: number;
}

export type Outcome =
  | { readonly kind: "result"; readonly value: unknown; readonly answer: Answer }
  /** A JSON-RPC error, or an answer that is neither result nor error (then `error` says so). */
  | { readonly kind: "error"; readonly error: JsonRpcError; readonly answer: Answer }
  | { readonly kind: "failed"; readonly failure: Failure; readonly ms: number }
  | { readonly kind: "cancelled"; readonly ms: number };
