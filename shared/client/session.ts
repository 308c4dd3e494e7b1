/** A conversation in JSON-RPC: who asked what, and which answer belongs to it. */
import { decodeText, encodeText } from "../bytes.ts";
import type { Clock } from "../clock.ts";
import { textAt } from "../json/textAt.ts";
import type { JsonRpcError, JsonRpcId, MessageHead } from "../jsonrpc.ts";
import { type Header, idKey, type MessageEntry } from "../log/entry.ts";
import type { Failure } from "../transport/failure.ts";
import type { ReceivedFrame, ReceivedMessage, Transport } from "../transport/transport.ts";
import { composeAnswer, composeNotification, composeRequest } from "./compose.ts";
import type { Answer, Outcome } from "./outcome.ts";
import { createPending, type Limits, type Waiting } from "./pending.ts";
import type { AnswerInput } from "./serverInput.ts";

/** Progress as the server reported it. */
export interface Progress {
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

export interface CallOptions {
  readonly headers?: readonly Header[];
  /** Overrides the session's limits. */
  readonly limits?: Partial<Limits>;
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels the request, as {@link Call.cancel} does. */
  readonly signal?: AbortSignal;
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
  /** The transport is gone; every call has been settled before. */
  readonly onClosed: (failure: Failure) => void;
}

export interface Session {
  /** Opens the transport; returns why it could not, if so. */
  open(): Promise<Failure | undefined>;
  /** The id that the next request of {@link Session.request} will have. */
  nextId(): number;
  /**
   * Sends a request.
   * @param paramsText the JSON text of its params, sent as it is; a function gets the request's id
   */
  request(method: string, paramsText?: ParamsText, options?: CallOptions): Call;
  notify(method: string, paramsText?: string): Sent;
  /**
   * Sends bytes exactly as they are, and waits for answers to the requests in them, if any.
   */
  send(bytes: Uint8Array, options?: CallOptions): Sent;
  /** Settles every call and closes the transport. */
  close(): Promise<void>;
}

export type ParamsText = string | ((id: JsonRpcId) => string);

const methodNotFound = '{"code":-32601,"message":"Method not found"}';

/** Makes a session over a transport; nothing is sent until asked for. */
export function createSession(options: SessionOptions): Session {
  const { transport, clock } = options;
  const pending = createPending(clock);
  /** Requests that asked for progress, by their token. */
  const reporting = new Map<string, { waiting: Waiting; tell: CallOptions["onProgress"] }>();
  const inputs = new Map<string, AbortController>();
  const sentEntries = new WeakMap<Waiting, MessageEntry>();
  let lastId = options.lastId ?? 0;
  let closed = false;

  const receive = (frame: ReceivedFrame) => {
    for (const message of frame.messages) {
      switch (message.head.kind) {
        case "result":
        case "error":
          settle(message.head.id, frame, message);
          break;
        case "invalid":
          if (message.head.id !== undefined && message.head.method === undefined) {
            settle(message.head.id, frame, message);
          }
          break;
        case "request":
          void answer(frame, message, message.head);
          break;
        case "notification":
          notified(frame, message, message.head.method);
          break;
      }
    }
  };

  const settle = (id: JsonRpcId | null, frame: ReceivedFrame, message: ReceivedMessage) => {
    const waiting = id === null ? onlyOneOf(frame) : pending.find(id, frame.entry.exchangeId);
    if (!waiting) return;
    const answer = { entry: frame.entry, text: frame.text, ms: frame.entry.at - waiting.startedAt };
    waiting.settle(outcomeOf(message, answer));
  };

  /** An error without an id answers the request of its exchange, if that sent just one. */
  const onlyOneOf = (frame: ReceivedFrame) => {
    const { exchangeId } = frame.entry;
    if (exchangeId === undefined) return undefined;
    const same = pending.all().filter((waiting) => waiting.exchangeId === exchangeId);
    return same.length === 1 ? same[0] : undefined;
  };

  const notified = (frame: ReceivedFrame, message: ReceivedMessage, method: string) => {
    const params = memberOf(message.value, "params");
    if (method === "notifications/progress") {
      const token = memberOf(params, "progressToken");
      if (typeof token === "string" || typeof token === "number") {
        const request = reporting.get(idKey(token));
        request?.waiting.heard();
        request?.tell?.(progressOf(params));
      }
    }
    if (method === "notifications/cancelled") {
      const id = memberOf(params, "requestId");
      if (typeof id === "string" || typeof id === "number") inputs.get(idKey(id))?.abort();
    }
    options.onNotification(method, params, frame.entry);
  };

  const answer = async (
    frame: ReceivedFrame,
    message: ReceivedMessage,
    head: Extract<MessageHead, { kind: "request" }>,
  ) => {
    const text = frame.entry.batch ? itemText(frame, message) : frame.text;
    const idText = textAt(text, ["id"]) ?? JSON.stringify(head.id);
    const reply = (member: "result" | "error", memberText: string) => {
      if (!closed) transport.send(encodeText(composeAnswer(idText, member, memberText)));
    };
    if (head.method === "ping") return reply("result", "{}");

    const control = new AbortController();
    const answering = options.answerInput({
      method: head.method,
      text,
      params: memberOf(message.value, "params"),
      seq: frame.entry.seq,
      causedBy: causeOf(frame),
      signal: control.signal,
    });
    if (!answering) return reply("error", methodNotFound);

    const key = idKey(head.id);
    inputs.set(key, control);
    const goOn = pending.pause();
    control.signal.addEventListener("abort", goOn, { once: true });
    try {
      const given = await answering;
      if (!control.signal.aborted) reply(given.kind, given.text);
    } finally {
      goOn();
      inputs.delete(key);
    }
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

  const notify = (method: string, paramsText?: string) =>
    send(encodeText(composeNotification(method, paramsText)));

  const send = (bytes: Uint8Array, callOptions: CallOptions = {}): Sent => {
    const control = new AbortController();
    const sending = transport.send(bytes, {
      signal: control.signal,
      ...(callOptions.headers ? { headers: callOptions.headers } : {}),
    });
    const { entry } = sending;
    const limits = { ...options.limits(), ...callOptions.limits };
    const mine: Waiting[] = [];
    const calls = entry.heads.flatMap((head, index): Call[] => {
      const id = head.kind === "request" || head.kind === "invalid" ? head.id : undefined;
      if (id === undefined || !("method" in head) || head.method === undefined) return [];
      const { method } = head;
      const giveUp = (waiting: Waiting, outcome: Outcome) => {
        waiting.settle(outcome);
        if (method !== "initialize") {
          const place = entry.batch ? [index, "id"] : ["id"];
          const idText = textAt(decodeText(bytes), place) ?? JSON.stringify(id);
          const reason = outcome.kind === "cancelled" ? "Cancelled by the user" : "Timed out";
          notify("notifications/cancelled", `{"requestId":${idText},"reason":"${reason}"}`);
        }
        if (!mine.some((other) => other.isPending())) control.abort();
      };
      const waiting = pending.add({
        id,
        method,
        exchangeId: entry.exchangeId,
        limits,
        onTimeout(late) {
          const ms = clock.now() - late.startedAt;
          giveUp(late, { kind: "failed", failure: { code: "timeout", afterMs: ms }, ms });
        },
      });
      mine.push(waiting);
      sentEntries.set(waiting, entry);
      if (typeof id === "number" && Number.isSafeInteger(id) && id > lastId) lastId = id;
      if (head.kind === "request" && head.progressToken !== undefined) {
        const key = idKey(head.progressToken);
        reporting.set(key, { waiting, tell: callOptions.onProgress });
        void waiting.done.then(() => reporting.delete(key));
      }
      const cancel = () => {
        if (!waiting.isPending()) return;
        giveUp(waiting, { kind: "cancelled", ms: clock.now() - waiting.startedAt });
      };
      if (callOptions.signal?.aborted) cancel();
      callOptions.signal?.addEventListener("abort", cancel, { once: true });
      void waiting.done.then(() => callOptions.signal?.removeEventListener("abort", cancel));
      return [{ id, method, entry, done: waiting.done, cancel }];
    });

    const delivered = sending.delivery.then((delivery): Failure | undefined => {
      if (delivery.kind === "delivered") return undefined;
      const failure: Failure | undefined =
        delivery.kind === "failed"
          ? delivery.failure
          : delivery.kind === "answered"
            ? { code: "no-answer", status: delivery.status }
            : { code: "closed" };
      for (const waiting of mine) {
        waiting.settle({ kind: "failed", failure, ms: clock.now() - waiting.startedAt });
      }
      return delivery.kind === "failed" ? delivery.failure : undefined;
    });
    return { entry, calls, delivered };
  };

  const settleAll = (failure: Failure) => {
    closed = true;
    for (const control of inputs.values()) control.abort();
    for (const waiting of pending.all()) {
      waiting.settle({ kind: "failed", failure, ms: clock.now() - waiting.startedAt });
    }
  };

  return {
    open: () =>
      transport.open({
        frame: receive,
        closed(failure) {
          if (closed) return;
          settleAll(failure);
          options.onClosed(failure);
        },
      }),
    nextId: () => lastId + 1,
    request(method, paramsText, callOptions) {
      const id = ++lastId;
      const params = typeof paramsText === "function" ? paramsText(id) : paramsText;
      const text = composeRequest(id, method, params);
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

/** The text of one message of a batch. */
function itemText(frame: ReceivedFrame, message: ReceivedMessage): string {
  const index = frame.messages.indexOf(message);
  return textAt(frame.text, [index]) ?? JSON.stringify(message.value);
}

function outcomeOf(message: ReceivedMessage, answer: Answer): Outcome {
  if (message.head.kind === "result") {
    return { kind: "result", value: memberOf(message.value, "result"), answer };
  }
  const error = memberOf(message.value, "error");
  const code = memberOf(error, "code");
  const words = memberOf(error, "message");
  const given: JsonRpcError = {
    code: typeof code === "number" ? code : Number.NaN,
    message: typeof words === "string" ? words : "",
    ...(memberOf(error, "data") === undefined ? {} : { data: memberOf(error, "data") }),
  };
  return { kind: "error", error: given, answer };
}

function progressOf(params: unknown): Progress {
  const progress = memberOf(params, "progress");
  const total = memberOf(params, "total");
  const message = memberOf(params, "message");
  return {
    progress: typeof progress === "number" ? progress : 0,
    total: typeof total === "number" ? total : undefined,
    message: typeof message === "string" ? message : undefined,
  };
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
