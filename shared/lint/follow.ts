/** Takes note of what each entry means for those after it. */

import { decodeText } from "../core/bytes.ts";
import { findHeader } from "../core/headers.ts";
import type { MessageHead } from "../core/jsonRpc.ts";
import { idKey, type MessageEntry } from "../log/entry.ts";
import { messageText } from "../log/messageText.ts";
import { type Exchange, findAsked, unansweredIn } from "./conversation.ts";
import type { RuleContext } from "./rule.ts";
import { answeredId } from "./rules/answers.ts";
import { sessionIdIn } from "./rules/sessionId.ts";

/** Opens the exchange that an entry begins; to be called before the entry is looked at. */
export function openExchange({ entry, conversation }: Pick<RuleContext, "entry" | "conversation">) {
  const opens =
    (entry.kind === "http-request" && !entry.about) || (entry.kind === "message" && entry.http);
  if (!opens || entry.exchangeId === undefined) return;
  const http = entry.http;
  conversation.exchanges.set(entry.exchangeId, {
    seq: entry.seq,
    method: http?.method ?? "POST",
    resumes: findHeader(http?.headers ?? [], "last-event-id") !== undefined,
    asked: new Map(),
    response: undefined,
    frames: 0,
    hasEventId: false,
    answeredAt: undefined,
    rest: undefined,
  });
}

/** What the rules need to know of the entry that they look at; to be called before them. */
export function noteArrival({ entry, exchange, block, conversation }: RuleContext) {
  const isToldSo = entry.kind === "negotiation" && entry.step.kind === "http-sse";
  if (isToldSo || block?.event === "endpoint") conversation.isHttpSse = true;
  if (entry.kind === "http-response" && exchange) {
    exchange.response = { seq: entry.seq, head: entry.http };
    if (entry.http.status >= 400) {
      for (const asked of exchange.asked.values()) asked.refused = true;
    }
  }
  const hasBytes = entry.kind === "message" || entry.kind === "frame";
  if (!hasBytes || entry.direction !== "in" || !exchange) return;
  exchange.frames++;
  if (block?.id) exchange.hasEventId = true;
}

/** What the entries after this one need to know of it; to be called after its rules. */
export function noteEntry({ entry, bytes, block, exchange, conversation }: RuleContext) {
  switch (entry.kind) {
    case "connection":
      conversation.isClosed = entry.phase === "closed";
      return;
    case "negotiation":
      if (entry.step.kind === "attached" || entry.step.kind === "agreed") {
        conversation.revision = entry.step.revision;
        conversation.hasAgreed = true;
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
        conversation.sessionId = sessionIdIn(entry.http.headers);
      }
      return;
    case "http-end":
      if (exchange && entry.outcome === "aborted" && !conversation.isHttpSse) {
        for (const asked of unansweredIn(exchange)) asked.cancelled = true;
      }
      if (entry.exchangeId !== undefined) conversation.exchanges.delete(entry.exchangeId);
      return;
  }

  function noteEventId() {
    if (block?.id) conversation.eventIds.set(block.id, entry.seq);
  }
}

/** What the messages after this one need to know of it. */
export function noteHead(head: MessageHead, index: number, sight: RuleContext<MessageEntry>) {
  const { entry, conversation } = sight;
  const answered = answeredId(head);
  if (head.kind === "request") noteRequest(head, sight);
  else if (head.kind === "notification") noteNotification(head, sight);
  else if (answered !== undefined && entry.direction === "in") {
    const asked = findAsked(conversation, answered, entry.exchangeId);
    if (!asked) return;
    asked.answered = true;
    const own = asked.exchangeId && conversation.exchanges.get(asked.exchangeId);
    if (own && unansweredIn(own).length === 0) own.answeredAt = entry.at;
    if (head.kind !== "result") return;
    if (asked.method === "initialize") {
      conversation.handshake = "answered";
      conversation.revision = head.revision ?? conversation.revision;
    }
    if (asked.method === "initialize" || asked.method === "server/discover") {
      conversation.serverCapabilities = capabilitiesIn(sight, index);
    }
  }
}

function noteRequest(
  head: Extract<MessageHead, { kind: "request" }>,
  { entry, bytes, exchange, conversation }: RuleContext<MessageEntry>,
) {
  const key = idKey(head.id);
  if (entry.direction === "in") {
    conversation.serverAsked.set(key, entry.seq);
    return;
  }
  if (head.revision !== undefined && conversation.asked.size === 0) conversation.isWhole = true;
  conversation.revision = head.revision ?? conversation.revision;
  if (head.method === "initialize") {
    conversation.handshake = "asked";
    conversation.serverAsked.clear();
    conversation.eventIds.clear();
  }
  const text = bytes && decodeText(bytes);
  const before = conversation.asked.get(key);
  const asked = {
    seq: entry.seq,
    at: entry.at,
    method: head.method,
    exchangeId: entry.exchangeId,
    revision: conversation.revision,
    isProbe: head.method === "server/discover" && !conversation.hasAgreed,
    wantsLog: text?.includes('"io.modelcontextprotocol/logLevel"'),
    mayBecomeTask: text?.includes('"io.modelcontextprotocol/tasks"'),
    answered: false,
    cancelled: false,
    refused: false,
    earlier: before?.answered || before?.refused ? undefined : before,
  };
  conversation.asked.set(key, asked);
  exchange?.asked.set(key, asked);
  if (head.progressToken !== undefined) {
    conversation.progress.set(idKey(head.progressToken), { asked, last: undefined });
  }
}

function noteNotification(
  { method, requestId, progressToken, progress }: Extract<MessageHead, { kind: "notification" }>,
  { entry, conversation }: RuleContext<MessageEntry>,
) {
  if (entry.direction === "in") {
    const known =
      progressToken === undefined ? undefined : conversation.progress.get(idKey(progressToken));
    if (known && progress !== undefined) known.last = progress;
  } else if (method === "notifications/initialized") {
    conversation.handshake = "done";
  } else if (method === "notifications/cancelled" && requestId !== undefined) {
    const asked = conversation.asked.get(idKey(requestId));
    if (asked) asked.cancelled = true;
  }
}

function asksFor(exchange: Exchange, method: string): boolean {
  return [...exchange.asked.values()].some((asked) => asked.method === method);
}

/** What the server says that it can do, in the message at `index` of the entry. */
function capabilitiesIn({ entry, bytes }: RuleContext<MessageEntry>, index: number): unknown {
  if (!bytes) return undefined;
  const value: unknown = JSON.parse(messageText(entry.carrier, bytes));
  const message = (Array.isArray(value) ? value[index] : value) as {
    readonly result: { readonly capabilities?: unknown } | null;
  };
  return message.result?.capabilities;
}
