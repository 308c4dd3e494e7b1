/** The server under examination over one connection, as scenarios see it. */

import type { Connected } from "../client/connected.ts";
import type { Call } from "../client/session/call.ts";
import type { RequestOutcome } from "../client/session/outcome.ts";
import { startCall } from "../collections/runCalls.ts";
import { type Clock, sleep } from "../core/clock.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { importantLine } from "../core/text/errorOutput.ts";
import { shortened } from "../core/text/shortened.ts";
import type { Entry, MessageEntry } from "../log/entry.ts";
import type { EventLog } from "../log/eventLog.ts";
import { messageText } from "../log/messageText.ts";
import { findingText } from "../messages/findingText.ts";
import { checkMessage, checkResult } from "../protocol/check/checkMessage.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import type { Header } from "../protocol/headers.ts";
import { type Revision, traitsOf } from "../protocol/revisions.ts";
import type { HttpOptions } from "../transport/http/httpOptions.ts";
import { versionHeaders } from "../transport/http/httpRequests.ts";
import { type RawRequest, type RawResponse, sendRaw } from "./rawHttp.ts";

/** How the server answered a request. */
export interface Reply {
  readonly kind: "result" | "error" | "failed";
  /** The result. */
  readonly value: unknown;
  /** The code of the error. */
  readonly code: number | undefined;
  /** What it was, as the end of a sentence: `with the error -32601 (Method not found)`. */
  readonly text: string;
  /** The HTTP status of its response. */
  readonly status: number | undefined;
  /** The answer as received; undefined if there was none. */
  readonly message: unknown;
  /** Why there was no answer. */
  readonly failure: Failure | undefined;
  readonly evidence: readonly number[];
}

/** A tool that may be called, and with what. */
export interface AllowedCall {
  readonly tool: unknown;
  readonly name: string;
  /** JSON text of an object. */
  readonly argumentsText: string;
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

/** A list of the server, by the member of its results. */
export interface ExaminedList {
  readonly method: string;
  readonly items: readonly unknown[];
  /** Its first page. */
  readonly first: Reply;
  /** The cursor of the second page. */
  readonly next: string | undefined;
}

export const listMethods = {
  tools: "tools/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
  prompts: "prompts/list",
} as const;

/** Milliseconds for which a call runs before it is cancelled, and for which an answer is waited for. */
const [maxRunMs, maxCancelMs] = [500, 1000];

export type ListName = keyof typeof listMethods;

export interface Subject {
  readonly revision: Revision;
  readonly isModern: boolean;
  readonly connected: Connected;
  /** Absent where the server does not declare the capability. */
  readonly lists: Readonly<Partial<Record<ListName, ExaminedList>>>;
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
  readonly lists: Subject["lists"];
  readonly calls: readonly AllowedCall[];
  readonly canSetOrigin: boolean;
  readonly firstMisfit: Subject["firstMisfit"];
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly callTimeoutMs: number;
}

export function createSubject(options: SubjectOptions): Subject {
  const { timeoutMs, callTimeoutMs, clock, log, connectionId, slowTools, scenario, ...facts } =
    options;
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
    calls: facts.calls.filter(({ name }) => !slowTools.has(name)),
    slowCalls: facts.calls.filter(({ name }) => slowTools.has(name)),
    entries,
    read: log.read,
    messageOf: async (entry) => parsed(messageText(entry.carrier, await log.read(entry.seq))),
    http: transport.kind === "streamable-http" ? http : undefined,
    isModern: traitsOf(revision).era === "modern",
    compose,
    send,
    request: (method, params) => send(compose(method, params)),
    async call({ tool, name, argumentsText }) {
      const call = { kind: "tool", item: name, argumentsText } as const;
      const callLimits = { timeoutMs: callTimeoutMs, maximumMs: callTimeoutMs };
      const operation = startCall(connected, call, tool, { limits: callLimits, initiator });
      const outcome = await operation.done;
      const { entry } = operation;
      if (outcome.kind === "failed" && outcome.failure.code === "timeout") slowTools.add(name);
      return replyOf(outcome, [entry.seq], log, entry.exchangeId);
    },
    async callOnce(allowed, meta) {
      const call = startTool(allowed, meta, callTimeoutMs);
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
      await Promise.race([call?.done, sleep(clock, Math.min(callTimeoutMs / 2, maxCancelMs))]);
      const alive = await send(compose("ping"));
      call?.abandon();
      const reply = call ? await replyTo(call) : noReply(undefined);
      const wasAnswered = reply.kind !== "failed" && (reply.evidence.at(-1) ?? 0) < entry.seq;
      return { reply, alive, wasAnswered, evidence: [entry.seq] };
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

/** Reads a list to its end. */
export async function readList(
  connected: Connected,
  name: ListName,
  log: EventLog,
): Promise<ExaminedList> {
  const method = listMethods[name];
  const call = connected.session.request(method);
  const first = replyOf(await call.done, [call.entry.seq], log, call.entry.exchangeId);
  const page = getOwn(first.value, name);
  const next = getOwn(first.value, "nextCursor");
  const pages =
    typeof next === "string"
      ? await connected.list(method, name, { reload: true, from: next })
      : undefined;
  const items = [...(Array.isArray(page) ? page : []), ...(pages?.items ?? [])];
  return { method, items, first, next: typeof next === "string" ? next : undefined };
}

function replyOf(
  outcome: RequestOutcome,
  sent: readonly number[],
  log: EventLog,
  exchangeId: string | undefined,
): Reply {
  const status = statusOf(log, exchangeId);
  if (outcome.kind === "cancelled")
    return { ...noReply({ code: "closed" }), status, evidence: sent };
  if (outcome.kind === "failed") {
    return { ...noReply(outcome.failure), status, evidence: sent };
  }
  const { answer } = outcome;
  const common = {
    status,
    message: parsed(answer.text),
    failure: undefined,
    evidence: [...sent, answer.entry.seq],
  };
  if (outcome.kind === "result") {
    return {
      ...common,
      kind: "result",
      value: outcome.value,
      code: undefined,
      text: "with a result",
    };
  }
  const { code, message } = outcome.error;
  const text = Number.isNaN(code)
    ? "with neither a result nor a valid error"
    : `with the error ${code} (${startOf(message)})`;
  return { ...common, kind: "error", value: undefined, code, text };
}

/** The start of a server's text, on one line. */
function startOf(text: string): string {
  return shortened(text.slice(0, 200).replace(/\s+/g, " "), 80);
}

function noReply(failure: Failure | undefined): Reply {
  const text =
    failure === undefined
      ? "with nothing"
      : failure.code === "http-status"
        ? `with the HTTP status ${failure.status}`
        : failure.code === "timeout"
          ? `with nothing in ${Math.round(failure.afterMs / 100) / 10} s`
          : failure.code === "exited"
            ? `with nothing: ${exitText(failure)}`
            : `with nothing (${failure.code})`;
  return {
    kind: "failed",
    value: undefined,
    code: undefined,
    text,
    status: undefined,
    message: undefined,
    failure,
    evidence: [],
  };
}

/** How a process ended, with the line of its standard error that matters; without a full stop. */
export function exitText({
  exitCode,
  signal,
  stderr,
}: Extract<Failure, { readonly code: "exited" }>): string {
  const how = signal ? `was ended by ${signal}` : `exited with code ${exitCode}`;
  const line = importantLine(stderr);
  return `the server ${how}${line === undefined ? "" : `: ${line.replace(/\.$/, "")}`}`;
}

function statusOf(log: EventLog, exchangeId: string | undefined): number | undefined {
  if (exchangeId === undefined) return undefined;
  const { entries } = log.snapshot();
  const head = entries.findLast(
    (entry) => entry.kind === "http-response" && entry.exchangeId === exchangeId,
  );
  return head?.kind === "http-response" ? head.http.status : undefined;
}

/** Whether the server refused a request: with an error, or an HTTP status of the client's mistake. */
export function isRefused({ kind, failure }: Reply): boolean {
  if (kind === "error") return true;
  return failure?.code === "http-status" && failure.status >= 400 && failure.status < 500;
}

/**
 * The first violation of the schema in an answer, as a sentence; undefined if there is none.
 * @param about the name or URI that was asked for, if the method has one
 */
export function schemaProblem(
  { revision }: Pick<Subject, "revision">,
  method: string,
  reply: Reply,
  about?: unknown,
): string | undefined {
  const asked = about === undefined ? method : `${method} of ${startOf(String(about))}`;
  if (reply.kind !== "result") return `${asked} was answered ${reply.text}.`;
  const findings = [
    ...checkMessage(revision, "server-to-client", reply.message),
    ...checkResult(revision, method, reply.value).map((finding) => ({
      ...finding,
      pointer: `/result${finding.pointer}`,
    })),
  ];
  const violation = findings.find(({ severity }) => severity === "violation");
  if (!violation) return undefined;
  return `The answer to ${asked} breaks the schema at ${violation.pointer || "/"}: ${findingText(violation)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
