/** Notes what is more than well-known clients take: tools, the size of a result, the time of a call. */
import { encodeText } from "../../core/bytes.ts";
import { getOwn } from "../../core/json/getOwn.ts";
import { clientLimits } from "../../protocol/clientLimits.ts";
import { findRequest } from "../connectionState.ts";
import type { HeadRule } from "../rule.ts";

const { bytesPerToken, resultTokens, callMs, tools: toolLimits } = clientLimits;

/** No rule of the specification: each is a note. */
export const checkHostLimits: HeadRule = (head, context, index) => {
  const { entry, connection, report } = context;
  if (entry.direction !== "in" || head.kind !== "result") return;
  const request = findRequest(connection, head.id, entry.exchangeId);
  if (request?.method === "tools/list") {
    const result = getOwn(context.messages()[index], "result");
    const tools = getOwn(result, "tools");
    connection.listedTools += Array.isArray(tools) ? tools.length : 0;
    if (getOwn(result, "nextCursor") !== undefined) return;
    const count = connection.listedTools;
    connection.listedTools = 0;
    const limit = toolLimits.findLast((each) => count > each);
    if (limit === undefined) return;
    const evidence = { count, limit };
    report({ code: "many-tools", severity: "note", page: "client-tools", evidence });
  }
  if (request?.method !== "tools/call") return;
  const ms = Math.round(entry.at - request.at);
  const { method } = request;
  if (ms > callMs) {
    const evidence = { method, request: request.seq, ms, limit: callMs };
    report({ code: "slow-call", severity: "note", page: "client-time", evidence });
  }
  // most results are far from it, and are not looked into
  if (entry.size <= resultTokens * bytesPerToken) return;
  const tokens = tokensOf(getOwn(context.messages()[index], "result"));
  if (tokens <= resultTokens) return;
  const evidence = { method, request: request.seq, tokens, limit: resultTokens };
  report({ code: "large-result", severity: "note", page: "client-results", evidence });
};

/** Of the larger of the two parts: clients pass on one of them, or both. */
function tokensOf(result: unknown): number {
  const content = getOwn(result, "content");
  const texts = (Array.isArray(content) ? content : []).map(
    (block) => getOwn(block, "text") ?? getOwn(getOwn(block, "resource"), "text"),
  );
  const ofTexts = texts.reduce<number>(
    (sum, text) => sum + (typeof text === "string" ? encodeText(text).length : 0),
    0,
  );
  return Math.ceil(Math.max(ofTexts, structuredBytes(result)) / bytesPerToken);
}

function structuredBytes(result: unknown): number {
  try {
    return encodeText(JSON.stringify(getOwn(result, "structuredContent")) ?? "").length;
  } catch {
    // nested more deeply than the stack allows
    return 0;
  }
}
