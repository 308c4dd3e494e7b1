import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type EverythingServer, startEverything } from "../../e2e/servers/everything.ts";
import { systemClock } from "../core/clock.ts";
import { createEventLog } from "../log/eventLog.ts";
import { bytesOf, logSummary } from "../log/logSummary.fixture.ts";
import { createRecorder } from "../log/recorder.ts";
import { createStreamableHttp } from "../transport/http/streamableHttp.ts";
import type { AnswerInput } from "./input/serverInput.ts";
import { initialize } from "./negotiation/initialize.ts";
import { readPages } from "./pages.ts";
import { createSession } from "./session/session.ts";

let server: EverythingServer;
beforeAll(async () => {
  server = await startEverything();
});
afterAll(() => server.stop());

/** Opens a session with the official example server; it is closed after the test. */
async function connect(answerInput: AnswerInput = () => undefined) {
  const log = createEventLog({ now: systemClock.now });
  const transport = createStreamableHttp({
    url: server.url,
    headers: [],
    fetch: globalThis.fetch,
    clock: systemClock,
    record: createRecorder(log, "connection"),
    newId: () => crypto.randomUUID(),
  });
  const notified: string[] = [];
  const session = createSession({
    transport,
    clock: systemClock,
    limits: () => ({ timeoutMs: 60_000, maximumMs: 0 }),
    answerInput,
    onNotification: (method) => notified.push(method),
    onClosed: () => {},
  });
  await session.open();
  onTestFinished(() => session.close());
  const handshake = await initialize(session, transport, {
    offer: undefined,
    capabilitiesText: '{"sampling":{}}',
    clientInfo: { name: "test", version: "0" },
    signal: new AbortController().signal,
  });
  return { session, log, notified, handshake };
}

test("the handshake returns the name of the server", async () => {
  const { handshake } = await connect();
  expect(handshake).toMatchObject({
    kind: "agreed",
    agreement: {
      revision: "2025-11-25",
      serverInfo: { name: "mcp-servers/everything" },
      capabilities: { tools: expect.anything() },
    },
  });
});

test("the tools are listed, and one is called", async () => {
  const { session } = await connect();
  const pages = await readPages(session, "tools/list", "tools");
  expect(pages).toMatchObject({
    kind: "complete",
    items: expect.arrayContaining([
      expect.objectContaining({ name: "echo" }),
      expect.objectContaining({ name: "trigger-sampling-request" }),
    ]),
  });
  const params = '{"name":"echo","arguments":{"message":"ä€😀"}}';
  expect(await session.request("tools/call", params).done).toMatchObject({
    kind: "result",
    value: { content: [{ type: "text", text: "Echo: ä€😀" }] },
  });
});

test("an unknown tool is rejected by the server", async () => {
  const { session } = await connect();
  const outcome = await session.request("tools/call", '{"name":"nothing"}').done;
  expect(JSON.stringify(outcome)).toMatch(/not found/);
});

test("a request from the server during a call is answered, then the result arrives", async () => {
  const answers = vi.fn<AnswerInput>(async () => ({
    kind: "result",
    text: '{"role":"assistant","model":"by-hand","content":{"type":"text","text":"Hello"}}',
  }));
  const { session, log } = await connect(answers);
  const call = session.request(
    "tools/call",
    '{"name":"trigger-sampling-request","arguments":{"prompt":"Say hello"}}',
  );
  const outcome = await call.done;
  expect(answers).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ method: "sampling/createMessage", causedBy: call.entry.seq }),
  );
  expect(JSON.stringify(outcome)).toMatch(/LLM sampling result.*by-hand.*Hello/);
  expect(logSummary(log).filter((words) => / (request|result) 0/.test(words))).toEqual([
    "in message sse request 0 sampling/createMessage",
    "out message http result 0",
  ]);
});

test("progress is reported during a call", async () => {
  const { session } = await connect();
  const steps: (number | undefined)[] = [];
  const outcome = await session.request(
    "tools/call",
    (id) =>
      `{"name":"trigger-long-running-operation","arguments":{"duration":0.4,"steps":4},"_meta":{"progressToken":${id}}}`,
    { onProgress: ({ progress }) => steps.push(progress) },
  ).done;
  expect(outcome.kind).toBe("result");
  expect(steps).toEqual([1, 2, 3, 4]);
});

test("bytes that are not JSON are rejected, and the session continues", async () => {
  const { session, log } = await connect();
  const { entry, delivered } = session.send(new TextEncoder().encode("{ broken"));
  expect(await delivered).toMatchObject({ code: "http-status", status: 400 });
  expect(await log.read(entry.seq)).toEqual(new TextEncoder().encode("{ broken"));
  expect((await bytesOf(log, "in")).toString()).toContain("Parse error");
  expect(await session.request("ping").done).toMatchObject({ kind: "result", value: {} });
});

test("closing deletes the session on the server", async () => {
  const { session, log } = await connect();
  await session.close();
  const words = logSummary(log);
  expect(words.slice(words.indexOf("out http-request DELETE"))).toEqual(
    expect.arrayContaining(["in http-response 200", "none http-end complete"]),
  );
  expect(await session.request("ping").done).toMatchObject({ failure: { code: "closed" } });
});
