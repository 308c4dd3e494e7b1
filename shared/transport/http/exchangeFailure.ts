/** Judges how an HTTP exchange went, once it is over. */
import type { Failure } from "../../core/failures/failure.ts";
import type { ExchangeResult } from "./recordedExchange.ts";

/**
 * @param result how the exchange went
 * @param url where the request was sent
 * @param hadSession whether the request named a session
 * @returns what went wrong, or undefined where nothing did
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
    return result.head
      ? { code: "stream-broken", reason: result.reason }
      : (result.failure ?? { code: "network", url, reason: result.reason });
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
