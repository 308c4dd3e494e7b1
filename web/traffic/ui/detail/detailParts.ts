/** Finds what the details of a row show: the request, its answer and the HTTP exchanges of both. */
import type { Entry } from "../../../../shared/log/entry.ts";
import { endOfRequest, type GroupRow, groupRow } from "../messages/groupRows.ts";
import type { IndexedExchange, LogIndex } from "../messages/logIndex.ts";
import { type Row, rowOf } from "../messages/rows.ts";
import { type RowGroup, responseIn } from "../messages/tree/rowGroup.ts";

export type DetailTab = "request" | "response" | "http" | "raw";

export interface DetailParts {
  /** The message that the details begin with: a request, or a message that has no answer. */
  readonly first: Entry;
  /** The exchange that it begins; undefined for what is not answered. */
  readonly group: RowGroup | undefined;
  /** What came back. */
  readonly response: Entry | undefined;
  /** The row of the exchange, or of the message. */
  readonly row: Row | undefined;
  /** What an unanswered request waits for. */
  readonly waitsFor: GroupRow["waitsFor"];
  /** How the client ended a request that was not answered. */
  readonly ended: "timed out" | "disconnected" | "cancelled" | undefined;
  readonly exchanges: readonly Readonly<IndexedExchange>[];
  /** Those that apply, in their order; none for an event of a connection. */
  readonly tabs: readonly DetailTab[];
  /** Whether what came back is a failure, or no message. */
  readonly hasFailed: boolean;
  /** The one with which the details open. */
  readonly initial: DetailTab | undefined;
}

/**
 * @param entry the selected one: a request, its answer, or anything else with a row
 * @param exchangeAt the exchange that an entry begins
 */
export function detailParts(
  entry: Entry,
  exchangeAt: (entry: Entry) => RowGroup | undefined,
  index: LogIndex,
): DetailParts {
  const other = index.entry(index.pair(entry.seq)?.other ?? Number.NaN);
  const isAnswer = other !== undefined && other.seq < entry.seq;
  const first = isAnswer ? other : entry;
  const group = exchangeAt(first);
  const response = isAnswer ? entry : group && responseIn(group);
  const shown = group && groupRow(group, index);
  const waitsFor = response ? undefined : shown?.waitsFor;
  const ended = group && !response ? endOfRequest(group, index)?.words : undefined;
  const exchanges = exchangesOf(first, response, index);
  const hasText = first.size > 0 || (response?.size ?? 0) > 0;
  const tabs: DetailTab[] = [
    ...(first.size > 0 ? (["request"] as const) : []),
    ...(response || (waitsFor && !ended) ? (["response"] as const) : []),
    ...(exchanges.length > 0 ? (["http"] as const) : []),
    ...(hasText ? (["raw"] as const) : []),
  ];
  const hasFailed = response !== undefined && isFailure(response, first, shown);
  return {
    first,
    group,
    response,
    row: shown ?? rowOf(first, index),
    waitsFor,
    ended,
    exchanges,
    tabs,
    hasFailed,
    initial: isAnswer || hasFailed ? "response" : tabs[0],
  };
}

function isFailure(response: Entry, first: Entry, row: Row | undefined): boolean {
  if (row?.state?.kind === "failed") return true;
  // what a model or an authorization server answers is none
  return first.kind === "message" && response.kind === "frame";
}

/** An answer to a request of the server is sent in an exchange of its own. */
function exchangesOf(first: Entry, response: Entry | undefined, index: LogIndex) {
  const found = [first, response].flatMap((entry) => (entry && index.exchange(entry)) ?? []);
  return [...new Set(found)];
}
