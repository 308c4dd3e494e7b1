/** Updates the state of a connection from each log entry. */

import { decodeText } from "../core/bytes.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { idKey, isOfSession, type MessageEntry } from "../log/entry.ts";
import { messageText } from "../log/messageText.ts";
import { findHeader } from "../protocol/headers.ts";
import type { MessageHead } from "../protocol/jsonRpc.ts";
import { type CheckedHttpExchange, findRequest, unansweredIn } from "./connectionState.ts";
import type { RuleContext } from "./rule.ts";
import { answeredId } from "./rules/answerRules.ts";
import { sessionIdIn } from "./rules/sessionId.ts";

/** Adds the exchange that an entry starts; call it before the rules run. */
export function openExchange({ entry, connection }: Pick<RuleContext, "entry" | "connection">) {
  const opens =
    (entry.kind === "http-request" && isOfSession(entry)) ||
    (entry.kind === "message" && entry.http);
  if (!opens || entry.exchangeId === undefined) return;
  const http = entry.http;
  connection.exchanges.set(entry.exchangeId, {
    seq: entry.seq,
    method: http?.method ?? "POST",
    resumes: findHeader(http?.headers ?? [], "last-event-id") !== undefined,
    requests: new Map(),
    response: undefined,
    frames: 0,
    hasEventId: false,
    answeredAt: undefined,
    rest: undefined,
  });
}

/** Updates what the rules need for the entry itself; call it before the rules run. */
export function updateBeforeRules({ entry, exchange, block, connection }: RuleContext) {
  const fellBackToSse = entry.kind === "negotiation" && entry.step.kind === "http-sse";
  if (fellBackToSse || block?.event === "endpoint") connection.isHttpSse = true;
  if (entry.kind === "http-response" && exchange) {
    exchange.response = { seq: entry.seq, head: entry.http };
    if (entry.http.status >= 400) {
      for (const request of exchange.requests.values()) request.refused = true;
    }
  }
  const hasBytes = entry.kind === "message" || entry.kind === "frame";
  if (!hasBytes || entry.direction !== "in" || !exchange) return;
  exchange.frames++;
  if (block?.id) exchange.hasEventId = true;
}

/** Updates what later entries need; call it after the rules ran. */
export function updateAfterRules({ entry, bytes, block, exchange, connection }: RuleContext) {
  switch (entry.kind) {
    case "connection":
      connection.isClosed = entry.phase === "closed" || entry.phase === "restored";
      return;
    case "negotiation":
      if (entry.step.kind === "attached" || entry.step.kind === "agreed") {
        connection.revision = entry.step.revision;
        connection.hasAgreed = true;
      }
      return;
    case "frame":
      if (exchange && entry.holds === "rest" && bytes && /[^\r\n]/.test(decodeText(bytes))) {
        exchange.rest = entry.seq;
      }
      noteEventId();
      return;
    case "message":
      noteEventId();
      return;
    case "http-response":
      if (exchange && asksFor(exchange, "initialize")) {
        connection.sessionId = sessionIdIn(entry.http.headers);
      }
      return;
    case "http-end":
      if (exchange && entry.outcome === "aborted" && !connection.isHttpSse) {
        for (const request of unansweredIn(exchange)) request.cancelled = true;
      }
      if (entry.exchangeId !== undefined) connection.exchanges.delete(entry.exchangeId);
      return;
  }

  function noteEventId() {
    if (block?.id) connection.eventIds.set(block.id, entry.seq);
  }
}

/** Updates what later messages need from this one. */
export function updateWithMessage(
  head: MessageHead,
  index: number,
  context: RuleContext<MessageEntry>,
) {
  const { entry, connection } = context;
  const answered = answeredId(head);
  if (head.kind === "request") updateWithRequest(head, context);
  else if (head.kind === "notification") updateWithNotification(head, context);
  else if (answered !== undefined && entry.direction === "in") {
    const request = findRequest(connection, answered, entry.exchangeId);
    if (!request) return;
    request.answered = true;
    const own = request.exchangeId && connection.exchanges.get(request.exchangeId);
    if (own && unansweredIn(own).length === 0) own.answeredAt = entry.at;
    if (head.kind !== "result") return;
    if (request.method === "initialize") {
      connection.handshake = "answered";
      connection.revision = head.revision ?? connection.revision;
    }
    if (request.method === "initialize" || request.method === "server/discover") {
      connection.serverCapabilities = capabilitiesIn(context, index);
    }
  }
}

function updateWithRequest(
  head: Extract<MessageHead, { kind: "request" }>,
  { entry, bytes, exchange, connection }: RuleContext<MessageEntry>,
) {
  const key = idKey(head.id);
  if (entry.direction === "in") {
    connection.serverRequests.set(key, entry.seq);
    return;
  }
  if (head.revision !== undefined && connection.requests.size === 0) connection.isWhole = true;
  connection.revision = head.revision ?? connection.revision;
  if (head.method === "initialize") {
    connection.handshake = "asked";
    connection.serverRequests.clear();
    connection.eventIds.clear();
  }
  const text = bytes && decodeText(bytes);
  const declared = text === undefined ? undefined : declaredIn(head.method, text);
  // requests that declare the same share one value, because many requests are kept
  if (JSON.stringify(declared) !== JSON.stringify(connection.clientCapabilities)) {
    connection.clientCapabilities = declared ?? connection.clientCapabilities;
  }
  const before = connection.requests.get(key);
  const request = {
    seq: entry.seq,
    at: entry.at,
    method: head.method,
    exchangeId: entry.exchangeId,
    revision: connection.revision,
    isProbe: head.method === "server/discover" && !connection.hasAgreed,
    wantsLog: text?.includes('"io.modelcontextprotocol/logLevel"'),
    mayBecomeTask: text?.includes('"io.modelcontextprotocol/tasks"'),
    clientCapabilities: declared === undefined ? undefined : connection.clientCapabilities,
    answered: false,
    cancelled: false,
    refused: false,
    earlier: before?.answered || before?.refused ? undefined : before,
  };
  connection.requests.set(key, request);
  exchange?.requests.set(key, request);
  if (head.progressToken !== undefined) {
    connection.progress.set(idKey(head.progressToken), { request, last: undefined });
  }
}

function updateWithNotification(
  { method, requestId, progressToken, progress }: Extract<MessageHead, { kind: "notification" }>,
  { entry, connection }: RuleContext<MessageEntry>,
) {
  if (entry.direction === "in") {
    const known =
      progressToken === undefined ? undefined : connection.progress.get(idKey(progressToken));
    if (known && progress !== undefined) known.last = progress;
  } else if (method === "notifications/initialized") {
    connection.handshake = "done";
  } else if (method === "notifications/cancelled" && requestId !== undefined) {
    const request = connection.requests.get(idKey(requestId));
    if (request) request.cancelled = true;
  }
}

function asksFor(exchange: CheckedHttpExchange, method: string): boolean {
  return [...exchange.requests.values()].some((request) => request.method === method);
}

/** The client capabilities that a request declares; undefined if it declares none. */
function declaredIn(method: string, text: string): unknown {
  const isHandshake = method === "initialize";
  if (!isHandshake && !text.includes('"io.modelcontextprotocol/clientCapabilities"')) {
    return undefined;
  }
  const params = getOwn(JSON.parse(text), "params");
  return isHandshake
    ? getOwn(params, "capabilities")
    : getOwn(getOwn(params, "_meta"), "io.modelcontextprotocol/clientCapabilities");
}

/** The capabilities that the message at `index` of the entry declares. */
function capabilitiesIn({ entry, bytes }: RuleContext<MessageEntry>, index: number): unknown {
  if (!bytes) return undefined;
  const value: unknown = JSON.parse(messageText(entry.carrier, bytes));
  const message = (Array.isArray(value) ? value[index] : value) as {
    readonly result: { readonly capabilities?: unknown } | null;
  };
  return message.result?.capabilities;
}
