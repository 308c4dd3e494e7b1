import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { encodeText } from "../../shared/core/bytes.ts";
import {
  type EverythingServer,
  everythingProgram,
  startEverything,
} from "../servers/everything.ts";
import { serveHandler } from "../servers/serveHandler.ts";
import { startSessionsServer } from "../servers/sessions.ts";
import { connectTo, type Engine, soon, type Target } from "./engine.fixture.ts";

const revision = "2025-03-26";

let everything: EverythingServer;
beforeAll(async () => {
  everything = await startEverything();
});
afterAll(() => everything.stop());

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
}

/** A server that answers every call with a batch: progress, a ping, and the result. */
async function startBatching(carrier: "json" | "stream") {
  const answers: Message[] = [];
  const server = await serveHandler(async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const { id, method, params, result } = (await request.json()) as Message;
    if (result !== undefined) answers.push({ id, result });
    if (id === undefined || method === undefined) return new Response(null, { status: 202 });
    const answer = (value: object) => ({ jsonrpc: "2.0", id, result: value });
    if (method === "initialize") {
      const serverInfo = { name: "batching", version: "1" };
      return Response.json(answer({ protocolVersion: revision, capabilities: {}, serverInfo }));
    }
    const meta = params?._meta as { progressToken?: unknown } | undefined;
    const progress = { progressToken: meta?.progressToken, progress: 1 };
    const batch = JSON.stringify([
      { jsonrpc: "2.0", method: "notifications/progress", params: progress },
      { jsonrpc: "2.0", id: "ping-1", method: "ping" },
      answer({ content: [{ type: "text", text: "batched" }] }),
    ]);
    const type = carrier === "json" ? "application/json" : "text/event-stream";
    const body = carrier === "json" ? batch : `data: ${batch}\n\n`;
    return new Response(body, { headers: { "content-type": type } });
  });
  onTestFinished(() => server.close());
  return { url: `${server.url}/mcp`, answers };
}

describe("a batch from the server", () => {
  test.each(["json", "stream"] as const)(
    "as %s: each of its messages is handled",
    async (carrier) => {
      const server = await startBatching(carrier);
      const engine = await connectTo(server, { revision });
      const steps: number[] = [];
      const outcome = await engine.run(
        "tools/call",
        { name: "any", _meta: { progressToken: "p" } },
        { onProgress: ({ progress }) => steps.push(progress) },
      ).done;
      expect(outcome).toMatchObject({
        kind: "result",
        value: { content: [{ text: "batched" }] },
        answer: { entry: { batch: true } },
      });
      expect(steps).toEqual([1]);
      await soon(() => expect(server.answers).toEqual([{ id: "ping-1", result: {} }]));
    },
  );
});

/** Sends two calls and a notification in one frame. */
function sendBatch(engine: Engine) {
  const echo = (id: number, message: string) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "echo", arguments: { message } },
  });
  const cancelled = {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: "nothing" },
  };
  const batch = [echo(71, "one"), cancelled, echo(72, "two")];
  return engine.connection().session.send(encodeText(JSON.stringify(batch))).calls;
}

describe("a batch from the client", () => {
  const targets: readonly (readonly [string, () => Promise<Target>])[] = [
    ["in a stream", async () => ({ url: everything.url })],
    [
      "in JSON",
      async () => {
        const server = await startSessionsServer({ json: true });
        onTestFinished(() => server.close());
        return server;
      },
    ],
    [
      "over stdio, where the server knows no batches",
      async () => ({ program: [everythingProgram, "stdio"] }),
    ],
  ];

  test.each(targets.slice(0, 2))(
    "answered %s: each call gets its own response",
    async (_, target) => {
      const engine = await connectTo(await target(), { revision });
      const outcomes = await Promise.all(sendBatch(engine).map(({ done }) => done));
      expect(outcomes).toMatchObject([
        { kind: "result", value: { content: [{ text: "Echo: one" }] } },
        { kind: "result", value: { content: [{ text: "Echo: two" }] } },
      ]);
    },
  );

  test.each(targets.slice(2))("%s: the calls end, and the session continues", async (_, target) => {
    // the start of the program takes the time it needs
    const options = { revision, timeoutMs: 30_000 };
    const engine = await connectTo(await target(), options);
    engine.connection();
    options.timeoutMs = 500;
    const outcomes = await Promise.all(sendBatch(engine).map(({ done }) => done));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "failed"]);
    options.timeoutMs = 30_000;
    expect(await engine.callTool("echo", { message: "on" })).toMatchObject({ kind: "result" });
  });
});
