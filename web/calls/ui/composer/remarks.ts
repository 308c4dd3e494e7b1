/** Notes about a message before it is sent; they never prevent sending. */

import type { InvalidReason } from "../../../../shared/protocol/jsonRpc.ts";
import { decodeMessages } from "../../../../shared/transport/decodeMessages.ts";

const reasons: Readonly<Record<InvalidReason, string>> = {
  "not-json": "This is not JSON.",
  "not-an-object": "A JSON-RPC message must be an object.",
  "wrong-version": 'The member jsonrpc is not "2.0".',
  "id-is-null": "The id of a request must not be null.",
  "id-has-wrong-type": "The id must be a string or a number.",
  "method-is-not-a-string": "The method is not a string.",
  "result-and-error": "A response must not have both a result and an error.",
  "no-method-result-or-error": "There is no method, no result and no error.",
  "error-is-not-an-object": "The error is not an object.",
};

/**
 * @param text what is written
 * @param isLines whether a line is a message on this transport (stdio)
 */
export function remarksOnText(text: string, isLines: boolean): string[] {
  const { heads, batch } = decodeMessages(text);
  const broken = new Set(
    heads.flatMap((head) => (head.kind === "invalid" ? [reasons[head.reason]] : [])),
  );
  return [
    ...broken,
    ...(batch ? ["This is a batch: only revisions up to 2025-03-26 support batches."] : []),
    ...(isLines && /[\r\n]/.test(text)
      ? [
          "Over stdio, each line is one message: this is sent on one line. Write it as bytes to send its line breaks.",
        ]
      : []),
  ];
}

/**
 * @param bytes what is sent unchanged
 * @param isLines whether a line is a message on this transport (stdio)
 */
export function remarksOnBytes(bytes: Uint8Array, isLines: boolean): string[] {
  return isLines && (bytes.includes(0x0a) || bytes.includes(0x0d))
    ? [
        "Over stdio, each line is one message: the server treats each line break as the end of a message.",
      ]
    : [];
}
