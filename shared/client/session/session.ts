/** A conversation in JSON-RPC: who asked what, and which answer belongs to it. */
import { decodeText, encodeText } from "../../core/bytes.ts";
import type { Clock } from "../../core/clock.ts";
import type { Failure } from "../../core/failures/failure.ts";
import { getOwn } from "../../core/getOwn.ts";
import type { Header } from "../../core/headers.ts";
import { textAt } from "../../core/json/textAt.ts";
import type { JsonRpcId, MessageHead } from "../../core/jsonRpc.ts";
import { idKey, type MessageEntry } from "../../log/entry.ts";
import { latest } from "../../mcp/revisions.ts";
import type {
  Delivery,
  ReceivedFrame,
  ReceivedMessage,
  Transport,
} from "../../transport/transport.ts";
import type { Era } from "../era.ts";
import { createLegacyEra } from "../era.ts";
import type { AnswerInput } from "../input/serverInput.ts";
import { createServerRequests } from "../input/serverRequests.ts";
import { composeNotification, composeRequest, withMeta } from "./compose.ts";
import type { Outcome } from "./outcome.ts";
import { outcomeOf } from "./outcomeOf.ts";
import { createPendingRequests, type Limits, type PendingRequest } from "./pendingRequests.ts";
import { type Progress, progressOf } from "./progress.ts";
import { unsentEntry } from "./unsentEntry.ts";

export interface CallOptions {
  readonly headers?: readonly Header[];
  /** Overrides the session's limits. */
  readonly limits?: Partial<Limits>;
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels the request, as {@link Call.cancel} does. */
  readonly signal?: AbortSignal;
  /** Says nothing to the server where the time is over. */
  readonly omitCancellation?: boolean;
}

/** A request in flight. */
export interface Call {
  readonly id: JsonRpcId;
  readonly method: string;
  /** The entry that holds what was sent. */
  readonly entry: MessageEntry;
  /** Settles once; never rejects. */
  readonly done: Promise<Outcome>;
  /** Gives the request up and tells the server so. */
  cancel(): void;
  /** Gives the request up without a word; a stream that it has to itself is closed. */
  abandon(): void;
}

/** Bytes that were sent, and the requests that were found in them. */
export interface Sent {
  readonly entry: MessageEntry;
  readonly calls: readonly Call[];
  /** Why the bytes could not be delivered; undefined when they were. */
  readonly delivered: Promise<Failure | undefined>;
}

export interface SessionOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limits: () => Limits;
  /** The last id that was used, where the conversation goes on over a new channel. */
  readonly lastId?: number;
  readonly answerInput: AnswerInput;
  readonly onNotification: (method: string, params: unknown, entry: MessageEntry) => void;
  /** Told of each frame that is no JSON. */
  readonly onNotJson?: (text: string) => void;
  /** The transport is gone; every call has been settled before. */
  readonly onClosed: (failure: Failure) => void;
}

export interface Session {
  /** Opens the transport; returns why it could not, if so. */
  open(): Promise<Failure | undefined>;
  /** Whether the channel was closed or lost: then nothing is sent, and each call fails at once. */
  isClosed(): boolean;
  /** The era that requests are composed in. */
  era(): Era;
  /** Goes over to another era; what is in flight is not touched. */
  setEra(era: Era): void;
  /** The id that the next request will have. */
  nextId(): number;
  /**
   * Sends a request, with what the era says on each.
   * @param paramsText the JSON text of its params, every byte of which is sent; a function gets the id
   * @throws {TypeError} when the params are not JSON; they were sent all the same
   */
  request(method: string, paramsText?: ParamsText, options?: CallOptions): Call;
  notify(method: string, paramsText?: string): Sent;
  /** Sends bytes exactly as they are, and waits for answers to the requests in them, if any. */
  send(bytes: Uint8Array, options?: CallOptions): Sent;
  /** Settles every call and closes the transport. */
  close(): Promise<void>;
}

export type ParamsText = string | ((id: number) => string);

/** Ids that a person chose are counted on from up to here: beyond 2^53 numbers would repeat. */
const highestId = 2 ** 52;

/** Makes a session over a transport; nothing is sent until asked for. */
export function createSession(options: SessionOptions): Session {
  const { transport, clock } = options;
  const pending = createPendingRequests(clock);
  /** Requests that asked for progress, by their token. */
  const reporting = new Map<string, { waiting: PendingRequest; tell: CallOptions["onProgress"] }>();
  const sentEntries = new WeakMap<PendingRequest, MessageEntry>();
  const serverRequests = createServerRequests({
    answerInput: options.answerInput,
    reply: (text) => void transport.send(encodeText(text)),
    pause: pending.pause,
  });
  let era = createLegacyEra(latest.legacy);
  let lastId = options.lastId ?? 0;
  /** Why nothing can be sent any more; undefined while the channel is there. */
  let ended: Failure | undefined;

  const isCounted = (id: number) =>
    Number.isInteger(id) && id > lastId && (id < highestId || id === lastId + 1);

  const receive = (frame: ReceivedFrame) => {
    for (const message of frame.messages) {
      const { head } = message;
      if (head.kind === "result" || head.kind === "error") settle(head.id, frame, message);
      else if (head.kind === "request") receiveRequest(frame, message);
      else if (head.kind === "notification") handleNotification(frame, message, head.method);
      else if (head.reason === "not-json") options.onNotJson?.(frame.text);
      else if (head.id !== undefined && head.method === undefined) settle(head.id, frame, message);
    }
  };

  const settle = (id: JsonRpcId | null, frame: ReceivedFrame, message: ReceivedMessage) => {
    const waiting = id === null ? onlyOneOf(frame) : pending.find(id, frame.entry.exchangeId);
    if (!waiting) return;
    const ms = frame.entry.at - waiting.startedAt;
    waiting.settle(
      outcomeOf(message, { entry: frame.entry, text: frame.text, path: ["result"], ms }),
    );
  };

  /** An error without an id answers the request of its exchange, if that sent just one. */
  const onlyOneOf = (frame: ReceivedFrame) => {
    const { exchangeId } = frame.entry;
    if (exchangeId === undefined) return undefined;
    const same = pending.all().filter((waiting) => waiting.exchangeId === exchangeId);
    return same.length === 1 ? same[0] : undefined;
  };

  /** The modern era has no requests from servers, and nothing that could carry an answer to one. */
  const receiveRequest = (frame: ReceivedFrame, message: ReceivedMessage) => {
    if (era.kind === "legacy") serverRequests.take(frame, message, causeOf(frame));
  };

  /** The call of the same exchange, else the only call there is. */
  const causeOf = (frame: ReceivedFrame): number | undefined => {
    const all = pending.all();
    const { exchangeId } = frame.entry;
    const same = all.find(
      (waiting) => exchangeId !== undefined && waiting.exchangeId === exchangeId,
    );
    const cause = same ?? (all.length === 1 ? all[0] : undefined);
    return cause && sentEntries.get(cause)?.seq;
  };

  const handleNotification = (frame: ReceivedFrame, message: ReceivedMessage, method: string) => {
    const params = getOwn(message.value, "params");
    if (method === "notifications/progress") {
      const token = getOwn(params, "progressToken");
      const request = isId(token) ? reporting.get(idKey(token)) : undefined;
      request?.waiting.heard();
      request?.tell?.(progressOf(params));
    }
    if (method === "notifications/cancelled") {
      const id = getOwn(params, "requestId");
      if (isId(id)) serverRequests.withdraw(id);
    }
    options.onNotification(method, params, frame.entry);
  };

  const notify = (method: string, paramsText?: string) =>
    send(encodeText(composeNotification(method, paramsText)));

  /** Where closing the stream does not say it, a notification has to. */
  const notifyCancelled = (method: string, idText: string, reason: string) => {
    if (method === "initialize") return;
    if (era.kind === "modern" && transport.kind !== "stdio") return;
    notify("notifications/cancelled", `{"requestId":${idText},"reason":"${reason}"}`);
  };

  const unsentResult = (bytes: Uint8Array, failure: Failure): Sent => {
    const entry = unsentEntry(bytes, transport.kind, clock.now());
    const done = Promise.resolve<Outcome>({ kind: "failed", failure, ms: 0 });
    const calls = entry.heads.flatMap((head): Call[] => {
      const asked = requestOf(head);
      return asked ? [{ ...asked, entry, done, cancel() {}, abandon() {} }] : [];
    });
    return { entry, calls, delivered: Promise.resolve(failure) };
  };

  const send = (bytes: Uint8Array, callOptions: CallOptions = {}): Sent => {
    if (ended) return unsentResult(bytes, ended);
    const control = new AbortController();
    const mine: PendingRequest[] = [];
    let stop: (() => void) | undefined;
    // nobody waits for what has no answer: it only has to get there in time
    const startLimit = () => {
      const { timeoutMs } = { ...options.limits(), ...callOptions.limits };
      const isLimited = mine.length === 0 && timeoutMs > 0;
      return isLimited ? clock.after(timeoutMs, () => control.abort()) : undefined;
    };
    const { entry, delivery, queued } = transport.send(bytes, {
      signal: control.signal,
      headers: callOptions.headers ?? [],
      mirror: era.headers,
      hold() {
        stop?.();
        const resumeTimers = pending.pause();
        return () => {
          resumeTimers();
          stop = startLimit();
        };
      },
      onAgain: (again) => {
        for (const waiting of mine) waiting.resent(again.exchangeId, again.at);
      },
    });
    const calls = entry.heads.flatMap((head, index): Call[] => {
      const asked = requestOf(head);
      if (!asked) return [];
      const { id, method } = asked;
      if (typeof id === "number" && isCounted(id)) lastId = id;

      const settleEarly = (
        waiting: PendingRequest,
        outcome: Outcome,
        reason: string | undefined,
      ) => {
        if (!waiting.isPending()) return;
        waiting.settle(outcome);
        const place = entry.batch ? [index, "id"] : ["id"];
        const idText = () => textAt(decodeText(bytes), place) ?? JSON.stringify(id);
        if (reason !== undefined && waiting.hasLeft) notifyCancelled(method, idText(), reason);
        if (!mine.some((other) => other.isPending())) control.abort();
      };
      const waiting = pending.add({
        id,
        method,
        exchangeId: entry.exchangeId,
        startedAt: entry.at,
        queued,
        limits: { ...options.limits(), ...callOptions.limits },
        onTimeout(late) {
          const ms = clock.now() - late.startedAt;
          const failure: Failure = { code: "timeout", afterMs: ms };
          const reason = callOptions.omitCancellation ? undefined : "Timed out";
          settleEarly(late, { kind: "failed", failure, ms }, reason);
        },
      });
      mine.push(waiting);
      sentEntries.set(waiting, entry);
      if (head.kind === "request" && head.progressToken !== undefined) {
        const key = idKey(head.progressToken);
        reporting.set(key, { waiting, tell: callOptions.onProgress });
        void waiting.done.then(() => reporting.delete(key));
      }
      const end = (reason: string | undefined) =>
        settleEarly(waiting, { kind: "cancelled", ms: clock.now() - waiting.startedAt }, reason);
      const abandon = () => end(undefined);
      const cancel = () => end("Cancelled by the user");
      if (callOptions.signal?.aborted) cancel();
      callOptions.signal?.addEventListener("abort", cancel, { once: true });
      void waiting.done.then(() => callOptions.signal?.removeEventListener("abort", cancel));
      return [{ id, method, entry, done: waiting.done, cancel, abandon }];
    });

    stop = startLimit();
    const delivered = delivery.then((how) => {
      stop?.();
      const failure = failureOf(how);
      if (failure) fail(mine, failure);
      return how.kind === "failed" ? how.failure : undefined;
    });
    return { entry, calls, delivered };
  };

  const fail = (waitings: readonly PendingRequest[], failure: Failure) => {
    for (const waiting of waitings) {
      waiting.settle({ kind: "failed", failure, ms: clock.now() - waiting.startedAt });
    }
  };

  const settleAll = (failure: Failure) => {
    ended ??= failure;
    serverRequests.close();
    fail(pending.all(), failure);
  };

  return {
    open: () =>
      transport.open({
        frame: receive,
        closed(failure) {
          if (ended) return;
          settleAll(failure);
          options.onClosed(failure);
        },
      }),
    isClosed: () => ended !== undefined,
    era: () => era,
    setEra(next) {
      era = next;
    },
    nextId: () => lastId + 1,
    request(method, paramsText, callOptions) {
      const id = lastId + 1;
      const params = typeof paramsText === "function" ? paramsText(id) : paramsText;
      const text = composeRequest(id, method, withMeta(params, era.meta()));
      const [call] = send(encodeText(text), callOptions).calls;
      if (!call) throw new TypeError(`The params of ${method} are not JSON: ${params}`);
      return call;
    },
    notify,
    send,
    async close() {
      settleAll({ code: "closed" });
      await transport.close();
    },
  };
}

/** Why requests that are still unanswered will stay so; undefined while answers may come. */
function failureOf(delivery: Delivery): Failure | undefined {
  switch (delivery.kind) {
    case "delivered":
      return undefined;
    case "failed":
      return delivery.failure;
    case "answered":
      return { code: "no-answer", status: delivery.status };
    case "aborted":
      return { code: "closed" };
  }
}

/** The request in a message, broken or not; undefined where nothing could answer it. */
function requestOf(head: MessageHead): { id: JsonRpcId; method: string } | undefined {
  if (head.kind !== "request" && head.kind !== "invalid") return undefined;
  const { id, method } = head;
  return id === undefined || method === undefined ? undefined : { id, method };
}

function isId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || typeof value === "number";
}
