/** The server under examination over one connection, as scenarios see it. */

import type { Connected } from "../client/connected.ts";
import type { Call } from "../client/session/call.ts";
import { startCall } from "../collections/runCalls.ts";
import { type Clock, sleep } from "../core/clock.ts";
import type { Entry, MessageEntry } from "../log/entry.ts";
import type { EventLog } from "../log/eventLog.ts";
import { messageText } from "../log/messageText.ts";
import type { Header } from "../protocol/headers.ts";
import { type Revision, traitsOf } from "../protocol/revisions.ts";
import type { HttpOptions } from "../transport/http/httpOptions.ts";
import { versionHeaders } from "../transport/http/httpRequests.ts";
import type { ExaminedLists } from "./examinedLists.ts";
import { type RawRequest, type RawResponse, sendRaw } from "./rawHttp.ts";
import { noReply, parsed, type Reply, replyOf, statusOf } from "./replies.ts";

/** A tool that may be called, and with what. */
export interface AllowedCall {
  readonly tool: unknown;
  readonly name: string;
  /** JSON text of an object. */
  readonly argumentsText: string;
  /** Whether it is sent only once in the examination, exactly as it is. */
  readonly isOnce?: boolean;
}

/** A call after its cancellation. */
export interface CancelledCall {
  /** The answer; failed if there was none. */
  readonly reply: Reply;
  /** The answer to a ping after the cancellation. */
  readonly alive: Reply;
  /** Whether the answer came before the cancellation. */
  readonly wasAnswered: boolean;
  /** The entry of the cancellation. */
  readonly evidence: readonly number[];
}

/** Milliseconds for which a call runs before it is cancelled, and for which an answer is waited for. */
const [maxRunMs, maxCancelMs] = [500, 1000];

/** Milliseconds after the start in which servers ask for roots. */
const settleMs = 1000;

export interface Subject {
  readonly revision: Revision;
  readonly isModern: boolean;
  readonly connected: Connected;
  readonly lists: ExaminedLists;
  /** The tools that may be called. */
  readonly calls: readonly AllowedCall[];
  /** Those that take longer than the timeout of calls. */
  readonly slowCalls: readonly AllowedCall[];
  /** Undefined where the connection is not Streamable HTTP. */
  readonly http: HttpOptions | undefined;
  /** The entries of the connection, from its start; raw requests have another id. */
  entries(): readonly Entry[];
  read: EventLog["read"];
  /** The message of an entry; undefined if it is not JSON. */
  messageOf(entry: MessageEntry): Promise<unknown>;
  /** Sends a request with the metadata of the revision, whether the server declares its capability or not. */
  request(method: string, params?: object): Promise<Reply>;
  /** Sends a text as it is; of a text without a request there is no reply. */
  send(text: string): Promise<Reply>;
  /** Calls a tool to its end, tasks and input included; input is declined. */
  call(allowed: AllowedCall): Promise<Reply>;
  /**
   * Sends `tools/call` once.
   * @param meta members of its `_meta`
   */
  callOnce(allowed: AllowedCall, meta: object): Promise<Reply>;
  /** Calls a tool and cancels the call while it runs, as the legacy era does. */
  callAndCancel(allowed: AllowedCall): Promise<CancelledCall>;
  /** The JSON text of a request with the metadata of the revision. */
  compose(method: string, params?: object): string;
  /**
   * Sends a raw HTTP request, with the headers that the transport would send.
   * @param headers replace them; undefined leaves one out
   */
  raw(
    request: Pick<RawRequest, "method" | "text">,
    headers?: Readonly<Record<string, string | undefined>>,
  ): Promise<RawResponse>;
  /** Whether HTTP requests may have any Origin; a page's own may not. */
  readonly canSetOrigin: boolean;
  /**
   * The place where JSON text first breaks a schema, as an RFC 6901 JSON pointer; undefined if it
   * fits, or if that cannot be told.
   */
  firstMisfit(schema: unknown, text: string): Promise<string | undefined>;
  /** Waits until the server has asked what it asks at the start, and was answered. */
  settle(): Promise<void>;
  /** Closes the connection, and ends the process that it started; only for the last scenario. */
  close(): Promise<void>;
  /** Waits for the first message of an exchange. */
  firstMessage(exchangeId: string | undefined): Promise<MessageEntry | undefined>;
}

interface SubjectOptions {
  /** The id of the scenario that sends the requests. */
  readonly scenario: string;
  readonly close: Subject["close"];
  readonly connected: Connected;
  readonly revision: Revision;
  readonly http: HttpOptions | undefined;
  readonly log: EventLog;
  readonly connectionId: string;
  /** The names of tools that take longer than the timeout of calls; they are not called again. */
  readonly slowTools: Set<string>;
  /** The calls that may be sent once and were. */
  readonly sentOnce: Set<string>;
  readonly lists: Subject["lists"];
  readonly calls: readonly AllowedCall[];
  readonly canSetOrigin: boolean;
  readonly firstMisfit: Subject["firstMisfit"];
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly callTimeoutMs: number;
}

const keyOf = ({ name, argumentsText }: AllowedCall) => JSON.stringify([name, argumentsText]);

export function createSubject(options: SubjectOptions): Subject {
  const { timeoutMs, callTimeoutMs, clock, log, connectionId, ...rest } = options;
  const { slowTools, sentOnce, scenario, ...facts } = rest;
  const initiator = { kind: "examination", id: scenario } as const;
  const { connected, revision, http } = facts;
  const { session, transport } = connected;
  const limits = { timeoutMs, maximumMs: timeoutMs * 2 };
  const compose = (method: string, params?: object) => {
    const text = params === undefined ? undefined : JSON.stringify(params);
    return session.compose(method, text);
  };
  const standardHeaders = (text: string) => {
    const sessionId = transport.sessionId?.();
    const headers: readonly Header[] = [
      ["content-type", "application/json"],
      ["accept", "application/json, text/event-stream"],
      ...versionHeaders(revision),
      ...(sessionId === undefined ? [] : [["mcp-session-id", sessionId] as const]),
      ...session.era().headers(parsed(text)),
    ];
    return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  };
  const replyTo = async ({ entry, done }: Pick<Call, "entry" | "done">) =>
    replyOf(await done, [entry.seq], log, entry.exchangeId);
  const send = async (text: string): Promise<Reply> => {
    const { calls, entry, delivered } = session.send(text, { limits, initiator });
    const [call] = calls;
    if (call) return replyTo(call);
    const failure = await delivered;
    return { ...noReply(failure), status: statusOf(log, entry.exchangeId), evidence: [entry.seq] };
  };
  /** Whether a call may be sent; from then on, one that may be sent once may not. */
  const claim = (allowed: AllowedCall) => {
    if (!allowed.isOnce) return true;
    const key = keyOf(allowed);
    if (sentOnce.has(key) || !facts.calls.some((each) => keyOf(each) === key)) return false;
    sentOnce.add(key);
    return true;
  };
  const startTool = ({ name, argumentsText }: AllowedCall, meta: object, timeout: number) => {
    const params = { name, arguments: parsed(argumentsText), _meta: meta };
    const callLimits = { timeoutMs: timeout, maximumMs: timeout };
    const options = { limits: callLimits, omitCancellation: true, initiator };
    return session.send(compose("tools/call", params), options).calls[0];
  };
  const entries = () =>
    log.snapshot().entries.filter((entry) => entry.connectionId === connectionId);
  return {
    ...facts,
    calls: facts.calls.filter((each) => !slowTools.has(each.name) && !sentOnce.has(keyOf(each))),
    slowCalls: facts.calls.filter(({ name, isOnce }) => slowTools.has(name) && !isOnce),
    entries,
    read: log.read,
    messageOf: async (entry) => parsed(messageText(entry.carrier, await log.read(entry.seq))),
    http: transport.kind === "streamable-http" ? http : undefined,
    isModern: traitsOf(revision).era === "modern",
    compose,
    send,
    request: (method, params) => send(compose(method, params)),
    async call(allowed) {
      if (!claim(allowed)) return noReply(undefined);
      const { tool, name, argumentsText } = allowed;
      const call = { kind: "tool", item: name, argumentsText } as const;
      const callLimits = { timeoutMs: callTimeoutMs, maximumMs: callTimeoutMs };
      const operation = startCall(connected, call, tool, { limits: callLimits, initiator });
      const outcome = await operation.done;
      const { entry } = operation;
      if (outcome.kind === "failed" && outcome.failure.code === "timeout") slowTools.add(name);
      return replyOf(outcome, [entry.seq], log, entry.exchangeId);
    },
    async callOnce(allowed, meta) {
      const call = claim(allowed) ? startTool(allowed, meta, callTimeoutMs) : undefined;
      return call ? replyTo(call) : noReply(undefined);
    },
    async callAndCancel(allowed) {
      const call = startTool(allowed, {}, maxRunMs + 3 * timeoutMs);
      // the server must have begun the call
      await sleep(clock, Math.min(callTimeoutMs / 3, maxRunMs));
      const params = JSON.stringify({ requestId: call?.id, reason: "conformance" });
      const { entry, delivered } = session.notify("notifications/cancelled", params);
      // the time begins once the server has the cancellation, however slow it is
      await delivered;
      const { entries: before } = log.snapshot();
      const deliveredAt = (before[0]?.seq ?? 0) + before.length;
      await Promise.race([call?.done, sleep(clock, Math.min(callTimeoutMs / 2, maxCancelMs))]);
      const alive = await send(compose("ping"));
      call?.abandon();
      const reply = call ? await replyTo(call) : noReply(undefined);
      const answeredAt = reply.kind === "failed" ? Number.POSITIVE_INFINITY : reply.evidence.at(-1);
      // a result was sent before the server had the cancellation; an error may be its answer to it
      const since = reply.kind === "result" ? deliveredAt : entry.seq;
      const wasAnswered = answeredAt !== undefined && answeredAt < since;
      return { reply, alive, wasAnswered, evidence: [entry.seq] };
    },
    async settle() {
      await sleep(clock, settleMs);
      // its answer comes after what the server was told before
      await send(compose(traitsOf(revision).era === "modern" ? "server/discover" : "ping"));
    },
    raw(request, headers = {}) {
      if (!http) throw new Error("Raw requests need HTTP");
      const merged = { ...standardHeaders(request.text ?? ""), ...headers };
      const sent = Object.entries(merged).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      return sendRaw(http, { ...request, headers: sent, timeoutMs });
    },
    async firstMessage(exchangeId) {
      const find = () =>
        entries().find(
          (entry): entry is MessageEntry =>
            entry.kind === "message" && entry.direction === "in" && entry.exchangeId === exchangeId,
        );
      const { promise, resolve } = Promise.withResolvers<void>();
      const unsubscribe = log.subscribe(() => find() && resolve());
      const stop = clock.after(timeoutMs, resolve);
      if (!find()) await promise;
      unsubscribe();
      stop();
      return find();
    },
  };
}
