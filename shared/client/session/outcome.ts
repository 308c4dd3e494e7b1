/** Defines how a request ended. */

import type { MessageEntry } from "../../log/entry.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { JsonRpcError } from "../../protocol/jsonRpc.ts";

/** The frame that answered a request. */
export interface Answer {
  readonly entry: MessageEntry;
  /** The JSON text of the whole frame as received. */
  readonly text: string;
  /** The path of the result inside the text. */
  readonly path: readonly string[];
  /** Milliseconds from sending to receiving. */
  readonly ms: number;
}

export type RequestOutcome =
  | { readonly kind: "result"; readonly value: unknown; readonly answer: Answer }
  /** A JSON-RPC error, or an answer that is neither a result nor an error (then `code` is NaN). */
  | { readonly kind: "error"; readonly error: JsonRpcError; readonly answer: Answer }
  | { readonly kind: "failed"; readonly failure: Failure; readonly ms: number }
  | { readonly kind: "cancelled"; readonly ms: number };

/** Of a text without a request, no answer can be matched. */
export type TextOutcome =
  | RequestOutcome
  | { readonly kind: "sent"; readonly failure: Failure | undefined };
