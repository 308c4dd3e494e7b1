/** Builds the text of messages around texts that must not change. */
import { applyEdits, modify } from "jsonc-parser";
import type { JsonRpcId } from "../jsonrpc.ts";

/**
 * The text of a request.
 * @param paramsText the JSON text of `params`, put in as it is; none where undefined
 */
export function composeRequest(id: JsonRpcId, method: string, paramsText?: string): string {
  const params = paramsText === undefined ? "" : `,"params":${paramsText}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)}${params}}`;
}

/** The text of a notification; see {@link composeRequest}. */
export function composeNotification(method: string, paramsText?: string): string {
  const params = paramsText === undefined ? "" : `,"params":${paramsText}`;
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)}${params}}`;
}

/**
 * The text of an answer.
 * @param idText the request's id as it was written, so that `1.0` or a big number comes back the same
 * @param memberText the JSON text of the result or of the error
 */
export function composeAnswer(
  idText: string,
  member: "result" | "error",
  memberText: string,
): string {
  return `{"jsonrpc":"2.0","id":${idText},"${member}":${memberText}}`;
}

/**
 * Params that ask for progress; every byte beside the token stays.
 * @param paramsText the JSON text of an object; returned unchanged where it is none
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
 */
export function withProgressToken(paramsText: string, token: JsonRpcId): string {
  try {
    JSON.parse(paramsText);
    return applyEdits(paramsText, modify(paramsText, ["_meta", "progressToken"], token, {}));
  } catch {
    return paramsText;
  }
}
