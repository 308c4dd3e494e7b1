/** HTTP transports with a scripted server that record what they receive. */
import { encodeText } from "../../core/bytes.ts";
import { createManualClock, type ManualClock } from "../../core/manualClock.fixture.ts";
import { createEventLog, type EventLog } from "../../log/eventLog.ts";
import { createRecorder } from "../../log/recorder.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { Delivery, Receiver, SendOptions, Transport } from "../transport.ts";
import type { HttpOptions } from "./httpOptions.ts";
import { type HttpScript, type ScriptedHttp, startScriptedHttp } from "./scriptedHttp.fixture.ts";
import {
  createStreamableHttp,
  type StreamableHttp,
  type StreamableHttpOptions,
} from "./streamableHttp.ts";

/** Options besides the server. */
export interface HttpConnection<T extends Transport> {
  readonly transport: T;
  readonly log: EventLog;
  readonly clock: ManualClock;
  /** The texts of the delivered frames. */
  readonly received: readonly string[];
  /** The reported reasons for losing the channel. */
  readonly closedBy: readonly Failure[];
  /** Records what arrives in the lists above. */
  readonly receiver: Receiver;
  /** Sends a text and waits for its delivery. */
  post(text: string, options?: SendOptions): Promise<Delivery>;
}

/** Creates an unopened transport with a manual clock and its own log. */
export function makeConnection<T extends Transport, O extends HttpOptions>(
  create: (options: O) => T,
  options: Partial<O> & Pick<O, "url">,
): HttpConnection<T> {
  const clock = createManualClock();
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

/** Opens a Streamable HTTP transport to a scripted server. */
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

/** Describes a delivery in one line. */
export const answered = (status = 200): Delivery => ({ kind: "answered", status });
export const failed = (failure: object) => ({ kind: "failed", failure }) as const;

export const page = "<!doctype html><h1>Oops</h1>";
export const json = { "content-type": "application/json" };
export const html = { "content-type": "text/html; charset=utf-8" };
export const sse = { "content-type": "text/event-stream" };
