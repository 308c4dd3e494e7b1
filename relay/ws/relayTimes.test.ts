import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectTo } from "../../e2e/pairAsPage.ts";
import { encodeText } from "../../shared/core/bytes.ts";
import { systemClock } from "../../shared/core/clock.ts";
import type { Entry } from "../../shared/log/entry.ts";
import { createEventLog } from "../../shared/log/eventLog.ts";
import { createMessagePairs } from "../../shared/log/messagePairs.ts";
import { createRecorder } from "../../shared/log/recorder.ts";
import type { ConnectSocket } from "../../shared/relay/client/browserSocket.ts";
import { createRelayFetch } from "../../shared/relay/client/relayFetch.ts";
import { createRelayLink } from "../../shared/relay/client/relayLink.ts";
import { decodeChunk } from "../../shared/relay/frames/chunk.ts";
import { recordedExchange } from "../../shared/transport/http/recordedExchange.ts";
import { createRelayedStdio } from "../../shared/transport/stdio/relayedStdio.ts";
import { launchRelay, newId, pair, script, until } from "../relay.fixture.ts";

/** Milliseconds for which the page's thread does nothing else; the server answers long before. */
const blockedMs = 800;
const answerMs = 40;

/** Blocks this thread, as a long task of the page does. */
function block() {
  for (const until = performance.now() + blockedMs; performance.now() < until; );
}

/** A link to a relay in its own process; `change` may rewrite the text frames that the page sends. */
async function openPage(change = (text: string) => text) {
  const relay = await launchRelay();
  /** Times of the relay's clock that it has sent. */
  const stamps: number[] = [];
  const connect: ConnectSocket = (handlers) => {
    const socket = connectTo(relay.origin)({
      ...handlers,
      received(frame) {
        stamps.push(...stampsIn(frame));
        handlers.received(frame);
      },
    });
    const send: typeof socket.send = (frame) =>
      socket.send(typeof frame === "string" ? change(frame) : frame);
    return { ...socket, send };
  };
  const link = createRelayLink({ connect, session: await pair(relay), clock: systemClock });
  onTestFinished(() => link.close());
  const log = createEventLog(systemClock);
  return { link, log, record: createRecorder(log, "c"), stamps };
}

/** The relay's times in one of its frames. */
function stampsIn(frame: string | Uint8Array): number[] {
  if (typeof frame !== "string") return [decodeChunk(frame)?.at ?? []].flat();
  const { at, writtenAt, times = {} } = JSON.parse(frame);
  return [at, writtenAt, times.sentAt, times.headAt].filter((stamp) => stamp !== undefined);
}

/** Expects a duration that lies between two times of the relay's clock. */
function expectOfRelay(ms: number | undefined, stamps: readonly number[]) {
  const durations = stamps.flatMap((from) => stamps.map((to) => to - from));
  expect(durations).toContainEqual(expect.closeTo(ms ?? Number.NaN, 1));
}

/** A hello without the member that asks for times: the relay then behaves like an older one. */
const asOlder = (text: string) => text.replace(',"times":true', "");

const pairOf = (log: ReturnType<typeof createEventLog>) => {
  const pairs = createMessagePairs();
  pairs.update(log.snapshot());
  const { entries, length } = log.snapshot();
  const answer = entries
    .slice(0, length)
    .findLast(
      (entry): entry is Extract<Entry, { kind: "message" }> =>
        entry.kind === "message" && entry.heads.some(({ kind }) => kind === "result"),
    );
  return answer && { answer, ...pairs.of(answer.seq) };
};

const request = encodeText('{"jsonrpc":"2.0","id":7,"method":"ping"}');

describe("a process that answers while the page is busy", () => {
  const server = `
    import { createInterface } from "node:readline";
    for await (const line of createInterface({ input: process.stdin })) {
      const from = performance.now();
      setTimeout(() => console.log('{"jsonrpc":"2.0","method":"notifications/message"}'), ${answerMs / 2});
      setTimeout(() => {
        const ms = performance.now() - from;
        console.log(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result: { ms } }));
      }, ${answerMs});
    }`;

  const call = async (change?: (text: string) => string) => {
    const { link, log, record, stamps } = await openPage(change);
    const transport = createRelayedStdio({
      link,
      record,
      command: script(server),
      processId: newId(),
    });
    const texts: string[] = [];
    await transport.open({ frame: ({ text }) => void texts.push(text), closed() {} });
    // the second call finds the process started
    transport.send(encodeText('{"jsonrpc":"2.0","id":1,"method":"ping"}'));
    await until(() => texts.length === 2);
    transport.send(request);
    block();
    await until(() => texts.length === 4);
    return { ...pairOf(log), log, stamps, ownMs: JSON.parse(texts[3] ?? "").result.ms as number };
  };

  test("is timed by the relay", async () => {
    const { answer, ms, readMs, ownMs, log, stamps } = await call();
    expect(ms).toBeGreaterThanOrEqual(ownMs - 1);
    expectOfRelay(ms, stamps);
    expect(readMs).toBeGreaterThan(0);
    expect((ms ?? 0) + (readMs ?? 0)).toBeGreaterThanOrEqual(blockedMs - 100);
    const notification = log.snapshot().entries[(answer?.seq ?? 0) - 1];
    expect(notification?.at).toBeLessThanOrEqual(answer?.at ?? 0);
  });

  test("is timed by the page's own clock if the relay sends no times", async () => {
    const { answer, ms, readMs } = await call(asOlder);
    expect(answer?.readAt).toBeUndefined();
    expect(readMs).toBeUndefined();
    expect(ms).toBeGreaterThanOrEqual(blockedMs - 100);
  });
});

describe("an HTTP server behind the relay that answers while the page is busy", () => {
  const server = `
    import { createServer } from "node:http";
    const answer = (ms) => JSON.stringify({ jsonrpc: "2.0", id: 7, result: { ms } });
    createServer((request, response) => {
      const from = performance.now();
      if (request.url === "/hop") return response.writeHead(307, { Location: "/json" }).end();
      const isStream = request.url === "/stream";
      const type = isStream ? "text/event-stream" : "application/json";
      response.writeHead(200, { "Content-Type": type }).flushHeaders();
      setTimeout(() => {
        const text = answer(performance.now() - from);
        if (!isStream) return response.end(text);
        response.write("data: " + text + "\\n\\n");
        setTimeout(() => response.end(), 200);
      }, ${answerMs});
    }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

  const open = async (change?: (text: string) => string) => {
    const { link, log, record, stamps } = await openPage(change);
    const { command, args } = script(server);
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill());
    const [port] = await once(createInterface(child.stdout), "line");
    const fetch = createRelayFetch({
      link: async () => link,
      newId,
      agree: async (origin) => ({ origin }),
    });
    await link.open();
    return { fetch, log, record, stamps, origin: `http://127.0.0.1:${port}` };
  };

  const call = async (
    { fetch, log, record, origin }: Awaited<ReturnType<typeof open>>,
    path: string,
  ) => {
    const exchangeId = path;
    const before = log.snapshot().length;
    const heads = [{ kind: "request", id: 7, method: "ping" }] as const;
    record(
      { kind: "message", carrier: "http", direction: "out", exchangeId, heads, batch: false },
      request,
    );
    const result = recordedExchange(
      { fetch, record, clock: systemClock },
      {
        exchangeId,
        method: "POST",
        url: `${origin}${path}`,
        headers: [],
        body: request,
        signal: new AbortController().signal,
      },
      { frame() {} },
    );
    // the frames are sent after a few turns of the event loop
    await new Promise((resolve) => setTimeout(resolve, 5));
    block();
    expect(await result).toMatchObject({ kind: "complete" });
    const times = log
      .snapshot()
      .entries.slice(before)
      .map(({ at }) => at);
    return { ...pairOf(log), times };
  };

  test("is timed by the relay: JSON, an event of a stream that continues, and after a redirect", async () => {
    const page = await open();
    for (const path of ["/json", "/stream", "/hop"]) {
      const { ms, readMs, times } = await call(page, path);
      expect(ms).toBeGreaterThanOrEqual(answerMs - 2);
      // the page has to follow the redirect first
      if (path !== "/hop") expectOfRelay(ms, page.stamps);
      expect(readMs).toBeGreaterThanOrEqual(0);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  test("is timed by the page's own clock if the relay sends no times", async () => {
    const { answer, ms, readMs } = await call(await open(asOlder), "/json");
    expect(answer?.readAt).toBeUndefined();
    expect(readMs).toBeUndefined();
    expect(ms).toBeGreaterThanOrEqual(blockedMs - 100);
  });
});
