import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type EverythingServer,
  everythingProgram,
  startEverything,
} from "../servers/everything.ts";
import { connectTo, createMemory, type Target } from "./engine.fixture.ts";

let http: EverythingServer;
let sse: EverythingServer;
beforeAll(async () => {
  [http, sse] = await Promise.all([startEverything(), startEverything("sse")]);
});
afterAll(() => Promise.all([http.stop(), sse.stop()]));

interface Way {
  readonly name: string;
  readonly target: () => Target;
  /** The steps between the first handshake and the successful one. */
  readonly detour: (revision: string) => readonly string[];
  /** How the probe for the modern era ends, and which revision is negotiated after it. */
  readonly auto: readonly string[];
}

const ways: readonly Way[] = [
  {
    name: "Streamable HTTP",
    target: () => ({ url: http.url }),
    detour: () => [],
    auto: [
      "not-modern error -32000 Bad Request: Server not initialized",
      "initialize 2025-11-25",
      "agreed 2025-11-25",
    ],
  },
  {
    name: "HTTP+SSE",
    target: () => ({ url: sse.url }),
    detour: (revision) => ["http-sse because 404", `initialize ${revision}`],
    auto: [
      "not-modern status 404",
      "initialize 2025-11-25",
      "http-sse because 404",
      "initialize 2024-11-05",
      "agreed 2024-11-05",
    ],
  },
  {
    name: "stdio",
    target: () => ({ program: [everythingProgram, "stdio"] }),
    detour: () => [],
    auto: [
      "not-modern error -32601 Method not found",
      "initialize 2025-11-25",
      "agreed 2025-11-25",
    ],
  },
];

const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

describe.each(ways)("over $name", ({ target, detour, auto }) => {
  test.each(revisions)("%s is negotiated when selected, and tools work", async (revision) => {
    const engine = await connectTo(target(), { revision });
    expect(engine.story()).toEqual([
      `initialize ${revision}`,
      ...detour(revision),
      `agreed ${revision}`,
    ]);
    const { agreement, list } = engine.connection();
    expect(agreement).toMatchObject({ revision, serverInfo: { name: "mcp-servers/everything" } });
    expect(await list("tools/list", "tools")).toMatchObject({
      kind: "complete",
      items: expect.arrayContaining([expect.objectContaining({ name: "echo" })]),
    });
    expect(await engine.callTool("echo", { message: "ä€😀" })).toMatchObject({
      kind: "result",
      value: { content: [{ type: "text", text: "Echo: ä€😀" }] },
    });
  });

  test("auto probes for the modern era first, and falls back", async () => {
    const engine = await connectTo(target());
    expect(engine.story()).toEqual(["discover 2026-07-28", ...auto]);
    expect(await engine.callTool("echo", { message: "a" })).toMatchObject({ kind: "result" });
  });

  test("auto skips the probe when the era is remembered", async () => {
    const memory = createMemory();
    await (await connectTo(target(), { memory })).close();
    const engine = await connectTo(target(), { memory });
    expect(engine.story()).toEqual(["remembered legacy", ...auto.slice(1)]);
  });

  test("selecting only the modern revision fails with a reason", async () => {
    const { result, story } = await connectTo(target(), { revision: "2026-07-28" });
    expect(story()).toEqual(["discover 2026-07-28", auto[0]]);
    expect(result).toMatchObject({
      kind: "failed",
      failure: { code: "revision-not-supported", revision: "2026-07-28" },
    });
  });

  test("a server that answers with another revision is used with that revision", async () => {
    const engine = await connectTo(target(), { revision: "2025-01-01" });
    expect(engine.story().at(-1)).toBe("agreed 2025-11-25");
    expect(await engine.callTool("echo", { message: "a" })).toMatchObject({ kind: "result" });
  });

  test("server requests, progress and cancellation work", async () => {
    const engine = await connectTo(target(), {
      revision: "2025-06-18",
      capabilities: { sampling: {} },
      answerInput: async () => ({
        kind: "result",
        text: '{"role":"assistant","model":"by-hand","content":{"type":"text","text":"Hi"}}',
      }),
    });
    const sampled = await engine.callTool("trigger-sampling-request", { prompt: "Say hi" });
    expect(JSON.stringify(sampled)).toMatch(/by-hand/);

    const steps: number[] = [];
    const work = { duration: 0.4, steps: 2 };
    const params = { name: "trigger-long-running-operation", arguments: work };
    const onProgress = ({ progress }: { progress: number }) => steps.push(progress);
    const token = { _meta: { progressToken: "p" } };
    await engine.run("tools/call", { ...params, ...token }, { onProgress }).done;
    expect(steps).toEqual([1, 2]);

    const operation = engine.run("tools/call", {
      ...params,
      arguments: { duration: 60, steps: 2 },
    });
    operation.cancel();
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    expect(engine.sent("notifications/cancelled")).toHaveLength(1);
    expect(await engine.callTool("echo", { message: "a" })).toMatchObject({ kind: "result" });
  });
});
