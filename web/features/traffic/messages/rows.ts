/** What the row of a log entry says. */
import type { MessageHead } from "../../../../shared/core/jsonRpc.ts";
import type {
  Entry,
  FrameEntry,
  HttpEndEntry,
  HttpResponseEntry,
  MessageEntry,
} from "../../../../shared/log/entry.ts";
import { negotiationWords } from "../../../messages/negotiationMessages.ts";
import type { LogIndex } from "./logIndex.ts";
import {
  batchWords,
  connectionWords,
  frameWords,
  messageWords,
  processWords,
  type Summary,
} from "./summaries.ts";

export const rowKinds = [
  "request",
  "notification",
  "result",
  "error",
  "invalid",
  "frame",
  "http",
  "connection",
  "process",
] as const;

export type RowKind = (typeof rowKinds)[number];

export interface Row extends Summary {
  /** One kind a message, so more than one for a batch. */
  readonly kinds: readonly RowKind[];
  /** The method as it is spelled; an answer has its request's; empty where none is known. */
  readonly method: string;
  /** The name or URI that the request is about. */
  readonly subject: string;
  /** The ids in it, as a person would type them. */
  readonly ids: readonly string[];
  /** The status of the HTTP response it came with. */
  readonly status: number | undefined;
  /** For an answer: milliseconds since its request. */
  readonly ms: number | undefined;
}

/**
 * Says what an entry's row shows.
 * @param index has looked at the log up to this entry at least
 * @returns undefined for entries that have no row of their own
 */
export function rowOf(entry: Entry, index: LogIndex): Row | undefined {
  switch (entry.kind) {
    case "message":
      return messageRow(entry, index);
    case "frame":
      if (entry.holds === "stream-metadata") return undefined;
      return frameRow(entry, index);
    case "http-response":
      return hasStatusRow(entry, index) ? statusRow(entry, index) : undefined;
    case "http-end":
      return endRow(entry, index);
    case "connection":
      return row("connection", connectionWords(entry));
    case "process":
      return row("process", processWords(entry.event));
    case "negotiation":
      return row("connection", { summary: negotiationWords(entry.step), tone: "quiet" });
    default:
      return undefined;
  }
}

/** Whether a row stands for a turn of events that divides the messages before it from those after. */
export function divides({ kinds }: Row): boolean {
  return kinds[0] === "connection" || kinds[0] === "process";
}

const blank = {
  method: "",
  subject: "",
  summary: "",
  tone: "plain",
  ids: [],
  status: undefined,
  ms: undefined,
} as const;

function row(kind: RowKind, parts: Partial<Row>): Row {
  return { ...blank, ...parts, kinds: [kind] };
}

function messageRow(entry: MessageEntry, index: LogIndex): Row {
  const { heads, batch } = entry;
  const pair = index.pair(entry.seq);
  const isAnswer = heads.some(answers);
  const methods = heads
    .map((head) => methodIn(head) ?? (answers(head) ? pair?.method : undefined))
    .filter((method) => method !== undefined);
  const method =
    [...new Set(methods)].join(", ") || (isAnswer ? "" : ofExchange(entry, index).method);
  const ids = heads.flatMap((head) =>
    "id" in head && head.id !== undefined ? [String(head.id)] : [],
  );
  const first = heads[0] ?? { kind: "invalid", reason: "not-json" };
  return {
    kinds: heads.map((head) => head.kind),
    method: method || (ids.length > 0 ? `id ${ids.join(", ")}` : ""),
    subject:
      heads.map(subjectIn).find(Boolean) ?? (pair && isAnswer ? asked(pair.other, index) : ""),
    ...(batch ? batchWords(heads) : messageWords(first, method)),
    ids,
    status: entry.direction === "in" ? index.exchange(entry)?.response?.http.status : undefined,
    ms: isAnswer ? pair?.ms : undefined,
  };
}

const answers = (head: MessageHead) => head.kind === "result" || head.kind === "error";
const methodIn = (head: MessageHead) => ("method" in head ? head.method : undefined);
const subjectIn = (head: MessageHead) => (head.kind === "request" ? head.subject : undefined);

function asked(seq: number, index: LogIndex): string {
  const request = index.entry(seq);
  return (request?.kind === "message" && request.heads.map(subjectIn).find(Boolean)) || "";
}

function frameRow(entry: FrameEntry, index: LogIndex): Row {
  const of = ofExchange(entry, index);
  const request = index.exchange(entry)?.request;
  // what asks by HTTP alone, such as the way to a token, has its answer in the body
  if (entry.holds !== "body" || request?.kind !== "http-request") {
    return row("frame", { ...of, summary: frameWords(entry) });
  }
  const subject = URL.parse(request.http.url)?.pathname ?? "";
  return row("frame", { ...of, subject, summary: of.status ? `HTTP ${of.status}` : "body" });
}

/** The method of the request that an HTTP exchange carried, or HTTP's own where it carried none. */
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
  return request?.kind === "http-request" && request.about === "authorization";
}

function endRow(entry: HttpEndEntry, index: LogIndex): Row | undefined {
  const of = ofExchange(entry, index);
  switch (entry.outcome) {
    case "failed":
      return row("http", {
        ...of,
        summary: `failed: ${entry.reason ?? "no reason given"}`,
        tone: "violation",
      });
    case "never-sent":
      return row("http", { ...of, summary: "withdrawn before it left", tone: "quiet" });
    default:
      return undefined;
  }
}

/** What a server may answer to say that it has no such thing. */
const politeRefusals: Readonly<Record<string, string>> = {
  GET: "offers no stream",
  DELETE: "ends no session on request",
};

/** On the way to a token, a document has its row where its body is; all else has one by its status. */
function hasStatusRow(entry: HttpResponseEntry, index: LogIndex): boolean {
  const { status } = entry.http;
  return status >= 400 || (isAuthorization(entry, index) && status !== 200 && status !== 201);
}

function statusRow(entry: HttpResponseEntry, index: LogIndex): Row {
  const { status, statusText } = entry.http;
  const { method } = ofExchange(entry, index);
  const isLooking = isAuthorization(entry, index);
  const polite = isLooking
    ? lookedInVain(method, status)
    : status === 405 && politeRefusals[method];
  return row("http", {
    method,
    subject: isLooking ? (URL.parse(entry.http.url)?.pathname ?? "") : "",
    status,
    summary: `HTTP ${status}${polite ? `: ${polite}` : statusText && ` ${statusText}`}`,
    tone: polite ? "quiet" : status < 400 ? "plain" : "violation",
  });
}

/** Discovery asks at several places, of which most have nothing to say. */
function lookedInVain(method: string, status: number): string | undefined {
  return method === "GET" && (status === 404 || status === 405)
    ? "nothing about authorization here"
    : undefined;
}
