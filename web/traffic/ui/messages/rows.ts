/** Describes the rows of log entries in Traffic. */

import { shortened } from "../../../../shared/core/text/shortened.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import {
  type AppEntry,
  type ConnectionEntry,
  type Entry,
  type FrameEntry,
  type HttpEndEntry,
  type HttpRequestEntry,
  type HttpResponseEntry,
  isOfSession,
  type MessageEntry,
} from "../../../../shared/log/entry.ts";
import type { FilteredRow, RowKind } from "../../../../shared/log/filter.ts";
import type { MessageHead } from "../../../../shared/protocol/jsonRpc.ts";
import { negotiationText } from "../../../messages/negotiationMessages.ts";
import { signInText } from "../../../messages/quantities.ts";
import { exchangeEndText } from "../../../servers/messages/exchangeEndMessages.ts";
import type { LogIndex } from "./logIndex.ts";
import {
  batchSummary,
  connectionSummary,
  failedState,
  frameSummary,
  messageSummary,
  processSummary,
  type RowState,
  type Summary,
} from "./summaries.ts";

export interface Row extends Summary, Omit<FilteredRow, keyof Summary> {
  /** What it is known by, if that is neither its method nor its subject: the model that is asked. */
  readonly name?: string;
  /** For a response: milliseconds since its request. */
  readonly ms: number | undefined;
  /** Milliseconds that it waited for a person besides. */
  readonly personMs?: number | undefined;
  /** Whether the network's clock measured `ms`. */
  readonly isNetworkTime: boolean;
}

/**
 * Computes what an entry's row shows.
 * @param index has read the log at least up to this entry
 * @returns undefined for entries that have no row of their own
 */
export function rowOf(entry: Entry, index: LogIndex): Row | undefined {
  const row = describe(entry, index);
  return row && index.isOfProbe(entry) ? expected(row) : row;
}

/** A probe is made to see what a server refuses: with an agreement, no refusal is a problem. */
function expected(row: Row): Row {
  if (row.tone !== "violation" && row.tone !== "warning") return row;
  const state: RowState | undefined = row.state && { kind: "note", words: row.state.words };
  return { ...row, tone: "quiet", state };
}

function describe(entry: Entry, index: LogIndex): Row | undefined {
  switch (entry.kind) {
    case "message":
      return messageRow(entry, index);
    case "app":
      return appRow(entry, index);
    case "frame":
      if (entry.holds === "stream-metadata") return undefined;
      return frameRow(entry, index);
    case "http-request":
      return isOfSession(entry) ? undefined : plainRow(entry);
    case "http-response":
      return hasStatusRow(entry, index) ? statusRow(entry, index) : undefined;
    case "http-end":
      return endRow(entry, index);
    case "connection":
      return index.ready(entry.connectionId) === entry ? undefined : connectionRow(entry, index);
    case "process":
      return createRow("process", processSummary(entry.event));
    case "negotiation":
      return createRow("connection", { summary: negotiationText(entry.step), tone: "quiet" });
    default:
      return undefined;
  }
}

/** As {@link rowOf}; also of heads of HTTP, which Traffic shows with the exchange only. */
export function evidenceRowOf(entry: Entry, index: LogIndex): Row | undefined {
  if (entry.kind === "http-request") return plainRow(entry);
  return entry.kind === "http-response" ? statusRow(entry, index) : rowOf(entry, index);
}

/** The heading of a connection also says when it was ready. */
function connectionRow(entry: ConnectionEntry, index: LogIndex): Row {
  const isHeading = index.headings().get(entry.connectionId) === entry.seq;
  const ready = isHeading ? index.ready(entry.connectionId) : undefined;
  const summary = connectionSummary(
    ready ?? entry,
    undefined,
    index.hasCrashed(entry.connectionId),
  );
  const readiness = index.readiness(entry);
  const words = readiness && signInText(readiness.signInMs);
  return createRow("connection", {
    ...summary,
    ms: readiness?.ms,
    ...(words && { state: { kind: "note", words } }),
  });
}

/** Whether an entry has a row; costs much less than the row itself. */
export function hasRow(entry: Entry, index: LogIndex): boolean {
  return entry.kind === "message" || entry.kind === "app" || rowOf(entry, index) !== undefined;
}

/** Whether a row separates the messages before it from those after, such as a connection event. */
export function divides({ kinds }: Row): boolean {
  return kinds[0] === "connection" || kinds[0] === "process";
}

const emptyRow = {
  method: "",
  subject: "",
  summary: "",
  tone: "plain",
  state: undefined,
  ids: [],
  status: undefined,
  ms: undefined,
  isNetworkTime: false,
  logs: [],
} as const;

/** Completes a row that has one kind. */
export function createRow(kind: RowKind, parts: Partial<Row>): Row {
  return { ...emptyRow, ...parts, kinds: [kind] };
}

function messageRow(entry: MessageEntry, index: LogIndex): Row {
  const { heads, batch } = entry;
  const pair = index.pair(entry.seq);
  const isAnswer = heads.some(isResponse);
  const methods = heads
    .map((head) => methodIn(head) ?? (isResponse(head) ? bounded(pair?.method) : undefined))
    .filter((method) => method !== undefined);
  const method =
    [...new Set(methods)].join(", ") || (isAnswer ? "" : ofExchange(entry, index).method);
  const ids = heads.flatMap((head) =>
    "id" in head && head.id !== undefined ? [shortened(String(head.id), maxNameLength)] : [],
  );
  const isSecret = entry.secrets.some(({ part }) => part === "body");
  const first = heads[0] ?? { kind: "invalid", reason: "not-json" };
  return {
    kinds: heads.map((head) => head.kind),
    method: method || (ids.length > 0 ? `id ${ids.join(", ")}` : ""),
    logs: isSecret ? [] : heads.flatMap((head) => logIn(head) ?? []),
    subject:
      heads.map(subjectIn).find(Boolean) ??
      (pair && isAnswer ? requestSubject(pair.other, index) : ""),
    ...(batch
      ? batchSummary(heads)
      : messageSummary(isSecret ? withoutText(first) : first, method)),
    ids,
    status: entry.direction === "in" ? index.exchange(entry)?.response?.http.status : undefined,
    ms: isAnswer ? pair?.ms : undefined,
    personMs: isAnswer ? pair?.personMs : undefined,
    isNetworkTime: pair?.readMs !== undefined,
  };
}

/** A message between an app and the page says which way it went. */
function appRow(entry: AppEntry, index: LogIndex): Row {
  const made = messageRow({ ...entry, kind: "message", carrier: "http", batch: false }, index);
  const way = entry.direction === "in" ? "app → host" : "host → app";
  return { ...made, summary: made.summary || way };
}

const isResponse = (head: MessageHead) => head.kind === "result" || head.kind === "error";
/** UTF-16 code units of a method, name or id in a row, whose sender decides its length. */
const maxNameLength = 1000;
const bounded = (name: string | undefined) => name && shortened(name, maxNameLength);

const methodIn = (head: MessageHead) => bounded("method" in head ? head.method : undefined);
const logIn = (head: MessageHead) => (head.kind === "notification" ? head.log : undefined);
const subjectIn = (head: MessageHead) =>
  bounded(head.kind === "request" || head.kind === "notification" ? head.subject : undefined);

/** The head of a message with secrets in its body, which are masked in its details only. */
function withoutText(head: MessageHead): MessageHead {
  if (head.kind === "notification") {
    const { log: _, excerpt: __, ...rest } = head;
    return rest;
  }
  if (head.kind === "request") return head;
  const { excerpt: _, ...rest } = head;
  return rest as MessageHead;
}

function requestSubject(seq: number, index: LogIndex): string {
  const request = index.entry(seq);
  return (request?.kind === "message" && request.heads.map(subjectIn).find(Boolean)) || "";
}

function frameRow(entry: FrameEntry, index: LogIndex): Row {
  const of = ofExchange(entry, index);
  const request = index.exchange(entry)?.request;
  // Plain HTTP exchanges, such as those of authorization, have their response in the body.
  if (entry.holds !== "body" || request?.kind !== "http-request") {
    return createRow("frame", { ...of, summary: frameSummary(entry) });
  }
  const subject = URL.parse(request.http.url)?.pathname ?? "";
  return createRow("frame", { ...of, subject, summary: of.status ? `HTTP ${of.status}` : "body" });
}

/** The request to a model's provider that a sampling request was mapped to, or one of a sign-in. */
function plainRow({ http, service, model = "" }: HttpRequestEntry): Row {
  const subject = URL.parse(http.url)?.pathname ?? "";
  const state: RowState | undefined =
    service === "model" ? { kind: "model", words: "model" } : undefined;
  const name = escapeHidden(shortened(model, maxNameLength));
  if (name) return createRow("http", { method: http.method, subject: name, name, state });
  return createRow("http", { method: http.method, subject, state });
}

/** The JSON-RPC method of the request in an HTTP exchange, or the HTTP method if it carried none. */
function ofExchange(entry: Entry, index: LogIndex): Pick<Row, "method" | "status"> {
  const exchange = index.exchange(entry);
  const request = exchange?.request;
  const status = exchange?.response?.http.status;
  if (!request || request === entry) return { method: "", status };
  const method =
    request.kind === "message" ? request.heads.map(methodIn).find(Boolean) : request.http.method;
  return { method: method ?? request.http.method, status };
}

function isAuthorization(entry: Entry, index: LogIndex): boolean {
  const request = index.exchange(entry)?.request;
  return request?.kind === "http-request" && request.service === "authorization";
}

function endRow(entry: HttpEndEntry, index: LogIndex): Row | undefined {
  const of = ofExchange(entry, index);
  switch (entry.outcome) {
    case "failed":
      return createRow("http", {
        ...of,
        summary: exchangeEndText(entry),
        tone: "violation",
        state: failedState,
      });
    case "never-sent":
      return createRow("http", {
        ...of,
        summary:
          entry.code === "closed"
            ? "not sent: disconnected"
            : entry.code === "timeout"
              ? "not sent: timed out"
              : "cancelled before it was sent",
        tone: "quiet",
      });
    default:
      return undefined;
  }
}

/** HTTP methods that a server may answer with 405, and what that means. */
const optionalMethods: Readonly<Record<string, string>> = {
  GET: "does not offer a stream",
  DELETE: "does not end sessions on request",
};

/** In authorization exchanges a document's row is at its body; others have a row by their status. */
function hasStatusRow(entry: HttpResponseEntry, index: LogIndex): boolean {
  const { status } = entry.http;
  return status >= 400 || (isAuthorization(entry, index) && status !== 200 && status !== 201);
}

function statusRow(entry: HttpResponseEntry, index: LogIndex): Row {
  const { status, statusText } = entry.http;
  const { method } = ofExchange(entry, index);
  const isDiscovery = isAuthorization(entry, index);
  const expected = isDiscovery
    ? describeMissingMetadata(method, status)
    : status === 405 && optionalMethods[method];
  return createRow("http", {
    method,
    subject: isDiscovery ? (URL.parse(entry.http.url)?.pathname ?? "") : "",
    status,
    summary: `HTTP ${status}${expected ? `: ${expected}` : statusText && ` ${statusText}`}`,
    tone: expected ? "quiet" : status < 400 ? "plain" : "violation",
    state: expected || status < 400 ? undefined : failedState,
  });
}

/** Discovery tries several URLs, most of which do not exist. */
function describeMissingMetadata(method: string, status: number): string | undefined {
  return method === "GET" && (status === 404 || status === 405)
    ? "no authorization metadata"
    : undefined;
}
