/** Reads from a log what decides how a server works with a client. */
import { decodeText } from "../../core/bytes.ts";
import { getOwn } from "../../core/json/getOwn.ts";
import { parseAnyJson } from "../../core/json/jsonObject.ts";
import {
  type Entry,
  type HttpRequestEntry,
  idKey,
  isOfSession,
  type MessageEntry,
} from "../../log/entry.ts";
import type { EventLog } from "../../log/eventLog.ts";
import { messageText } from "../../log/messageText.ts";

/** A tool as the server lists it. */
export interface ObservedTool {
  readonly name: string;
  readonly definition: unknown;
  /** The page of the list that has it; the first is 0. */
  readonly page: number;
  /** The answer that lists it. */
  readonly seq: number;
}

/** A call that was answered. */
export interface ObservedCall {
  readonly tool: string;
  readonly result: unknown;
  readonly ms: number;
  /** The answer. */
  readonly seq: number;
}

/** A fact of the log, and the entry that shows it. */
interface Seen<Value> {
  readonly value: Value;
  readonly seq: number;
}

/** A revision in `initialize`, and what the server answers: undefined if it refuses it. */
export interface Offer {
  readonly offered: string;
  readonly answered: string | undefined;
  readonly seq: number;
}

/** What the metadata of the server's authorization says. */
export interface ObservedAuthorization {
  /** The `resource` of the protected resource. */
  readonly resource?: Seen<string>;
  /** How clients can register at the authorization server. */
  readonly registration?: Seen<readonly ("cimd" | "dcr")[]>;
}

export interface ObservedServer {
  readonly transport: "stdio" | "http" | "sse";
  readonly url: URL | undefined;
  /** The name that the user has given to it in a client. */
  readonly name: string;
  /** What the server answers to each revision that was offered to it. */
  readonly offers: readonly Offer[];
  /** Milliseconds from the first entry to the answer that begins the session. */
  readonly started: Seen<number> | undefined;
  /** Milliseconds to the answer of `server/discover`; undefined if it was not sent. */
  readonly discovered: Seen<number | "no-answer"> | undefined;
  /** The capabilities of the server. */
  readonly capabilities: unknown;
  /** Whether the list of tools was read to its end. */
  readonly isListed: boolean;
  readonly tools: readonly ObservedTool[];
  readonly calls: readonly ObservedCall[];
  /** The status of the first GET of the protocol. */
  readonly streamStatus: Seen<number> | undefined;
  /** The first line on standard output that is no message. */
  readonly strayLine: Seen<true> | undefined;
  /** The first answer that asks for a sign-in. */
  readonly unauthorized: Seen<number> | undefined;
  readonly authorization: ObservedAuthorization;
  /** The documents of apps that were read, by URI. */
  readonly documents: ReadonlyMap<string, Seen<unknown>>;
}

/** Bytes of an answer that is read. */
const maxBytes = 16 * 1024 * 1024;
/** Calls that are kept, the newest. */
const maxCalls = 1000;

const wanted: ReadonlySet<string> = new Set([
  "initialize",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/read",
]);

/**
 * Reads the entries of one connection, in order.
 * @param facts what the log does not say
 * @param pause lets others work, between answers
 */
export async function observeServer(
  log: EventLog,
  connectionId: string,
  facts: Pick<ObservedServer, "transport" | "url" | "name" | "offers">,
  pause: () => Promise<void> = async () => {},
): Promise<ObservedServer> {
  const all = log.snapshot().entries;
  const entries = all.filter((entry) => entry.connectionId === connectionId);
  const seen = createObservation(entries[0]?.at ?? 0);
  const services = new Set<string>();
  const methods = new Map<string, string | undefined>();
  const open = new Map<string, OpenRequest>();
  for (const entry of entries) {
    if (entry.kind === "http-request" && isAboutSignIn(entry)) {
      services.add(entry.exchangeId ?? "");
    }
    const isMetadata = entry.kind === "frame" && entry.holds === "body" && entry.direction === "in";
    if (isMetadata && services.has(entry.exchangeId ?? "") && entry.size <= maxBytes) {
      seen.metadata(parseAnyJson(decodeText(await log.read(entry.seq))), entry.seq);
    }
    if (entry.direction === "out" && entry.exchangeId !== undefined) {
      methods.set(entry.exchangeId, methodOf(entry));
    }
    if (entry.kind === "http-response") {
      seen.response(entry, methods.get(entry.exchangeId ?? ""));
    }
    if (entry.kind !== "message") continue;
    const texts = await readTexts(log, entry, open, pause);
    entry.heads.forEach((head, index) => {
      if (head.kind === "invalid" && entry.carrier === "stdio" && entry.direction === "in") {
        seen.strayLine(entry.seq);
      }
      if (head.kind === "request" && entry.direction === "out" && wanted.has(head.method)) {
        const value = texts?.[index];
        open.set(idKey(head.id), { method: head.method, at: entry.at, value });
        if (head.method === "server/discover") seen.asked(entry);
      }
      const isAnswer = head.kind === "result" || head.kind === "error";
      if (!isAnswer || head.id === null || entry.direction !== "in") return;
      const request = open.get(idKey(head.id));
      open.delete(idKey(head.id));
      if (request) seen.answer(request, texts?.[index], entry);
    });
  }
  return { ...facts, ...seen.result() };
}

/**
 * Reads what a server has answered to `initialize`, in all connections of a log.
 * @param entries those of one server
 */
export async function observeOffers(
  log: EventLog,
  entries: readonly Entry[],
): Promise<readonly Offer[]> {
  const offers: Offer[] = [];
  const open = new Map<string, OpenRequest>();
  for (const entry of entries) {
    if (entry.kind !== "message") continue;
    for (const [index, head] of entry.heads.entries()) {
      const isOffer = head.kind === "request" && head.method === "initialize";
      const isAnswer = head.kind === "result" || head.kind === "error";
      if (!isOffer && (!isAnswer || head.id === null)) continue;
      const key = `${entry.connectionId} ${idKey(head.id ?? "")}`;
      const request = open.get(key);
      if (isOffer ? entry.direction !== "out" : !request || entry.size > maxBytes) continue;
      const text = parseAnyJson(messageText(entry.carrier, await log.read(entry.seq)));
      const value: unknown = Array.isArray(text) ? text[index] : text;
      if (isOffer) open.set(key, { method: head.method, at: entry.at, value });
      else {
        open.delete(key);
        const offered = getOwn(getOwn(request?.value, "params"), "protocolVersion");
        const answered = getOwn(getOwn(value, "result"), "protocolVersion");
        if (typeof offered !== "string") continue;
        offers.push({
          offered,
          answered: typeof answered === "string" ? answered : undefined,
          seq: entry.seq,
        });
      }
    }
  }
  return offers;
}

interface OpenRequest {
  readonly method: string;
  readonly at: number;
  readonly value: unknown;
}

/** The messages of an entry, where one of them is wanted; undefined if none is, or they are too large. */
async function readTexts(
  log: EventLog,
  entry: MessageEntry,
  open: ReadonlyMap<string, OpenRequest>,
  pause: () => Promise<void>,
): Promise<readonly unknown[] | undefined> {
  const isWanted = entry.heads.some((head) => {
    if (head.kind === "request") return entry.direction === "out" && wanted.has(head.method);
    return head.kind === "result" && head.id !== null && open.has(idKey(head.id));
  });
  if (!isWanted || entry.size > maxBytes) return undefined;
  await pause();
  const value = parseAnyJson(messageText(entry.carrier, await log.read(entry.seq)));
  return Array.isArray(value) ? value : [value];
}

/** A request of a sign-in, or one in which a diagnosis follows its discovery. */
function isAboutSignIn({ service, initiator, http }: HttpRequestEntry): boolean {
  if (service === "authorization") return true;
  return initiator?.kind === "diagnosis" && /\/\.well-known\/(?:oauth|openid)-/.test(http.url);
}

/** The HTTP method of what was sent in the session; undefined for a service, and for a diagnosis. */
function methodOf(entry: Entry): string | undefined {
  if (entry.kind === "http-request") return isOfSession(entry) ? entry.http.method : undefined;
  return entry.kind === "message" ? "POST" : undefined;
}

/** Collects what the entries say. */
function createObservation(startedAt: number) {
  let started: ObservedServer["started"];
  let discovered: ObservedServer["discovered"];
  /** The request of it, while it has no answer. */
  let askedIn: Pick<MessageEntry, "exchangeId" | "at"> | undefined;
  let capabilities: unknown;
  let isListed = false;
  let page = 0;
  let tools: ObservedTool[] = [];
  const calls: ObservedCall[] = [];
  let streamStatus: ObservedServer["streamStatus"];
  let strayLine: ObservedServer["strayLine"];
  let unauthorized: ObservedServer["unauthorized"];
  const documents = new Map<string, Seen<unknown>>();
  let authorization: ObservedAuthorization = {};

  const list = (params: unknown, result: unknown, seq: number) => {
    page = getOwn(params, "cursor") === undefined ? 0 : page + 1;
    if (page === 0) tools = [];
    const items = getOwn(result, "tools");
    for (const definition of Array.isArray(items) ? items : []) {
      const name = getOwn(definition, "name");
      if (typeof name === "string") tools.push({ name, definition, page, seq });
    }
    isListed = Array.isArray(items) && getOwn(result, "nextCursor") === undefined;
  };
  const call = (params: unknown, result: unknown, ms: number, seq: number) => {
    const tool = getOwn(params, "name");
    if (typeof tool !== "string" || result === undefined) return;
    calls.push({ tool, result, ms, seq });
    if (calls.length > maxCalls) calls.shift();
  };
  return {
    strayLine(seq: number) {
      strayLine ??= { value: true, seq };
    },
    metadata(value: unknown, seq: number) {
      const resource = getOwn(value, "resource");
      if (typeof resource === "string") {
        authorization = { resource: { value: resource, seq }, ...authorization };
      }
      if (typeof getOwn(value, "token_endpoint") !== "string") return;
      const registration = {
        value: [
          ...(getOwn(value, "client_id_metadata_document_supported") === true
            ? (["cimd"] as const)
            : []),
          ...(getOwn(value, "registration_endpoint") === undefined ? [] : (["dcr"] as const)),
        ],
        seq,
      };
      authorization = { registration, ...authorization };
    },
    asked({ seq, at, exchangeId }: MessageEntry) {
      if (discovered) return;
      discovered = { value: "no-answer", seq };
      askedIn = { exchangeId, at };
    },
    response(entry: Extract<Entry, { kind: "http-response" }>, method?: string) {
      const { http, seq, at, exchangeId } = entry;
      // a refusal is an answer, too: clients go on with the handshake
      if (askedIn && askedIn.exchangeId === exchangeId && http.status >= 400) {
        discovered = { value: at - askedIn.at, seq };
        askedIn = undefined;
      }
      if (method === "GET") streamStatus ??= { value: http.status, seq };
      if (method !== undefined && http.status === 401) {
        unauthorized ??= { value: http.status, seq };
      }
    },
    answer({ method, at, value }: OpenRequest, answer: unknown, entry: MessageEntry) {
      const { seq } = entry;
      const [params, result] = [getOwn(value, "params"), getOwn(answer, "result")];
      const ms = entry.at - at;
      if (method === "server/discover") discovered = { value: ms, seq };
      if (method === "initialize" || method === "server/discover") {
        if (result === undefined) return;
        started ??= { value: entry.at - startedAt, seq };
        capabilities = getOwn(result, "capabilities");
      }
      if (method === "tools/list") list(params, result, seq);
      if (method === "tools/call") call(params, result, ms, seq);
      if (method === "resources/read") {
        const contents = getOwn(result, "contents");
        const uri = getOwn(params, "uri");
        const [content] = Array.isArray(contents) ? contents : [];
        if (typeof uri === "string" && content !== undefined) {
          documents.set(uri, { value: content, seq });
        }
      }
    },
    result: () => ({
      started,
      discovered,
      capabilities,
      isListed,
      tools,
      calls,
      streamStatus,
      strayLine,
      unauthorized,
      authorization,
      documents,
    }),
  };
}
