/** Checks that the status and headers of a response fit the request. */

import type { HttpResponseHead } from "../../log/entry.ts";
import { findHeader } from "../../protocol/headers.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import type { EntryRule } from "../rule.ts";

/**
 * Reports redirects, and success statuses that do not fit what was sent.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export const checkResponse: EntryRule = (context) => {
  const { entry, exchange, connection, report } = context;
  if (entry.kind !== "http-response") return;
  const { http } = entry;
  if (http.redirected) {
    report({
      code: "redirected",
      severity: "warning",
      page: "http-sending",
      evidence: { to: withoutQuery(http.url) },
    });
  }
  const isSuccess = http.status >= 200 && http.status < 300;
  if (!exchange || !isSuccess || connection.isHttpSse) return;
  if (exchange.method === "GET" && mediaType(http) !== "text/event-stream") {
    report({
      code: "get-without-stream",
      severity: "note",
      page: "http-listening",
      evidence: { status: http.status, contentType: mediaType(http) },
    });
  }
  if (exchange.method !== "POST" || traitsOf(connection.revision).http === "http-sse") return;
  if (exchange.requests.size > 0 && http.status === 202) {
    report({
      code: "request-only-accepted",
      severity: "violation",
      page: "http-sending",
      evidence: {},
    });
  }
  if (exchange.requests.size === 0 && http.status !== 202) {
    report({
      code: "wrong-success-status",
      severity: "violation",
      page: "http-sending",
      evidence: { status: http.status },
    });
  }
};

/** The media type of a response in lower case, without parameters; empty if there is none. */
export function mediaType({ headers }: HttpResponseHead): string {
  const header = findHeader(headers, "content-type");
  return header?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** A URL without its query and userinfo, which may be secret. */
function withoutQuery(text: string): string {
  const url = URL.parse(text);
  return url ? url.origin + url.pathname : "another address";
}
