import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../servers/serveHandler.ts";
import { connectTo, soon, type Target } from "./engine.fixture.ts";

/** A small stdio server; `receive` gets each message, `send` writes one, `before` runs first. */
async function program(receive: string, before = ""): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), "odd-server-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "server.mjs");
  const source = `
    import { createInterface } from "node:readline";
    ${before}
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
    const welcome = ({ id, params }) => send({ id, result: {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "odd", version: "1" },
    } });
    const receive = (message) => { ${receive} };
    createInterface({ input: process.stdin }).on("line", (line) => receive(JSON.parse(line)));`;
  await writeFile(file, source);
  return { program: [file] };
}

const handshake = 'if (message.method === "initialize") return welcome(message);';
const rest =
  'if (message.method === "tools/list") send({ id: message.id, result: { tools: [] } });';

describe("a stdio server", () => {
  test("that does not answer the probe gets the legacy handshake", async () => {
    const engine = await connectTo(await program(handshake + rest), { probeMs: 300 });
    expect(engine.story()).toEqual([
      "discover 2026-07-28",
      "not-modern timeout",
      "initialize 2025-11-25",
      "agreed 2025-11-25",
    ]);
    expect(engine.sent("notifications/cancelled")).toEqual([]);
    expect(await engine.connection().list("tools/list", "tools")).toMatchObject({ items: [] });
  });

  test("that answers the probe too late still connects", async () => {
    const late = `if (message.method === "server/discover") {
      setTimeout(send, 500, { id: message.id, error: { code: -32601, message: "No" } });
    }`;
    const engine = await connectTo(await program(late + handshake + rest), { probeMs: 200 });
    expect(engine.story().at(-1)).toBe("agreed 2025-11-25");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await engine.connection().list("tools/list", "tools")).toMatchObject({ items: [] });
  });

  test("that exits on the probe is started again", async () => {
    const dies = 'if (message.method === "server/discover") process.exit(3);';
    const engine = await connectTo(await program(dies + handshake + rest));
    expect(engine.story()).toEqual([
      "discover 2026-07-28",
      "not-modern exited",
      "initialize 2025-11-25",
      "agreed 2025-11-25",
    ]);
    expect(await engine.connection().list("tools/list", "tools")).toMatchObject({ items: [] });
    expect(engine.lost).toEqual([]);
  });

  test("that exits on every message is reported with its last output", async () => {
    const dies = 'process.stderr.write("out of luck\\n", () => process.exit(7));';
    const { result, story } = await connectTo(await program(dies));
    expect(result).toMatchObject({
      kind: "failed",
      failure: { code: "exited", exitCode: 7, stderr: "out of luck\n" },
    });
    expect(story()).toEqual(["discover 2026-07-28", "not-modern exited", "initialize 2025-11-25"]);
  });

  test("that exits later ends the connection and its pending calls", async () => {
    const dies = 'if (message.method === "tools/call") process.exit(1);';
    const engine = await connectTo(await program(handshake + dies), { revision: "2025-11-25" });
    expect(await engine.callTool("any")).toMatchObject({
      kind: "failed",
      failure: { code: "exited", exitCode: 1 },
    });
    expect(engine.lost).toMatchObject([{ code: "exited", exitCode: 1 }]);
  });

  test("that prints text to its stdout is reported with it, immediately and when no answer comes", async () => {
    const stray: string[] = [];
    const { result } = await connectTo(await program("", 'console.log("Listening on port 80");'), {
      probeMs: 300,
      timeoutMs: 300,
      onStrayOutput: (text) => stray.push(text),
    });
    expect(result).toMatchObject({
      kind: "failed",
      failure: { code: "stray-output", text: "Listening on port 80", afterMs: expect.any(Number) },
    });
    expect(stray).toEqual(["Listening on port 80"]);
  });

  test("that prints a banner first connects", async () => {
    const banner = 'console.log("Welcome"); console.log("to the server");';
    const stray: string[] = [];
    const engine = await connectTo(await program(handshake + rest, banner), {
      probeMs: 300,
      onStrayOutput: (text) => stray.push(text),
    });
    expect(engine.story().at(-1)).toBe("agreed 2025-11-25");
    expect(stray).toEqual(["Welcome"]);
  });

  test("that exits during a subscription is not subscribed to again", async () => {
    const modern = `if (message.method === "server/discover") return send({ id: message.id, result: {
        resultType: "complete", ttlMs: 0, cacheScope: "private",
        supportedVersions: ["2026-07-28"], capabilities: { tools: { listChanged: true } },
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "odd", version: "1" } },
      } });
      if (message.method === "subscriptions/listen") setTimeout(() => process.exit(4), 50);`;
    const engine = await connectTo(await program(modern));
    await soon(() => expect(engine.lost).toMatchObject([{ code: "exited", exitCode: 4 }]));
    const { length } = engine.log.snapshot();
    const { session, subscriptions } = engine.connection();
    expect(await session.request("ping").done).toMatchObject({ failure: { code: "exited" } });
    // longer than the first delay before a new subscription
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(subscriptions.state()).toEqual({ kind: "ended", reason: "lost" });
    expect(engine.sent("subscriptions/listen")).toHaveLength(1);
    expect(engine.log.snapshot().length).toBe(length);
  });

  test("that answers with an unknown revision is used with it", async () => {
    const strange = handshake.replace(
      "welcome(message)",
      'welcome({ ...message, params: { protocolVersion: "1999-12-31" } })',
    );
    const engine = await connectTo(await program(strange + rest), { revision: "2025-11-25" });
    expect(engine.story()).toEqual(["initialize 2025-11-25", "agreed 1999-12-31"]);
    expect(engine.connection().agreement.revision).toBe("1999-12-31");
    expect(await engine.connection().list("tools/list", "tools")).toMatchObject({ items: [] });
  });
});

describe("an HTTP server", () => {
  /** @param answer returns the response to each method */
  async function serve(
    answer: (method: string, id: unknown) => Response | object,
    onNotification = () => new Response(null, { status: 202 }),
  ) {
    const server = await serveHandler(async (request) => {
      if (request.method !== "POST") return new Response(null, { status: 405 });
      const { id, method } = (await request.json()) as { id?: unknown; method: string };
      if (id === undefined) return onNotification();
      const said = answer(method, id);
      return said instanceof Response ? said : Response.json({ jsonrpc: "2.0", id, ...said });
    });
    onTestFinished(() => server.close());
    return { url: server.url };
  }

  const welcome = {
    result: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      serverInfo: { name: "odd", version: "1" },
    },
  };

  const probes: readonly (readonly [
    what: string,
    answer: () => Response | object,
    step: string,
  ])[] = [
    [
      "a page",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      "no-mcp not-mcp",
    ],
    ["status 400 and no message", () => new Response("Bad", { status: 400 }), "status 400"],
    ["status 405", () => new Response(null, { status: 405 }), "status 405"],
    ["status 500", () => new Response("Oh", { status: 500 }), "status 500"],
    ["an empty result", () => ({ result: {} }), "no-revision"],
    [
      "an error of its own",
      () => ({ error: { code: -32602, message: "What?" } }),
      "error -32602 What?",
    ],
  ];

  test.each(probes)(
    "that answers the probe with %s is greeted in the old way",
    async (_, answer, step) => {
      const target = await serve((method) => (method === "server/discover" ? answer() : welcome));
      const engine = await connectTo(target);
      expect(engine.story()).toEqual([
        "discover 2026-07-28",
        `not-modern ${step}`,
        "initialize 2025-11-25",
        "agreed 2025-11-25",
      ]);
    },
  );

  test("that never answers the probe gets the legacy handshake", async () => {
    const silent = new Response(new ReadableStream(), {
      headers: { "content-type": "text/event-stream" },
    });
    const target = await serve((method) => (method === "server/discover" ? silent : welcome));
    const engine = await connectTo(target, { probeMs: 300 });
    expect(engine.story()[1]).toBe("not-modern timeout");
    expect(engine.story().at(-1)).toBe("agreed 2025-11-25");
  });

  test("that refuses notifications/initialized connects, and the refusal is reported", async () => {
    const refuse = () => new Response("Missing session", { status: 400 });
    const engine = await connectTo(await serve(() => welcome, refuse), { revision: "2025-11-25" });
    expect(engine.connection().initializedFailure).toMatchObject({
      code: "initialized-refused",
      status: 400,
      body: "Missing session",
      mayHideSession: true,
    });
  });

  test("that names only older revisions gets the handshake of the newest of them", async () => {
    const named = {
      error: { code: -32022, message: "No", data: { supported: ["2025-03-26", "2025-06-18"] } },
    };
    const target = await serve((method) => (method === "server/discover" ? named : welcome));
    const engine = await connectTo(target);
    expect(engine.story()).toEqual([
      "discover 2026-07-28",
      "unsupported 2026-07-28: 2025-03-26, 2025-06-18",
      "initialize 2025-06-18",
      "agreed 2025-11-25",
    ]);
  });

  test("that is unreachable is reported after one attempt in each era", async () => {
    const server = await serveHandler(async () => new Response());
    await server.close();
    const { result, story } = await connectTo({ url: server.url });
    expect(result).toMatchObject({ kind: "failed", failure: { code: "network" } });
    expect(story()).toEqual([
      "discover 2026-07-28",
      "not-modern network fetch failed",
      "initialize 2025-11-25",
    ]);
  });
});
