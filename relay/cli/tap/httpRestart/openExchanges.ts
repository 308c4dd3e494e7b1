/** The exchanges that wait for a server or listen to it, which outlive its process. */
import type { ClientRequest, IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { idKey } from "../../../../shared/log/entry.ts";
import type { JsonRpcId } from "../../../../shared/protocol/jsonRpc.ts";
import { createFrameReader, eventFraming } from "../gate/framing.ts";
import type { TappedRequest } from "../httpForwarder.ts";
import { listenMethod, readLine, type SessionLine } from "../restart/tappedSession.ts";

export interface OpenExchange {
  readonly exchange: TappedRequest;
  readonly body: Buffer | undefined;
  readonly line: SessionLine | undefined;
  /** Ids of its requests that have no answer yet, by id key. */
  readonly waiting: Map<string, JsonRpcId>;
  /** Whether it is a stream that outlives a process. */
  readonly isListening: boolean;
  /** The event stream that the client reads. */
  stream: PassThrough | undefined;
  /** Gets the id of each request of the server on the stream. */
  readonly onAsked: (id: JsonRpcId) => void;
  /** Whether the process that fed the stream has left it. */
  isBroken: boolean;
}

/** Bytes for which the beginning of a stream waits for its first event. */
const maxFrameBytes = 1024 * 1024;

export function trackExchange(
  exchange: TappedRequest,
  body: Buffer | undefined,
  line: SessionLine | undefined,
  onAsked: OpenExchange["onAsked"],
): OpenExchange {
  const requests = (line?.messages ?? []).flatMap(({ head }) =>
    head.kind === "request" ? [head] : [],
  );
  return {
    exchange,
    body,
    line,
    waiting: new Map(requests.map(({ id }) => [idKey(id), id])),
    isListening:
      exchange.method === "GET" || requests.some(({ method }) => method === listenMethod),
    stream: undefined,
    onAsked,
    isBroken: false,
  };
}

/** An event stream that goes on when the answer that feeds it ends. */
export function lastingStream(answer: IncomingMessage): PassThrough & IncomingMessage {
  const { headers, rawHeaders, statusCode, statusMessage, httpVersion } = answer;
  const head = { headers, rawHeaders, statusCode, statusMessage, httpVersion };
  return Object.assign(new PassThrough(), head) as unknown as PassThrough & IncomingMessage;
}

/**
 * Feeds the stream of an exchange.
 * @param isAgain whether the client has had the stream acknowledged
 * @param onEnd is called once; `isComplete`: whether the server ended it
 */
export function feed(
  open: OpenExchange,
  answer: IncomingMessage,
  isAgain: boolean,
  onEnd: (isComplete: boolean) => void,
): void {
  const { stream, waiting, onAsked } = open;
  if (!stream) return;
  const note = createFrameReader((frame) => {
    for (const { head } of readLine(Buffer.from(eventFraming.textIn(frame) ?? "")).messages) {
      if (head.kind === "request") onAsked(head.id);
      if ((head.kind === "result" || head.kind === "error") && head.id !== null) {
        waiting.delete(idKey(head.id));
      }
    }
  });
  let beginning: Buffer | undefined = isAgain ? Buffer.alloc(0) : undefined;
  const write = (chunk: Buffer) => {
    if (chunk.byteLength === 0 || stream.writableEnded || stream.write(chunk)) return;
    answer.pause();
    stream.once("drain", () => answer.resume());
  };
  let isComplete = false;
  answer.on("data", (chunk: Buffer) => {
    note(chunk);
    if (beginning === undefined) return write(chunk);
    beginning = Buffer.concat([beginning, chunk]);
    const end = eventFraming.endOf(beginning);
    if (end === 0 && beginning.byteLength < maxFrameBytes) return;
    const text = eventFraming.textIn(beginning.subarray(0, end)) ?? "";
    const isKnown = /"notifications\/subscriptions\/acknowledged"/.test(text);
    const rest = isKnown ? beginning.subarray(end) : beginning;
    beginning = undefined;
    write(rest);
  });
  answer.on("end", () => {
    isComplete = true;
    if (beginning) write(beginning);
  });
  answer.on("error", () => {});
  answer.on("close", () => onEnd(isComplete));
}

/** Opens the stream of an exchange at the process that answers now. */
export function reopen(
  open: OpenExchange,
  sent: ClientRequest,
  onEnd: (isComplete: boolean) => void,
): void {
  const { response } = open.exchange;
  const end = () => void sent.destroy();
  response.once("close", end);
  // a stream can outlive many processes
  sent.once("close", () => response.off("close", end));
  sent.on("error", () => onEnd(false));
  sent.on("response", (answer) => {
    const type = answer.headers["content-type"] ?? "";
    if (answer.statusCode === 200 && type.startsWith("text/event-stream")) {
      open.isBroken = false;
      return feed(open, answer, open.exchange.method === "POST", onEnd);
    }
    // the new process offers no such stream
    answer.resume();
    open.stream?.end();
  });
  sent.end(open.body);
}
