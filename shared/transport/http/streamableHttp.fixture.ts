/** Transports over HTTP that talk to a scripted server, with all that they hear at hand. */
import { encodeText } from "../../core/bytes.ts";
import type { Failure } from "../../core/failures/failure.ts";
import { createHandClock, type HandClock } from "../../core/handClock.fixture.ts";
import { createEventLog, type EventLog } from "../../log/eventLog.ts";
import { createRecorder } from "../../log/recorder.ts";
import type { Delivery, Receiver, SendOptions, Transport } from "../transport.ts";
import type { HttpOptions } from "./httpOptions.ts";
import { type HttpScript, type ScriptedHttp, startScriptedHttp } from "./scriptedHttp.fixture.ts";
import {
  createStreamableHttp,
  type StreamableHttp,
  type StreamableHttpOptions,
} from "./streamableHttp.ts";

/** What there is besides the server. */
export interface HttpConnection<T extends Transport> {
  readonly transport: T;
  readonly log: EventLog;
  readonly clock: HandClock;
  /** The texts of the frames that were handed to the listener. */
  readonly received: readonly string[];
  /** Why the channel went away, each time it was told. */
  readonly closedBy: readonly Failure[];
  /** Hands what arrives to the lists above. */
  readonly receiver: Receiver;
  /** Sends a text and waits for what comes of it. */
  post(text: string, options?: SendOptions): Promise<Delivery>;
}

/** Makes a transport, still to be opened, with a hand-driven clock and a log of its own. */
export function makeConnection<T extends Transport, O extends HttpOptions>(
  create: (options: O) => T,
  options: Partial<O> & Pick<O, "url">,
): HttpConnection<T> {
  const clock = createHandClock();
  const log = createEventLog({ now: clock.now });
  let exchanges = 0;
  const usual = {
    headers: [],
    fetch: globalThis.fetch,
    clock,
    record: createRecorder(log, "connection"),
    newId: () => `exchange-${++exchanges}`,
  };
  const transport = create({ ...usual, ...options } as unknown as O);
  const received: string[] = [];
  const closedBy: Failure[] = [];
  const receiver: Receiver = {
    frame: ({ text }) => received.push(text),
    closed: (failure) => closedBy.push(failure),
  };
  const post = (text: string, how?: SendOptions) => transport.send(encodeText(text), how).delivery;
  return { transport, log, clock, received, closedBy, receiver, post };
}

export interface HttpSetUp extends HttpConnection<StreamableHttp> {
  readonly server: ScriptedHttp;
}

/** Opens a Streamable HTTP transport to a server that answers as the script says. */
export async function setUpHttp(
  script: HttpScript,
  options: Partial<StreamableHttpOptions> = {},
): Promise<HttpSetUp> {
  const server = await startScriptedHttp(script);
  const connection = makeConnection(createStreamableHttp, { url: server.url, ...options });
  await connection.transport.open(connection.receiver);
  return { server, ...connection };
}

/** A request's text. */
export const request = (id: number, method = "tools/call") =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;

/** A result's text. */
export const result = (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{}}`;

/** A notification's text. */
export const notification = '{"jsonrpc":"2.0","method":"notifications/message"}';

/** What a delivery says. */
export const answered = (status = 200): Delivery => ({ kind: "answered", status });
export const failed = (failure: object) => ({ kind: "failed", failure }) as const;

export const page = "<!doctype html><h1>Oops</h1>";
export const json = { "content-type": "application/json" };
export const html = { "content-type": "text/html; charset=utf-8" };
export const sse = { "content-type": "text/event-stream" };
