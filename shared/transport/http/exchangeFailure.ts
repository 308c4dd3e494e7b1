/** Derives the failure of a finished HTTP exchange, if there is one. */
import type { Failure } from "../../protocol/failures/failure.ts";
import type { ExchangeResult } from "./recordedExchange.ts";

/**
 * @param result the result of the exchange
 * @param url the URL of the request
 * @param hadSession whether the request carried a session id
 * @returns the failure, or undefined on success
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function exchangeFailure(
  result: Exclude<ExchangeResult, { kind: "aborted" }>,
  url: string,
  hadSession: boolean,
): Failure | undefined {
  if (result.kind === "refused") return result.failure;
  if (result.kind === "failed") {
    if (result.failure?.code === "too-large") return result.failure;
    if (result.head) return { code: "stream-broken", reason: result.reason };
    const { reason, request } = result;
    return result.failure ?? { code: "network", url, reason, ...(request ? { request } : {}) };
  }
  const { head, otherBody, messages, contentType, notJson } = result;
  const { status, statusText } = head;
  if (status === 404 && hadSession) return { code: "session-lost", status };
  if (status >= 400 || status < 200) {
    return { code: "http-status", status, statusText, url: head.url, body: otherBody };
  }
  if (status === 202) return undefined;
  if (notJson !== undefined) return { code: "not-json", reason: notJson, body: otherBody };
  if (messages === 0 && otherBody !== "") {
    return { code: "not-mcp", status, contentType, url: head.url, body: otherBody };
  }
  return undefined;
}
