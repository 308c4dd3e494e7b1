import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { encodeText } from "../../core/bytes.ts";
import { createManualClock } from "../../core/manualClock.fixture.ts";
import { createEventLog } from "../../log/eventLog.ts";
import { bytesOf, logSummary } from "../../log/logSummary.fixture.ts";
import { createRecorder } from "../../log/recorder.ts";
import type { Delivery } from "../transport.ts";
import { breakOff, writePieces } from "./scriptedHttp.fixture.ts";
import {
  answered,
  failed,
  html,
  json,
  notification,
  page,
  request,
  result,
  setUpHttp,
  sse,
} from "./streamableHttp.fixture.ts";
import { createStreamableHttp } from "./streamableHttp.ts";

const call = request(1);
const sent = "out message http request 1 tools/call";

/** A response to a POST, with the expected frames, delivery and log. */
interface Answer {
  readonly name: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body in the chunks in which the server sends it. */
  readonly pieces: readonly (string | Uint8Array)[];
  /** Whether the connection breaks after the last chunk. */
  readonly breaks?: boolean;
  readonly delivery: Delivery | { readonly kind: "failed"; readonly failure: object };
  readonly received: readonly string[];
  readonly log: readonly string[];
}

const umlauts = `{"jsonrpc":"2.0","id":1,"result":{"text":"ä€😀"}}`;
const umlautBytes = encodeText(umlauts);
const invalidBytes = Uint8Array.of(
  ...encodeText('{"jsonrpc":"2.0","id":1,"result":"'),
  0xff,
  34,
  125,
);
const batch = `[${notification},${result(1)}]`;
const rpcError = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}';

const answers: readonly Answer[] = [
  {
    name: "JSON",
    headers: json,
    pieces: [result(1)],
    delivery: answered(),
    received: [result(1)],
    log: ["in http-response 200", "in message http result 1", "none http-end complete"],
  },
  {
    name: "JSON with a charset, in capitals",
    headers: { "content-type": "Application/JSON; charset=utf-8" },
    pieces: [result(1)],
    delivery: answered(),
    received: [result(1)],
    log: ["in http-response 200", "in message http result 1", "none http-end complete"],
  },
  {
    name: "a message without a content type",
    pieces: [result(1)],
    delivery: answered(),
    received: [result(1)],
    log: ["in http-response 200", "in message http result 1", "none http-end complete"],
  },
  {
    name: "an event stream",
    headers: sse,
    pieces: [`: hello\n\nid: 1\ndata:\n\ndata: ${notification}\n\n`, `data: ${result(1)}\n\n`],
    delivery: answered(),
    received: [notification, result(1)],
    log: [
      "in http-response 200",
      "in frame sse stream-metadata",
      "in frame sse stream-metadata",
      "in message sse notification notifications/message",
      "in message sse result 1",
      "none http-end complete",
    ],
  },
  {
    name: "an event of another type",
    headers: sse,
    pieces: [`event: log\ndata: ${result(2)}\n\nevent: message\ndata: ${result(1)}\n\n`],
    delivery: answered(),
    received: [result(1)],
    log: [
      "in http-response 200",
      "in frame sse other-event",
      "in message sse result 1",
      "none http-end complete",
    ],
  },
  {
    name: "a batch in JSON",
    headers: json,
    pieces: [batch],
    delivery: answered(),
    received: [batch],
    log: [
      "in http-response 200",
      "in message http notification notifications/message, result 1",
      "none http-end complete",
    ],
  },
  {
    name: "a batch in a stream",
    headers: sse,
    pieces: [`data: ${batch}\n\n`],
    delivery: answered(),
    received: [batch],
    log: [
      "in http-response 200",
      "in message sse notification notifications/message, result 1",
      "none http-end complete",
    ],
  },
  {
    name: "202 without a body",
    status: 202,
    pieces: [],
    delivery: answered(202),
    received: [],
    log: ["in http-response 202", "none http-end complete"],
  },
  {
    name: "202 with a body",
    status: 202,
    headers: { "content-type": "text/plain" },
    pieces: ["Accepted"],
    delivery: answered(202),
    received: [],
    log: ["in http-response 202", "in frame http body", "none http-end complete"],
  },
  {
    name: "an error status with a page",
    status: 500,
    headers: html,
    pieces: [page],
    delivery: failed({
      code: "http-status",
      status: 500,
      statusText: "Internal Server Error",
      body: page,
    }),
    received: [],
    log: ["in http-response 500", "in frame http body", "none http-end complete"],
  },
  {
    name: "an error status with JSON that is not a message",
    status: 401,
    headers: json,
    pieces: ['{"error":"invalid_token"}'],
    delivery: failed({ code: "http-status", status: 401, body: '{"error":"invalid_token"}' }),
    received: [],
    log: ["in http-response 401", "in frame http body", "none http-end complete"],
  },
  {
    name: "an error status with a message",
    status: 400,
    headers: json,
    pieces: [rpcError],
    delivery: failed({ code: "http-status", status: 400, body: "" }),
    received: [rpcError],
    log: ["in http-response 400", "in message http error 1 -32602", "none http-end complete"],
  },
  {
    name: "a long page",
    status: 503,
    headers: html,
    pieces: ["x".repeat(5000)],
    delivery: failed({ code: "http-status", body: "x".repeat(2000) }),
    received: [],
    log: ["in http-response 503", "in frame http body", "none http-end complete"],
  },
  {
    name: "404 without a session",
    status: 404,
    headers: html,
    pieces: [page],
    delivery: failed({ code: "http-status", status: 404 }),
    received: [],
    log: ["in http-response 404", "in frame http body", "none http-end complete"],
  },
  {
    name: "a page with 200",
    headers: html,
    pieces: [page],
    delivery: failed({ code: "not-mcp", status: 200, contentType: "text/html", body: page }),
    received: [],
    log: ["in http-response 200", "in frame http body", "none http-end complete"],
  },
  {
    name: "an empty body",
    headers: json,
    pieces: [],
    delivery: answered(),
    received: [],
    log: ["in http-response 200", "none http-end complete"],
  },
  {
    name: "broken JSON",
    headers: json,
    pieces: ['{"jsonrpc":"2.0","id":1,"resu'],
    delivery: failed({ code: "not-json", body: '{"jsonrpc":"2.0","id":1,"resu' }),
    received: ['{"jsonrpc":"2.0","id":1,"resu'],
    log: ["in http-response 200", "in message http invalid not-json", "none http-end complete"],
  },
  {
    name: "broken JSON in a stream",
    headers: sse,
    pieces: [`data: {"jsonrpc"\n\ndata: ${result(1)}\n\n`],
    delivery: answered(),
    received: ['{"jsonrpc"', result(1)],
    log: [
      "in http-response 200",
      "in message sse invalid not-json",
      "in message sse result 1",
      "none http-end complete",
    ],
  },
  {
    name: "JSON that is not a message",
    headers: json,
    pieces: ["42"],
    delivery: answered(),
    received: ["42"],
    log: [
      "in http-response 200",
      "in message http invalid not-an-object",
      "none http-end complete",
    ],
  },
  {
    name: "invalid UTF-8",
    headers: json,
    pieces: [invalidBytes],
    delivery: answered(),
    received: ['{"jsonrpc":"2.0","id":1,"result":"\u{fffd}"}'],
    log: ["in http-response 200", "in message http result 1", "none http-end complete"],
  },
  {
    name: "invalid UTF-8 in a stream",
    headers: sse,
    pieces: [encodeText("data: "), invalidBytes, "\n\n"],
    delivery: answered(),
    received: ['{"jsonrpc":"2.0","id":1,"result":"\u{fffd}"}'],
    log: ["in http-response 200", "in message sse result 1", "none http-end complete"],
  },
  {
    name: "JSON after a byte order mark",
    headers: json,
    pieces: [`\u{feff}${result(1)}`],
    delivery: answered(),
    received: [result(1)],
    log: ["in http-response 200", "in message http result 1", "none http-end complete"],
  },
  {
    name: "JSON split within characters",
    headers: json,
    pieces: [umlautBytes.subarray(0, -9), umlautBytes.subarray(-9, -6), umlautBytes.subarray(-6)],
    delivery: answered(),
    received: [umlauts],
    log: ["in http-response 200", "in message http result 1", "none http-end complete"],
  },
  {
    name: "a stream split within characters and line ends",
    headers: sse,
    pieces: [
      encodeText("da"),
      encodeText("ta: "),
      umlautBytes.subarray(0, -5),
      umlautBytes.subarray(-5),
      "\r",
      "\n\r",
      "\n",
    ],
    delivery: answered(),
    received: [umlauts],
    log: [
      "in http-response 200",
      "in message sse result 1",
      "in frame sse rest",
      "none http-end complete",
    ],
  },
  {
    name: "truncated JSON",
    headers: json,
    pieces: ['{"jsonrpc":'],
    breaks: true,
    delivery: failed({ code: "stream-broken" }),
    received: [],
    log: ["in http-response 200", "in frame http rest", "none http-end failed"],
  },
  {
    name: "a broken stream",
    headers: sse,
    pieces: [`data: ${notification}\n\ndata: {"json`],
    breaks: true,
    delivery: failed({ code: "stream-broken" }),
    received: [notification],
    log: [
      "in http-response 200",
      "in message sse notification notifications/message",
      "in frame sse rest",
      "none http-end failed",
    ],
  },
  {
    name: "a stream that ends too early",
    headers: sse,
    pieces: [`data: ${notification}\n\ndata: {"json`],
    delivery: answered(),
    received: [notification],
    log: [
      "in http-response 200",
      "in message sse notification notifications/message",
      "in frame sse rest",
      "none http-end complete",
    ],
  },
];

describe("an answer to a POST", () => {
  test.each(answers)("$name", async (answer) => {
    const { server, log, received, post } = await setUpHttp(async (response) => {
      response.writeHead(answer.status ?? 200, answer.headers);
      response.flushHeaders();
      await writePieces(response, answer.pieces);
      if (answer.breaks) breakOff(response);
      else response.end();
    });
    expect(await post(call)).toMatchObject(answer.delivery);
    expect(received).toEqual(answer.received);
    expect(logSummary(log)).toEqual([sent, ...answer.log]);
    const pieces = answer.pieces.map((piece) => Buffer.from(piece));
    expect(await bytesOf(log, "in")).toEqual(Buffer.concat(pieces));
    expect(await bytesOf(log, "out")).toEqual(server.heard[0]?.body);
  });
});

test("a failure has the URL of the response and the error of the platform", async () => {
  const { server, post } = await setUpHttp((response) => response.writeHead(502).end("bad"));
  expect(await post(call)).toMatchObject({
    failure: { url: server.url, statusText: "Bad Gateway", body: "bad" },
  });
});

test("a listener that throws still gets later frames, and the log has a finding", async () => {
  const { transport, log, post } = await setUpHttp((response) =>
    response.writeHead(200, sse).end(`data: ${notification}\n\ndata: ${result(1)}\n\n`),
  );
  const heard: string[] = [];
  await transport.open({
    frame({ text }) {
      heard.push(text);
      if (text === notification) throw new Error("my mistake");
    },
    closed() {},
  });
  expect(await post(call)).toEqual(answered());
  expect(heard).toEqual([notification, result(1)]);
  const { entries } = log.snapshot();
  const [about] = entries.filter(({ kind, direction }) => kind === "message" && direction === "in");
  expect(entries.find(({ kind }) => kind === "finding")).toMatchObject({
    code: "listener-threw",
    about: about?.seq,
    evidence: { reason: "Error: my mistake" },
  });
});

test("reading a stream for long yields to the event loop between events", async () => {
  const took: number[] = [];
  const { transport, clock, post } = await setUpHttp(
    (response) => response.writeHead(200, sse).end(`data: ${notification}\n\n`.repeat(10)),
    { yieldToEventLoop: async () => void took.push(clock.now()) },
  );
  await transport.open({ frame: () => clock.advance(3), closed() {} });
  await post(notification);
  // the clock is read only every few events
  expect(took).toEqual([12, 24]);
});

test.each([
  ["JSON", json, (text: string) => text],
  ["an event stream", sse, (text: string) => `data: ${text}\n\n`],
])(
  "a large result in %s is decoded in steps, in order with what follows",
  async (_, type, body) => {
    const rows = Array.from({ length: 50_000 }, (__, id) => ({ id, name: `Row ${id}` }));
    const large = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      result: { structuredContent: { rows } },
    });
    let yields = 0;
    const { transport, log, post } = await setUpHttp(
      (response) => {
        const after = type === sse ? body(notification) : "";
        response.writeHead(200, type).end(body(large) + after);
      },
      { yieldToEventLoop: async () => void yields++ },
    );
    const heard: unknown[] = [];
    await transport.open({
      frame: ({ messages, text }) => heard.push({ value: messages[0]?.value, text }),
      closed() {},
    });
    await post(call);
    expect(yields).toBeGreaterThan(large.length / (256 * 1024));
    const texts = type === sse ? [large, notification] : [large];
    expect(heard).toEqual(texts.map((text) => ({ value: JSON.parse(text), text })));
    expect(logSummary(log)).toContain(`in message ${type === sse ? "sse" : "http"} result 1`);
  },
);

test("events of one chunk have the same time, and times never decrease", async () => {
  const { transport, clock, log, post } = await setUpHttp(
    (response) => response.writeHead(200, sse).end(`data: ${notification}\n\n`.repeat(10)),
    { yieldToEventLoop: async () => {} },
  );
  await transport.open({ frame: () => clock.advance(3), closed() {} });
  await post(notification);
  const times = log.snapshot().entries.map(({ at }) => at);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  const { entries } = log.snapshot();
  const came = entries.filter(({ kind, direction }) => kind === "message" && direction === "in");
  expect(came.map(({ at }) => at)).toEqual([0, 0, 0, 0, 12, 12, 12, 12, 24, 24]);
});

test("bytes that are not JSON are sent unchanged", async () => {
  const { server, transport, log } = await setUpHttp((response) => response.writeHead(400).end());
  const bytes = Uint8Array.of(0xff, 0x7b, 0, 0x0a);
  const { entry, delivery } = transport.send(bytes);
  expect(entry.heads).toEqual([{ kind: "invalid", reason: "not-json", excerpt: "\ufffd{\u0000" }]);
  expect(await delivery).toMatchObject(failed({ code: "http-status", status: 400 }));
  expect(server.heard[0]?.body).toEqual(Buffer.from(bytes));
  expect(await log.read(entry.seq)).toEqual(bytes);
});

test("a refused connection is a network failure with the URL", async () => {
  const { server } = await setUpHttp(() => {});
  const url = server.url.replace(/:\d+/, `:${await unusedPort()}`);
  const log = createEventLog({ now: () => 0 });
  const transport = createStreamableHttp({
    url,
    headers: [],
    fetch: globalThis.fetch,
    clock: createManualClock(),
    record: createRecorder(log, "connection"),
    newId: () => "exchange",
  });
  const delivery = await transport.send(encodeText(call)).delivery;
  expect(delivery).toMatchObject(failed({ code: "network", url, reason: expect.any(String) }));
  expect(logSummary(log)).toEqual([sent, "none http-end failed"]);
});

/** A loopback port that refuses connections. */
async function unusedPort(): Promise<number> {
  for (let port = 61_001; ; port++) {
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(false)).once("error", () => resolve(true));
      socket.once("connect", () => socket.destroy());
    });
    if (refused) return port;
  }
}
