/** Groups the entries of a recording into HTTP exchanges and JSON-RPC calls, for exports. */
import { fromBase64 } from "../../core/base64.ts";
import { concatBytes, encodeText } from "../../core/bytes.ts";
import { asJsonObject, parseJsonObject } from "../../core/json/jsonObject.ts";
import { type JsonNode, parseJson } from "../../core/json/jsonText.ts";
import { createPersonWaits } from "../../log/messagePairs.ts";
import { messageText } from "../../log/messageText.ts";
import { type JsonRpcId, timedOutReason } from "../../protocol/jsonRpc.ts";
import type {
  RecordedEntry,
  RecordedMessage,
  RecordedRequestHead,
  RecordedResponseHead,
} from "../entries/recordedEntry.ts";
import type { RecordedConnection, Recording } from "../recording.ts";

/** The part of a recording that is exported. */
export interface ExportChoice {
  /** Indices of entries; an exchange or call is exported if one of its entries is. All by default. */
  readonly entries?: ReadonlySet<number>;
}

export interface HttpExchange {
  /** The index of its first entry. */
  readonly index: number;
  readonly connection: RecordedConnection | undefined;
  readonly request: RecordedRequestHead;
  readonly requestBody: Uint8Array;
  readonly response: RecordedResponseHead | undefined;
  readonly responseBody: Uint8Array;
  /** Times in milliseconds since the start of the recording. */
  readonly startedAt: number;
  readonly headAt: number | undefined;
  readonly endedAt: number;
  /** Who caused the request. */
  readonly initiator: RecordedEntry["initiator"];
  /** Whether the response was received to its end. */
  readonly isComplete: boolean;
}

/** A request of the client, and the answer to it. */
export interface RecordedCall {
  /** The index of the entry that has the request. */
  readonly index: number;
  readonly connection: RecordedConnection | undefined;
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params: JsonNode | undefined;
  /** The JSON text of the request. */
  readonly requestText: string;
  /** The JSON text of the answer. */
  readonly answerText: string | undefined;
  readonly isError: boolean;
  /** When it was sent, by the network's clock where that is known. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** Milliseconds until then in which the server waited for a person; absent if it did not. */
  readonly personMs?: number;
  /** When the client cancelled it, by a notification or by ending its exchange. */
  readonly cancelledAt?: number;
  /** Whether that was because the client closed its connection. */
  readonly isDisconnected?: boolean;
  /** Whether that was because no answer came in time. */
  readonly isTimedOut?: boolean;
  readonly http: RecordedRequestHead | undefined;
  readonly initiator: RecordedEntry["initiator"];
}

/** The bytes of an entry's body. */
function bodyOf({ text, base64 }: Pick<RecordedEntry, "text" | "base64">): Uint8Array {
  return base64 === undefined ? encodeText(text ?? "") : (fromBase64(base64) ?? new Uint8Array(0));
}

/** The JSON text of a recorded message. */
export function exchangeText(entry: RecordedMessage): string {
  return messageText(entry.carrier, bodyOf(entry));
}

/** The connection of an entry. */
export function connectionOf({ connections = [] }: Recording, entry: RecordedEntry) {
  return entry.connection === undefined
    ? connections[0]
    : connections.find(({ id }) => id === entry.connection);
}

/** The HTTP exchanges in the order of their requests. */
export function httpExchangesOf(recording: Recording, choice: ExportChoice = {}): HttpExchange[] {
  const groups = new Map<string, { index: number; entry: RecordedEntry }[]>();
  for (const [index, entry] of (recording.entries ?? []).entries()) {
    if (entry.exchange === undefined) continue;
    const key = `${entry.connection ?? ""} ${entry.exchange}`;
    const group = groups.get(key) ?? [];
    group.push({ index, entry });
    groups.set(key, group);
  }
  return [...groups.values()].flatMap((group) => {
    const isChosen = group.some(({ index }) => choice.entries?.has(index) ?? true);
    const exchange =
      isChosen &&
      exchangeOf(
        recording,
        group.map(({ entry }) => entry),
        group[0]?.index ?? 0,
      );
    return exchange ? [exchange] : [];
  });
}

function exchangeOf(
  recording: Recording,
  entries: readonly RecordedEntry[],
  index: number,
): HttpExchange | undefined {
  const [first] = entries;
  const asked = entries.find(
    (entry) => (entry.kind === "message" && entry.http) || entry.kind === "http-request",
  );
  if (!first || !asked) return undefined;
  const late = entries.find((entry) => entry.kind === "http-start");
  const head =
    (late?.kind === "http-start" && late.http) || ("http" in asked ? asked.http : undefined);
  if (!head) return undefined;
  const answer = entries.find((entry) => entry.kind === "http-response");
  const received = entries.filter(
    ({ direction, kind }) => direction === "in" && kind !== "http-response",
  );
  return {
    index,
    connection: connectionOf(recording, first),
    request: head as RecordedRequestHead,
    requestBody: bodyOf(asked),
    response: answer?.kind === "http-response" ? answer.http : undefined,
    responseBody: concatBytes([new Uint8Array(0), ...received.map(bodyOf)]),
    startedAt: (answer?.kind === "http-response" && answer.startedAt) || asked.at,
    headAt: answer?.at,
    endedAt: entries.at(-1)?.at ?? asked.at,
    initiator: asked.initiator,
    isComplete: entries.some((entry) => entry.kind === "http-end" && entry.outcome === "complete"),
  };
}

/** The requests of the client in their order, each with its answer. */
export function exportedCalls(recording: Recording, choice: ExportChoice = {}): RecordedCall[] {
  const calls: (RecordedCall & { readonly indices: number[] })[] = [];
  const open = new Map<string, number>();
  /** When the server asked what it has no answer to yet. */
  const asked = new Map<string, number>();
  const waits = createPersonWaits();
  const incomplete = new Set<RecordedConnection | undefined>();
  /** The calls that an exchange carries. */
  const carried = new Map<string, number[]>();
  const change = (at: number | undefined, facts: Partial<RecordedCall>) => {
    const call = at === undefined ? undefined : calls[at];
    if (at === undefined || !call || call.answerText !== undefined) return;
    // the first cancellation counts
    if (call.cancelledAt === undefined) calls[at] = { ...call, ...facts };
  };
  for (const [index, entry] of (recording.entries ?? []).entries()) {
    const exchange = `${entry.connection ?? ""} ${entry.exchange}`;
    for (const at of carried.get(exchange) ?? []) change(at, timesIn(entry));
    const connection = connectionOf(recording, entry);
    // what has no answer may have had one that was not kept
    if (entry.kind === "connection" && entry.phase === "not-stored") incomplete.add(connection);
    if (entry.kind === "connection" && entry.byClient && !incomplete.has(connection)) {
      for (const [at, call] of calls.entries()) {
        if (call.connection === connection) change(at, disconnectedAt(entry.at));
      }
    }
    if (entry.kind !== "message" || entry.direction === undefined) continue;
    for (const node of messageNodes(exchangeText(entry))) {
      const { id, method, params, text } = node;
      const keyOf = (one: unknown) => `${connection?.id ?? ""} ${typeof one} ${one}`;
      if (method === "notifications/cancelled" && entry.direction === "out") {
        const { requestId, reason } = asJsonObject(parseJsonObject(text)?.params) ?? {};
        const isTimedOut = reason === timedOutReason;
        change(open.get(keyOf(requestId)), { cancelledAt: entry.at, isTimedOut });
      }
      if (id === undefined) continue;
      const key = keyOf(id);
      if (method !== undefined && entry.direction === "in") asked.set(key, entry.at);
      if (method === undefined && entry.direction === "out" && entry.initiator?.kind === "user") {
        waits.add(connection?.id ?? "", asked.get(key) ?? entry.at, entry.at);
      }
      if (method !== undefined && entry.direction === "out") {
        open.set(key, calls.length);
        if (entry.exchange !== undefined) {
          carried.set(exchange, [...(carried.get(exchange) ?? []), calls.length]);
        }
        calls.push({
          index,
          connection,
          id,
          method,
          params,
          requestText: text,
          answerText: undefined,
          isError: false,
          startedAt: entry.at,
          endedAt: undefined,
          http: entry.http,
          initiator: entry.initiator,
          indices: [index],
        });
      } else if (method === undefined && entry.direction === "in") {
        const at = open.get(key);
        const call = at === undefined ? undefined : calls[at];
        if (at === undefined || !call) continue;
        open.delete(key);
        call.indices.push(index);
        const personMs = waits.within(connection?.id ?? "", call.startedAt, entry.at);
        calls[at] = {
          ...call,
          ...{ answerText: text, isError: node.isError, endedAt: entry.at },
          ...(personMs > 0 && { personMs }),
        };
      }
    }
  }
  return calls.filter(({ indices }) => indices.some((index) => choice.entries?.has(index) ?? true));
}

/** What an entry of an exchange tells about when its calls were sent or cancelled. */
function timesIn(entry: RecordedEntry): Partial<RecordedCall> {
  if (entry.kind === "http-start") return { startedAt: entry.at };
  if (entry.kind === "http-response" && entry.startedAt !== undefined) {
    return { startedAt: entry.startedAt };
  }
  const isCut = entry.kind === "http-end" && entry.outcome === "aborted";
  if (!isCut) return {};
  if (entry.code === "closed") return disconnectedAt(entry.at);
  return { cancelledAt: entry.at, isTimedOut: entry.code === "timeout" };
}

const disconnectedAt = (at: number) => ({ cancelledAt: at, isDisconnected: true });

interface MessageNode {
  readonly id: JsonRpcId | undefined;
  readonly method: string | undefined;
  readonly params: JsonNode | undefined;
  readonly result: JsonNode | undefined;
  readonly error: JsonNode | undefined;
  readonly isError: boolean;
  /** Whether it has the members of a JSON-RPC message. */
  readonly isJsonRpc: boolean;
  readonly text: string;
}

/** Depth of nesting from which a message is not exported: exports work recursively. */
const maxDepth = 200;

function isDeep(root: JsonNode): boolean {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((node) =>
      node.kind === "array"
        ? node.items
        : node.kind === "object"
          ? node.members.map(({ value }) => value)
          : [],
    );
  }
  return false;
}

/** The messages of a text, several for a batch; none if it is not JSON or nested too deeply. */
export function messageNodes(text: string): MessageNode[] {
  const parsed = parseJson(text);
  const root = parsed.kind === "tree" ? parsed.root : undefined;
  const nodes = !root || isDeep(root) ? [] : root.kind === "array" ? root.items : [root];
  return nodes.flatMap((node) => {
    if (node.kind !== "object") return [];
    const [id, method, result, error] = ["id", "method", "result", "error"].map((name) =>
      memberOf(node, name),
    );
    return [
      {
        id:
          id?.kind === "string" ? id.value : id?.kind === "number" ? Number(id.literal) : undefined,
        method: method?.kind === "string" ? method.value : undefined,
        params: memberOf(node, "params"),
        result,
        error,
        isError: error !== undefined || isTrue(memberOf(result, "isError")),
        isJsonRpc:
          isText(memberOf(node, "jsonrpc"), "2.0") &&
          (method?.kind === "string" || result !== undefined || error !== undefined),
        text: text.slice(node.start, node.end),
      },
    ];
  });
}

function isText(node: JsonNode | undefined, value: string): boolean {
  return node?.kind === "string" && node.value === value;
}

function isTrue(node: JsonNode | undefined): boolean {
  return node?.kind === "boolean" && node.value;
}

/** A member of a node that is an object. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === "object" ? node.members.find(({ key }) => key === name)?.value : undefined;
}
