/** Applies the rules of a page to the messages of an HTTP tap. */
import type { IncomingMessage } from "node:http";
import type { TapChange } from "../../../../shared/log/entry.ts";
import { reorderMs } from "../../../../shared/taps/faults.ts";
import type { TapOrder } from "../../../../shared/taps/tapOrders.ts";
import { createMessageReader, type TappedMessage } from "../../../../shared/taps/tappedMessage.ts";
import type { Copies } from "../copies.ts";
import type { Forwarder, TappedRequest } from "../httpForwarder.ts";
import { readBody } from "../readBody.ts";
import { eventFraming } from "./framing.ts";
import { createGate, type Passage } from "./gate.ts";
import { createStreamGate, type StreamGate } from "./streamGate.ts";

export interface HttpGate {
  isOn(): boolean;
  take(order: TapOrder): void;
  /** Sends a message of its own on the event stream of an exchange. */
  insert(exchange: TappedRequest, text: string, change: TapChange): void;
  /**
   * Passes the request of the client on, as the rules say.
   * @param whole its body, if that was read
   */
  passRequest(exchange: TappedRequest, whole?: Buffer): Promise<void>;
  /** @returns false if the answer is to be passed on as it is */
  passAnswer(exchange: TappedRequest, answer: IncomingMessage): boolean;
}

/** Bytes of a body that is read whole, and of all those that wait; larger and further ones pass. */
const [maxBodyBytes, maxWaitingBytes] = [1024 * 1024, 64 * 1024 * 1024];
/** Sessions whose requests are remembered. */
const maxSessions = 100;

interface Logged {
  readonly direction: TappedMessage["direction"];
  readonly text: string;
  readonly change?: TapChange;
}

/** @param restart starts the server anew, where that is possible */
export function createHttpGate(
  forwarder: Forwarder,
  copies: Copies,
  restart?: () => void,
): HttpGate {
  /** Reads the messages of each session. */
  const readers = new Map<string, ReturnType<typeof createMessageReader>>();
  /** The event streams that are open, the newest last. */
  const streams = new Set<{ readonly gate: StreamGate; readonly exchange: TappedRequest }>();
  /** The newest request with a message, whose headers those of the user get. */
  let newest: IncomingMessage | undefined;
  /** Bytes of bodies that were read and wait. */
  let waiting = 0;
  /** Called when the next message of a direction has passed. */
  const next = { out: new Set<() => void>(), in: new Set<() => void>() };

  const gate = createGate({
    carrier: "http",
    report: (report) => copies.report(report),
    ...(restart ? { restart } : {}),
    add(direction, text) {
      const stream = [...streams].at(-1);
      if (direction === "out" && newest) forwarder.send(text, newest, { action: "added" });
      else if (direction === "in" && stream) {
        stream.exchange.note("in", text, { action: "added" });
        stream.gate.insert(text);
      } else copies.report({ report: "not-sent", direction });
    },
  });

  const readerOf = ({ received }: TappedRequest) => {
    const session = `${received.headers["mcp-session-id"] ?? ""}`;
    const reader = readers.get(session) ?? createMessageReader();
    readers.set(session, reader);
    const [oldest] = readers.keys();
    if (oldest !== undefined && readers.size > maxSessions) readers.delete(oldest);
    return reader;
  };

  const passed = (direction: TappedMessage["direction"]) => {
    for (const wake of next[direction]) wake();
  };
  const waitForNext = (direction: TappedMessage["direction"]) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        next[direction].delete(end);
        resolve();
      };
      const timer = setTimeout(end, reorderMs);
      next[direction].add(end);
    });

  /** Reads a body, up to {@link maxBodyBytes}; the rest of a larger one is left. */
  const readWaiting = async (source: IncomingMessage) => {
    let own = 0;
    const read = await readBody(source, (added, size) => {
      waiting += added;
      own = size;
      return size <= maxBodyBytes && waiting <= maxWaitingBytes;
    });
    waiting -= own;
    return read;
  };

  const signalOf = ({ response }: TappedRequest) => {
    const control = new AbortController();
    response.once("close", () => control.abort());
    return control.signal;
  };

  /** Passes a whole body through the gate. */
  const passBody = async (
    exchange: TappedRequest,
    direction: TappedMessage["direction"],
    body: Buffer,
  ): Promise<{ readonly passage: Passage; readonly logged: readonly Logged[] } | undefined> => {
    const logged: Logged[] = [];
    const message = { ...readerOf(exchange)(direction, `${body}`), isBody: true };
    waiting += body.byteLength;
    const passage = await gate.pass(message, {
      log: (to, text, change) =>
        logged.push({ direction: to, text, ...(change ? { change } : {}) }),
      signal: signalOf(exchange),
    });
    waiting -= body.byteLength;
    if (passage?.effect?.kind === "reorder") await waitForNext(direction);
    passed(direction);
    return passage && { passage, logged };
  };

  const answerWith = (exchange: TappedRequest, text: string) => {
    exchange.note("in", text, { action: "added" });
    exchange.respond(200, [["Content-Type", "application/json"]], text);
  };

  const passJson = async (exchange: TappedRequest, answer: IncomingMessage) => {
    const { response } = exchange;
    const { body: bytes, isWhole } = await readWaiting(answer);
    const copy = (part: Buffer) => copies.add("response", part, exchange.number);
    const finish = (part: Buffer) => {
      copy(part);
      response.end(part);
      exchange.end("complete");
    };
    if (!isWhole) {
      exchange.writeHead(answer, false);
      copy(bytes);
      response.write(bytes);
      answer.on("data", copy);
      answer.on("end", () => exchange.end("complete"));
      return void answer.pipe(response);
    }
    const result = await passBody(exchange, "in", bytes);
    if (!result) {
      exchange.writeHead(answer, false);
      return finish(bytes);
    }
    const { passage, logged } = result;
    for (const { text, change } of logged) exchange.note("in", text, change);
    const [text] = passage.texts;
    switch (passage.effect?.kind) {
      case "close":
        return exchange.abort();
      case "cut":
        exchange.writeHead(answer, false);
        copy(Buffer.from(text ?? ""));
        return void response.write(text ?? "", () => exchange.abort());
      default:
        // a message that was dropped: nothing comes
        if (text === undefined) return;
        exchange.writeHead(answer, true);
        finish(Buffer.from(text));
    }
  };

  const passEvents = (exchange: TappedRequest, answer: IncomingMessage) => {
    const { response, number, received } = exchange;
    const copy = (bytes: Buffer) => copies.add("response", bytes, number);
    const stream = createStreamGate({
      framing: eventFraming,
      direction: "in",
      source: answer,
      target: response,
      gate,
      read: readerOf(exchange),
      copy,
      onWrite: copy,
      log(direction, text, change) {
        // what goes to the server is an exchange of its own
        if (direction === "in") exchange.note("in", text, change);
      },
      reply: (text) => forwarder.send(text, received, { action: "added" }),
      end: () => exchange.abort(),
      signal: signalOf(exchange),
    });
    const entry = { gate: stream, exchange };
    streams.add(entry);
    response.once("close", () => streams.delete(entry));
    exchange.writeHead(answer, false);
    answer.on("data", (chunk: Buffer) => {
      if (stream.take(chunk)) return;
      if (!response.write(chunk)) answer.pause();
      copy(chunk);
    });
    response.on("drain", () => {
      if (!stream.isFull()) answer.resume();
    });
    answer.on("end", () =>
      stream.finish(() => {
        exchange.end("complete");
        response.end();
      }),
    );
  };

  return {
    isOn: gate.isOn,
    insert(exchange, text, change) {
      const stream = [...streams].find((each) => each.exchange === exchange);
      if (!stream) return;
      exchange.note("in", text, change);
      stream.gate.insert(text);
    },
    take: gate.take,
    async passRequest(exchange, whole) {
      const { received, response } = exchange;
      newest = received;
      const { body, isWhole } = whole
        ? { body: whole, isWhole: true }
        : await readWaiting(received);
      if (!isWhole) return exchange.forward(body);
      const result = await passBody(exchange, "out", body);
      if (response.destroyed) return;
      if (!result) {
        exchange.noteBody(body);
        return void exchange.forwardBody(body).end(body);
      }
      const { passage, logged } = result;
      const { texts, replies, effect } = passage;
      const [text, second] = texts;
      const [first] = logged;
      if (first) {
        exchange.note("out", first.text, first.change);
        exchange.noteBody(Buffer.from(first.text));
      }
      const [reply] = replies;
      if (effect?.response) {
        const { status, headers, body: page } = effect.response;
        return exchange.respond(status, headers, page);
      }
      if (effect?.kind === "close") return exchange.abort();
      if (effect?.kind === "cut") {
        const sent = exchange.forwardBody(body);
        return void sent.write(text ?? "", () => exchange.abort());
      }
      if (reply !== undefined) return answerWith(exchange, reply);
      // a message that was dropped gets no answer
      if (text === undefined) return;
      exchange.forwardBody(Buffer.from(text)).end(text);
      if (second !== undefined) {
        forwarder.send(second, received, logged[1]?.change ?? { action: "added" });
      }
    },
    passAnswer(exchange, answer) {
      const { "content-type": type = "", "content-encoding": coding = "identity" } = answer.headers;
      if (exchange.method === "POST") newest = exchange.received;
      if (coding !== "identity") return false;
      if (type.startsWith("text/event-stream")) {
        passEvents(exchange, answer);
        return true;
      }
      const isMessage = type.startsWith("application/json") && exchange.method === "POST";
      if (!gate.isOn() || !isMessage) return false;
      void passJson(exchange, answer);
      return true;
    },
  };
}
