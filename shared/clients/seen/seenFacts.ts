/** Reads from the messages of a client which facts about it they show, each with the entries that prove it. */
import { isTooDeep } from "../../core/json/isTooDeep.ts";
import { membersOf, parseJsonObject } from "../../core/json/jsonObject.ts";
import { type Entry, isOfSession, type MessageEntry } from "../../log/entry.ts";
import { findHeader } from "../../protocol/headers.ts";
import { declaredIn } from "../../protocol/messages/declaredClient.ts";
import { revisions } from "../../protocol/revisions.ts";
import { type ClientAct, patienceMs } from "../../taps/acts/clientAct.ts";
import { isOfTap } from "../../taps/faultSummary.ts";
import type { ClientFacts, FactName } from "../clientFacts.ts";

type ValueOf<Name extends FactName> = NonNullable<ClientFacts[Name]>["value"];

export interface SeenFact<Name extends FactName = FactName> {
  readonly value: ValueOf<Name>;
  readonly seqs: readonly number[];
}

/** The facts that messages can show. */
export type SeenFacts = { readonly [Name in FactName]?: SeenFact<Name> };

/** Bytes of a message that is read: what declares a client is small. */
const maxBytes = 100_000;

/** Cancellations that are read. */
const maxCancelled = 100;

/** Milliseconds after a change in which a client that does not list again has shown it. */
const minimumMs = 1000;

/**
 * @param entries of the sessions of one client, in order
 * @param acts what is said about the client, from the same entries
 * @param read returns the text of a message as its sender sent it
 */
export async function readSeenFacts(
  entries: readonly Entry[],
  acts: readonly ClientAct[],
  read: (entry: MessageEntry) => Promise<string>,
): Promise<SeenFacts> {
  return {
    ...(await declaredFacts(entries, read)),
    ...firstRequestOf(entries),
    ...transportsOf(entries),
    ...streamRefusalOf(entries),
    ...(await callLimitOf(entries, read)),
    ...factsOfActs(acts),
  };
}

function isOfClient(entry: Entry): entry is MessageEntry {
  return entry.kind === "message" && entry.direction === "out" && !isOfTap(entry.change);
}

function methodsOf(entry: MessageEntry): readonly string[] {
  return entry.heads.flatMap((head) => (head.kind === "request" ? [head.method] : []));
}

/** What the first request says; a later session of the client may say something else. */
async function declaredFacts(
  entries: readonly Entry[],
  read: (entry: MessageEntry) => Promise<string>,
): Promise<SeenFacts> {
  const hello = entries.find(
    (entry): entry is MessageEntry =>
      isOfClient(entry) && methodsOf(entry).includes("initialize") && entry.size <= maxBytes,
  );
  if (!hello) return {};
  const message = parseJsonObject(await read(hello));
  const { clientInfo, capabilities, revision } = declaredIn(
    "initialize",
    membersOf(message?.params),
  );
  const { name, version, title } = clientInfo ?? {};
  const seqs = [hello.seq];
  const known = revisions.find((each) => each === revision);
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  return {
    ...(isText(name)
      ? {
          clientInfo: {
            value: {
              name: String(name),
              ...(isText(version) ? { version: String(version) } : {}),
              ...(isText(title) ? { title: String(title) } : {}),
            },
            seqs,
          },
        }
      : {}),
    ...(capabilities && !isTooDeep(capabilities)
      ? { capabilities: { value: capabilities, seqs } }
      : {}),
    ...(known ? { revision: { value: known, seqs } } : {}),
  };
}

function firstRequestOf(entries: readonly Entry[]): SeenFacts {
  const first = entries.find((entry) => isOfClient(entry) && methodsOf(entry).length > 0);
  if (first?.kind !== "message") return {};
  const [method] = methodsOf(first);
  return method === "initialize" || method === "server/discover"
    ? { firstRequest: { value: method, seqs: [first.seq] } }
    : {};
}

/** In the order in which they were tried first. */
function transportsOf(entries: readonly Entry[]): SeenFacts {
  const tried = new Map<"stdio" | "http" | "sse", number>();
  let hasPosted = false;
  for (const entry of entries) {
    if (isOfClient(entry)) {
      if (entry.carrier === "stdio") setFirst(tried, "stdio", entry.seq);
      // the messages of HTTP+SSE are posted, too, after its endpoint has arrived
      else if (!tried.has("sse")) setFirst(tried, "http", entry.seq);
      hasPosted ||= methodsOf(entry).includes("initialize");
    } else if (entry.kind === "frame" && entry.holds === "endpoint") {
      setFirst(tried, "sse", entry.seq);
    }
  }
  if (tried.size === 0 || (!hasPosted && !tried.has("sse"))) return {};
  return { transports: { value: [...tried.keys()], seqs: [...tried.values()] } };
}

function setFirst<Key>(map: Map<Key, number>, key: Key, value: number): void {
  if (!map.has(key)) map.set(key, value);
}

/** A refused GET of the stream, after which the client goes on. */
function streamRefusalOf(entries: readonly Entry[]): SeenFacts {
  const gets = new Set<string>();
  let refused: { readonly seq: number; readonly status: number } | undefined;
  for (const entry of entries) {
    const { exchangeId = "", seq } = entry;
    if (entry.kind === "http-request" && entry.http.method === "GET" && isOfSession(entry)) {
      if (findHeader(entry.http.headers, "mcp-session-id") !== undefined) gets.add(exchangeId);
    } else if (entry.kind === "http-response" && gets.has(exchangeId)) {
      const { status } = entry.http;
      // others refuse the client's credentials or its session, and no stream
      if (status >= 400 && ![401, 403, 404].includes(status)) refused ??= { seq, status };
    } else if (refused && isOfClient(entry) && methodsOf(entry).length > 0) {
      return { streamRefusal: { value: [refused.status], seqs: [refused.seq, seq] } };
    }
  }
  return {};
}

const reasonOfLimit = /tim(?:e|ed)[ -]?out/i;

/** Calls whose cancellation says that it is for their time. */
async function callLimitOf(
  entries: readonly Entry[],
  read: (entry: MessageEntry) => Promise<string>,
): Promise<SeenFacts> {
  const calls = new Map<string, MessageEntry>();
  let count = 0;
  let longest: { readonly ms: number; readonly seqs: readonly number[] } | undefined;
  for (const entry of entries) {
    if (!isOfClient(entry)) continue;
    for (const head of entry.heads) {
      if (head.kind === "request" && head.method === "tools/call") {
        calls.set(`${entry.connectionId} ${JSON.stringify(head.id)}`, entry);
      }
      if (head.kind !== "notification" || head.method !== "notifications/cancelled") continue;
      if (entry.size > maxBytes || entry.heads.length > 1) continue;
      if (++count > maxCancelled) continue;
      const { requestId, reason } = membersOf(parseJsonObject(await read(entry))?.params);
      const call = calls.get(`${entry.connectionId} ${JSON.stringify(requestId)}`);
      if (!call || typeof reason !== "string" || !reasonOfLimit.test(reason)) continue;
      const ms = entry.at - call.at;
      if (ms > (longest?.ms ?? 0)) longest = { ms, seqs: [call.seq, entry.seq] };
    }
  }
  if (!longest) return {};
  // a limit is a whole number of seconds; its timer may be late, and never early
  const value = Math.max(1, Math.floor((longest.ms + 50) / 1000)) * 1000;
  return { callLimit: { value, seqs: longest.seqs } };
}

function factsOfActs(acts: readonly ClientAct[]): SeenFacts {
  let facts: SeenFacts = {};
  for (const { code, state, method, seqs, ms = 0 } of acts) {
    if (code === "follows-pages" && method === "tools/list") {
      if (state === "ok") facts = { ...facts, toolPages: { value: "all", seqs } };
      else facts = { toolPages: { value: "first", seqs }, ...facts };
    } else if (code === "listed-again" && method === "tools/list") {
      if (state === "ok" && ms <= patienceMs) {
        facts = { ...facts, listChanged: { value: "reads-again", seqs } };
      } else if (state === "failed" && ms >= minimumMs) {
        facts = { listChanged: { value: "ignored", seqs }, ...facts };
      }
    } else if (code === "session-renewed") {
      if (state === "ok") facts = { ...facts, sessionLost: { value: "new-session", seqs } };
      else if (state === "failed") facts = { sessionLost: { value: "error", seqs }, ...facts };
    }
  }
  return facts;
}
