/** The status and the headers of a response fit what was posted. */
import { findHeader } from "../../core/headers.ts";
import type { HttpResponseHead } from "../../log/entry.ts";
import { traitsOf } from "../../mcp/revisions.ts";
import type { EntryRule } from "../rule.ts";

export const judgeResponse: EntryRule = (sight) => {
  const { entry, exchange, conversation, tell } = sight;
  if (entry.kind !== "http-response") return;
  const { http } = entry;
  if (http.redirected) {
    tell({
      code: "redirected",
      severity: "warning",
      page: "http-sending",
      evidence: { to: withoutQuery(http.url) },
      words: `The request was redirected to ${withoutQuery(http.url)}. The protocol knows one endpoint; some clients do not follow, or turn a POST into a GET on the way. Use the final address.`,
    });
  }
  const isSuccess = http.status >= 200 && http.status < 300;
  if (!exchange || !isSuccess || conversation.isHttpSse) return;
  if (exchange.method === "GET" && mediaType(http) !== "text/event-stream") {
    tell({
      code: "get-without-stream",
      severity: "note",
      page: "http-listening",
      evidence: { status: http.status, contentType: mediaType(http) },
      words:
        "The GET was answered with something else than an event stream. A server without one answers 405.",
    });
  }
  if (exchange.method !== "POST" || traitsOf(conversation.revision).http === "http-sse") return;
  if (exchange.asked.size > 0 && http.status === 202) {
    tell({
      code: "request-only-accepted",
      severity: "violation",
      page: "http-sending",
      words:
        "A request was answered with 202 Accepted, which is for notifications and responses. Its answer can come nowhere else: send it in this response, as JSON or as an event stream.",
    });
  }
  if (exchange.asked.size === 0 && http.status !== 202) {
    tell({
      code: "wrong-success-status",
      severity: "violation",
      page: "http-sending",
      evidence: { status: http.status },
      words: `What holds no request is answered with 202 Accepted and no body, not with ${http.status}.`,
    });
  }
};

export function mediaType({ headers }: HttpResponseHead): string {
  const header = findHeader(headers, "content-type");
  return header?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** A URL without what may be secret in it. */
function withoutQuery(text: string): string {
  const url = URL.parse(text);
  return url ? url.origin + url.pathname : "another address";
}
