/** A JSON-RPC session over a transport: sends requests, matches answers, handles requests from the server. */
import { decodeText, encodeText } from "../../core/bytes.ts";
import type { Clock } from "../../core/clock.ts";
import { onOneLine } from "../../core/json/stringLiterals.ts";
import { textAt } from "../../core/json/textAt.ts";
import { idKey, type MessageEntry } from "../../log/entry.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import { type MessageHead, timedOutReason } from "../../protocol/jsonRpc.ts";
import { latest } from "../../protocol/revisions.ts";
import { AbortedAt } from "../../transport/abortedAt.ts";
import type { Delivery, Transport } from "../../transport/transport.ts";
import type { Era } from "../era.ts";
import { createLegacyEra } from "../era.ts";
import type { AnswerInput } from "../input/serverInput.ts";
import { createServerRequests } from "../input/serverRequests.ts";
import type { ReceivedTasks } from "../tasks/receivedTasks.ts";
import {
  type Call,
  type CallOptions,
  type ComposeOptions,
  type ParamsText,
  requestOf,
  type Sent,
} from "./call.ts";
import {
  composeNotification,
  composeRequest,
  type RequestFrame,
  withMeta,
  withOwnMeta,
} from "./composeMessage.ts";
import type { RequestOutcome } from "./outcome.ts";
import { createPendingRequests, type PendingRequest, type TimeLimits } from "./pendingRequests.ts";
import { createReceiver, type ProgressListener } from "./receiver.ts";
import { unsent } from "./unsent.ts";

interface SessionOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limits: () => TimeLimits;
  /** The last id used, if the session continues on a new channel. */
  readonly lastId?: number;
  /** Members of `_meta` of each request, besides those of the era. */
  readonly requestMeta?: ((requestId: number) => Readonly<Record<string, string>>) | undefined;
  readonly answerInput: AnswerInput;
  /** Runs requests of the server as tasks; without it they are answered directly. */
  readonly tasks?: ReceivedTasks | undefined;
  readonly onNotification: (method: string, params: unknown, entry: MessageEntry) => void;
  /** Called with each frame that is not JSON. */
  readonly onNotJson?: (text: string) => void;
  /** Called when the transport is lost, after every call has been settled. */
  readonly onClosed: (failure: Failure) => void;
}

export interface Session {
  /** Opens the transport; resolves to the failure, or undefined on success. */
  open(): Promise<Failure | undefined>;
  /**
   * Why the channel is closed or lost; then nothing is sent and each call has already failed.
   * Undefined while it is open.
   */
  closeReason(): Failure | undefined;
  /** The era that requests are composed in. */
  era(): Era;
  /** Sets the era of later requests; requests in flight are not affected. */
  setEra(era: Era): void;
  /** Sets the rule by which `request` fails without sending; `send` is not affected. */
  setRefusal(refusal: (method: string) => Failure | undefined): void;
  nextId(): number;
  /** What the next request says about itself and this client. */
  frame(options?: Pick<ComposeOptions, "hasProgress">): RequestFrame & { readonly id: number };
  /**
   * Composes the next request: with its id, and the `_meta` of the era.
   * @param paramsText the JSON text of its params; what it says beside `_meta` stays unchanged
   */
  compose(method: string, paramsText?: ParamsText, options?: ComposeOptions): string;
  /**
   * Sends a request with the `_meta` of the era.
   * @param paramsText the JSON text of its params, sent unchanged; a function receives the id
   * @throws {TypeError} if the params are not JSON; they were sent nevertheless
   */
  request(method: string, paramsText?: ParamsText, options?: CallOptions): Call;
  /** Sends a notification. */
  notify(method: string, paramsText?: string): Sent;
  /**
   * Sends a message and tracks the requests in it, if any. The text of a message is written on one
   * line where a line is a message; bytes are sent unchanged.
   */
  send(message: string | Uint8Array, options?: CallOptions): Sent;
  /** Settles every call and closes the transport. */
  close(): Promise<void>;
}

/** Larger ids in messages of the user do not advance the counter, because numbers beyond 2^53 would repeat. */
const maxId = 2 ** 52;

/** The requests that a server must answer before it can be used. */
const firstMethods: ReadonlySet<string> = new Set(["initialize", "server/discover"]);

/** A stream that is open all the time, which no user waits for. */
const listenMethod = "subscriptions/listen";

/** A frame that was passed to the transport. */
interface SentFrame {
  readonly bytes: Uint8Array;
  readonly entry: MessageEntry;
  /** Present if it is queued; settles with the time at which it is sent. */
  readonly queued: Promise<number> | undefined;
  readonly callOptions: CallOptions;
  /** The requests of the frame that are waited for. */
  readonly requests: PendingRequest[];
  /** Ends the delivery and the stream of the answer. */
  abort(when: AbortedAt): void;
}

/**
 * Creates a session over a transport; it sends nothing by itself.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#messages
 */
export function createSession(options: SessionOptions): Session {
  const { transport, clock } = options;
  const pendingRequests = createPendingRequests(clock);
  /** Requests that asked for progress, by token key. */
  const progressListeners = new Map<string, ProgressListener>();
  const sentEntries = new WeakMap<PendingRequest, MessageEntry>();
  /** The only place where texts become messages, so that every caller's fit the transport. */
  const encode = (text: string) => encodeText(transport.kind === "stdio" ? onOneLine(text) : text);
  const serverRequests = createServerRequests({
    answerInput: options.answerInput,
    reply: (text, initiator) => transport.send(encode(text), initiator && { initiator }).entry,
    pause: pendingRequests.pause,
    waitForPerson: pendingRequests.waitForPerson,
    tasks: options.tasks,
  });
  let era = createLegacyEra(latest.legacy);
  let refusal: (method: string) => Failure | undefined = () => undefined;
  let lastId = options.lastId ?? 0;
  /** Why the channel is closed or lost; undefined while it is open. */
  let closeReason: Failure | undefined;

  const isCounted = (id: number) =>
    Number.isInteger(id) && id > lastId && (id < maxId || id === lastId + 1);

  // Sending

  const notify = (method: string, paramsText?: string) =>
    send(composeNotification(method, paramsText));

  /** Notifies the server of a cancellation, unless closing the stream is the signal (modern HTTP). */
  const notifyCancelled = (method: string, idText: string, reason: string) => {
    if (method === "initialize") return undefined;
    if (era.kind === "modern" && transport.kind !== "stdio") return undefined;
    return notify("notifications/cancelled", `{"requestId":${idText},"reason":"${reason}"}`);
  };

  /** Waits for the answer to a request of a frame; undefined if the message is no request. */
  const addCall = (frame: SentFrame, head: MessageHead, index: number): Call | undefined => {
    const found = requestOf(head);
    if (!found) return undefined;
    const { id, method } = found;
    const { bytes, entry, queued, callOptions, requests } = frame;
    if (typeof id === "number" && isCounted(id)) lastId = id;

    const settleEarly = (
      request: PendingRequest,
      outcome: (ms: number) => RequestOutcome,
      reason: string | undefined,
    ) => {
      if (!request.isPending()) return;
      const place = entry.batch ? [index, "id"] : ["id"];
      const idText = () => textAt(decodeText(bytes), place) ?? JSON.stringify(id);
      const isTold = reason !== undefined && request.isSent;
      // the log and the outcome have one time
      const told = isTold ? notifyCancelled(method, idText(), reason) : undefined;
      const at = told?.entry.at ?? clock.now();
      const ended = outcome(at - request.startedAt);
      request.settle(ended);
      const isTimeout = ended.kind === "failed" && ended.failure.code === "timeout";
      if (!requests.some((other) => other.isPending())) frame.abort(new AbortedAt(at, isTimeout));
    };
    const request = pendingRequests.add({
      id,
      method,
      exchangeId: entry.exchangeId,
      startedAt: entry.at,
      queued,
      limits: { ...options.limits(), ...callOptions.limits },
      onPause: callOptions.onPause,
      onTimeout(expired) {
        const reason = callOptions.omitCancellation ? undefined : timedOutReason;
        const outcome = (ms: number): RequestOutcome => {
          return { kind: "failed", failure: { code: "timeout", afterMs: ms }, ms };
        };
        settleEarly(expired, outcome, reason);
      },
    });
    requests.push(request);
    sentEntries.set(request, entry);
    if (head.kind === "request" && head.progressToken !== undefined) {
      const key = idKey(head.progressToken);
      progressListeners.set(key, { request, onProgress: callOptions.onProgress });
      void request.done.then(() => progressListeners.delete(key));
    }
    const end = (reason: string | undefined) =>
      settleEarly(request, (ms) => ({ kind: "cancelled", ms }), reason);
    const abandon = () => end(undefined);
    const cancel = () => end("Cancelled by the user");
    if (callOptions.signal?.aborted) cancel();
    callOptions.signal?.addEventListener("abort", cancel, { once: true });
    void request.done.then(() => callOptions.signal?.removeEventListener("abort", cancel));
    return { id, method, entry, done: request.done, cancel, abandon };
  };

  const send = (message: string | Uint8Array, callOptions: CallOptions = {}): Sent => {
    const bytes = typeof message === "string" ? encode(message) : message;
    if (closeReason) return unsent(bytes, transport.kind, clock.now(), closeReason);
    const control = new AbortController();
    const requests: PendingRequest[] = [];
    let stop: (() => void) | undefined;
    // frames without requests have no pending answer, so the timeout applies to their delivery
    const startTimeout = () => {
      const { timeoutMs } = { ...options.limits(), ...callOptions.limits };
      const isLimited = requests.length === 0 && timeoutMs > 0;
      return isLimited ? clock.after(timeoutMs, () => control.abort()) : undefined;
    };
    const { entry, delivery, queued } = transport.send(bytes, {
      signal: control.signal,
      headers: callOptions.headers ?? [],
      ...(callOptions.allowsLineBreaks && { allowsLineBreaks: true }),
      ...(callOptions.initiator && { initiator: callOptions.initiator }),
      mirror: era.headers,
      pauseTimeouts() {
        stop?.();
        const endWait = pendingRequests.waitForPerson(clock.now());
        return () => {
          endWait();
          stop = startTimeout();
        };
      },
      onResend: (resent) => {
        for (const request of requests) request.resent(resent.exchangeId, resent.at);
        callOptions.onSent?.(resent.at);
      },
    });
    if (queued !== undefined) {
      callOptions.onQueued?.(entry.queued ?? "connections");
      void queued.then(callOptions.onSent);
    }
    const abort = (when: AbortedAt) => control.abort(when);
    const frame: SentFrame = { bytes, entry, queued, callOptions, requests, abort };
    const calls = entry.heads.flatMap((head, index) => addCall(frame, head, index) ?? []);

    stop = startTimeout();
    const delivered = delivery.then((outcome) => {
      stop?.();
      const failure = failureOf(outcome);
      if (failure) failAll(requests, failure);
      return outcome.kind === "failed" ? outcome.failure : undefined;
    });
    return { entry, calls, delivered };
  };

  const frame: Session["frame"] = ({ hasProgress } = {}) => {
    const id = lastId + 1;
    const meta = { ...era.meta(), ...options.requestMeta?.(id) };
    return { id, meta: { ...meta, ...(hasProgress && { progressToken: String(id) }) } };
  };

  const compose: Session["compose"] = (method, paramsText, { isForeign, ...options } = {}) => {
    const { id, meta } = frame(options);
    const params = typeof paramsText === "function" ? paramsText(id) : paramsText;
    const whole = isForeign ? withOwnMeta(params, id, meta) : withMeta(params, meta);
    return composeRequest(id, method, whole);
  };

  // Ending

  const failAll = (requests: readonly PendingRequest[], failure: Failure) => {
    for (const request of requests) {
      request.settle({ kind: "failed", failure, ms: clock.now() - request.startedAt });
    }
  };

  /** Adds to the end of a process the requests that it had not answered, unless it was starting. */
  const withRequests = (failure: Failure): Failure => {
    if (failure.code !== "exited") return failure;
    const pending = pendingRequests.all();
    if (pending.some(({ method }) => firstMethods.has(method))) return failure;
    const during = pending
      .filter(({ method }) => method !== listenMethod)
      .map((request) => {
        const { heads = [] } = sentEntries.get(request) ?? {};
        const head = heads.find((one) => one.kind === "request" && one.id === request.id);
        const subject = head?.kind === "request" ? head.subject : undefined;
        return { method: request.method, ...(subject === undefined ? {} : { subject }) };
      });
    return { ...failure, during };
  };

  const settleAll = (failure: Failure) => {
    closeReason ??= failure;
    serverRequests.close();
    failAll(pendingRequests.all(), failure);
  };

  return {
    open: () =>
      transport.open({
        frame: createReceiver({
          era: () => era,
          pendingRequests,
          serverRequests,
          progressListeners,
          entryOf: (request) => sentEntries.get(request),
          onNotification: options.onNotification,
          onNotJson: options.onNotJson,
        }),
        closed(failure) {
          if (closeReason) return;
          const known = withRequests(failure);
          settleAll(known);
          options.onClosed(known);
        },
      }),
    closeReason: () => closeReason,
    era: () => era,
    setEra(next) {
      era = next;
    },
    setRefusal(next) {
      refusal = next;
    },
    nextId: () => lastId + 1,
    frame,
    compose,
    request(method, paramsText, callOptions) {
      const text = compose(method, paramsText);
      const refused = callOptions?.evenIfUndeclared ? undefined : refusal(method);
      const { calls } = refused
        ? unsent(encode(text), transport.kind, clock.now(), refused)
        : send(text, callOptions);
      const [call] = calls;
      if (!call) throw new TypeError(`The params of ${method} are not JSON: ${text}`);
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

/** Why unanswered requests of a frame will get no answer; undefined while answers may arrive. */
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
