/** A Streamable HTTP transport that talks to a scripted server, with all it hears at hand. */
import { encodeText } from "../bytes.ts";
import { createHandClock, type HandClock } from "../handClock.fixture.ts";
import type { Header } from "../log/entry.ts";
import { createEventLog, type EventLog } from "../log/eventLog.ts";
import { createRecorder } from "../log/recorder.ts";
import { type HttpScript, type ScriptedHttp, startScriptedHttp } from "./scriptedHttp.fixture.ts";
import { createStreamableHttp } from "./streamableHttp.ts";
import type { Delivery, SendOptions, Transport } from "./transport.ts";

export interface HttpSetUp {
  readonly server: ScriptedHttp;
  readonly transport: Transport;
  readonly log: EventLog;
  readonly clock: HandClock;
  /** The texts of the frames that were handed to the listener. */
  readonly received: readonly string[];
  /** Sends a text and waits for what comes of it. */
  post(text: string, options?: SendOptions): Promise<Delivery>;
}

export async function setUpHttp(
  script: HttpScript,
  headers: readonly Header[] = [],
): Promise<HttpSetUp> {
  const server = await startScriptedHttp(script);
  const clock = createHandClock();
  const log = createEventLog({ now: clock.now });
  let exchanges = 0;
  const transport = createStreamableHttp({
    url: server.url,
    headers,
    fetch: globalThis.fetch,
    clock,
    record: createRecorder(log, "connection"),
    newId: () => `exchange-${++exchanges}`,
  });
  const received: string[] = [];
  await transport.open({ frame: ({ text }) => received.push(text), closed() {} });
  const post = (text: string, options?: SendOptions) =>
    transport.send(encodeText(text), options).delivery;
  return { server, transport, log, clock, received, post };
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
