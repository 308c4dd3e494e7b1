/** Reads a response as the outcome of its request. */

import { memberOf } from "../../core/getOwn.ts";
import type { JsonRpcError } from "../../core/jsonRpc.ts";
import type { ReceivedMessage } from "../../transport/transport.ts";
import type { Answer, Outcome } from "./outcome.ts";

/** What is missing or odd in an error is left out; the answer holds the text as it came. */
export function outcomeOf(message: ReceivedMessage, answer: Answer): Outcome {
  if (message.head.kind === "result") {
    return { kind: "result", value: memberOf(message.value, "result"), answer };
  }
  return { kind: "error", error: errorOf(memberOf(message.value, "error")), answer };
}

/** Reads the members of a JSON-RPC error. */
export function errorOf(error: unknown): JsonRpcError {
  const code = memberOf(error, "code");
  const words = memberOf(error, "message");
  const data = memberOf(error, "data");
  return {
    code: typeof code === "number" ? code : Number.NaN,
    message: typeof words === "string" ? words : "",
    ...(data === undefined ? {} : { data }),
  };
}
