/** Converts a response to the outcome of its request. */

import { getOwn } from "../../core/json/getOwn.ts";
import type { JsonRpcError } from "../../protocol/jsonRpc.ts";
import type { ReceivedMessage } from "../../transport/transport.ts";
import type { Answer, RequestOutcome } from "./outcome.ts";

/** Missing or invalid members of an error are left out; the answer holds the text as received. */
export function outcomeOf(message: ReceivedMessage, answer: Answer): RequestOutcome {
  if (message.head.kind === "result") {
    return { kind: "result", value: getOwn(message.value, "result"), answer };
  }
  return { kind: "error", error: errorOf(getOwn(message.value, "error")), answer };
}

/** Reads the members of a JSON-RPC error. */
export function errorOf(error: unknown): JsonRpcError {
  const code = getOwn(error, "code");
  const words = getOwn(error, "message");
  const data = getOwn(error, "data");
  return {
    code: typeof code === "number" ? code : Number.NaN,
    message: typeof words === "string" ? words : "",
    ...(data === undefined ? {} : { data }),
  };
}
