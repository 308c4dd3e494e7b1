import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { AnswerInput } from "../../shared/client/input/serverInput.ts";
import { decodeText } from "../../shared/core/bytes.ts";
import type { MessageEntry } from "../../shared/log/entry.ts";
import { type ModernServer, modernProgram, startModernServer } from "../servers/modern.ts";
import { memoUri, toolsTtlMs } from "../servers/modernServer.ts";
import { connectTo, createMemory, type Engine, soon, type Target } from "./engine.fixture.ts";

const waiting = vi.fn();
const givenUp = vi.fn();
let server: ModernServer;
beforeAll(async () => {
  server = await startModernServer({ onWaiting: waiting, onGivenUp: givenUp });
});
afterAll(() => server.close());

const targets: readonly (readonly [string, () => Target])[] = [
  ["HTTP", () => ({ url: server.url })],
  ["stdio", () => ({ program: [modernProgram] })],
];

const text = (words: string) => ({ content: [{ type: "text", text: words }] });
const headersOf = (entry: MessageEntry | undefined) =>
  Object.fromEntries(
    entry?.http?.headers.map(([name, value]) => [name.toLowerCase(), value]) ?? [],
  );
const bodyOf = async ({ log }: Engine, entry: MessageEntry | undefined) =>
  JSON.parse(decodeText(await log.read(entry?.seq ?? -1)));

/** Answers a form by the name of its single field. */
const answers = (values: Record<string, string>): AnswerInput => {
  return async ({ params }) => {
    const { requestedSchema } = params as { requestedSchema: { properties: object } };
    const [key = ""] = Object.keys(requestedSchema.properties);
    return {
      kind: "result",
      text: JSON.stringify({ action: "accept", content: { [key]: values[key] } }),
    };
  };
};

describe("the revision", () => {
  const found = ["discover 2026-07-28", "discovered 2026-07-28", "agreed 2026-07-28"];

  test.each(targets)("over %s is negotiated, selected or detected", async (_, target) => {
    for (const revision of ["2026-07-28", "auto"]) {
      const engine = await connectTo(target(), { revision });
      expect(engine.story()).toEqual(found);
      expect(engine.connection().agreement).toMatchObject({
        revision: "2026-07-28",
        serverInfo: { name: "modern-server", version: "1.0.0" },
        capabilities: { tools: { listChanged: true } },
      });
      expect(await engine.callTool("echo", { message: "ä€😀" })).toMatchObject({
        kind: "result",
        value: text("Echo: ä€😀"),
      });
      expect(engine.sent("initialize")).toEqual([]);
    }
  });

  test.each(targets)(
    "over %s is asked for at once where the era is remembered",
    async (_, target) => {
      const engine = await connectTo(target(), { memory: createMemory("modern") });
      expect(engine.story()).toEqual(["remembered modern", ...found]);
    },
  );

  test.each(targets)("over %s is replaced by one that the server names", async (_, target) => {
    const engine = await connectTo(target(), { revision: "2027-01-01" });
    expect(engine.story()).toEqual([
      "discover 2027-01-01",
      "unsupported 2027-01-01: 2026-07-28",
      ...found,
    ]);
    expect(await engine.callTool("echo", { message: "a" })).toMatchObject({ kind: "result" });
  });

  test.each(targets)(
    "over %s of the legacy era is spoken where it is chosen",
    async (_, target) => {
      for (const revision of ["2025-03-26", "2025-11-25"]) {
        const engine = await connectTo(target(), { revision });
        expect(engine.story()).toEqual([`initialize ${revision}`, `agreed ${revision}`]);
        expect(await engine.callTool("echo", { message: "a" })).toMatchObject({ kind: "result" });
      }
    },
  );

  test("of the legacy era fails with a reason at a server without that era", async () => {
    const strict = await startModernServer({ legacy: "reject" });
    onTestFinished(() => strict.close());
    const { result, story } = await connectTo({ url: strict.url }, { revision: "2025-11-25" });
    expect(story()).toEqual(["initialize 2025-11-25"]);
    expect(result).toMatchObject({
      kind: "failed",
      failure: { code: "handshake", refusal: { kind: "error", code: -32022 } },
    });
  });

  test("is detected even when the wrong era is remembered", async () => {
    const strict = await startModernServer({ legacy: "reject" });
    onTestFinished(() => strict.close());
    const memory = createMemory("legacy");
    const engine = await connectTo({ url: strict.url }, { memory });
    expect(engine.story()).toEqual(["remembered legacy", "initialize 2025-11-25", ...found]);
    expect(memory.recall()).toBe("modern");
  });
});

describe("every request", () => {
  test("repeats in headers what its body says", async () => {
    const engine = await connectTo({ url: server.url });
    await engine.connection().list("tools/list", "tools");
    await engine.callTool("region", { region: "Zürich" });
    const [call] = engine.sent("tools/call");
    expect(headersOf(call)).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "region",
      "mcp-param-region": "=?base64?WsO8cmljaA==?=",
    });
    expect(headersOf(call)).not.toHaveProperty("mcp-session-id");
    expect(await bodyOf(engine, call)).toMatchObject({
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "engine-test" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    });
  });

  test("is sent again with the headers that the server misses", async () => {
    const engine = await connectTo({ url: server.url });
    const outcome = await engine.callTool("region", { region: "north" });
    expect(outcome).toMatchObject({ kind: "result", value: text("Region: north") });
    const calls = engine.sent("tools/call").map((call) => headersOf(call)["mcp-param-region"]);
    expect(calls).toEqual([undefined, "north"]);
    expect(engine.sent("tools/list")).toHaveLength(1);
  });

  test.each(targets)("over %s may stream progress before its result", async (_, target) => {
    const engine = await connectTo(target());
    const steps: number[] = [];
    const operation = engine.run(
      "tools/call",
      { name: "report", arguments: {}, _meta: { progressToken: "p" } },
      { onProgress: ({ progress }) => steps.push(progress) },
    );
    expect(await operation.done).toMatchObject({ kind: "result", value: text("Reported") });
    expect(steps).toEqual([1, 2]);
  });

  test("over HTTP is cancelled by closing its stream, without a notification", async () => {
    const engine = await connectTo({ url: server.url });
    const operation = engine.run("tools/call", { name: "wait", arguments: {} });
    await soon(() => expect(waiting).toHaveBeenCalledOnce());
    operation.cancel();
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    await soon(() => expect(givenUp).toHaveBeenCalledOnce());
    expect(engine.sent("notifications/cancelled")).toEqual([]);
  });

  test("over stdio is cancelled by a notification", async () => {
    const engine = await connectTo({ program: [modernProgram] });
    const operation = engine.run("tools/call", { name: "wait", arguments: {} });
    operation.cancel();
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    const [notification] = engine.sent("notifications/cancelled");
    expect(await bodyOf(engine, notification)).toMatchObject({
      params: {
        requestId: engine.sent("tools/call")[0]?.heads.map((head) => "id" in head && head.id)[0],
      },
    });
    expect(await engine.callTool("echo", { message: "a" })).toMatchObject({ kind: "result" });
  });
});

describe("rounds of input", () => {
  const capabilities = { elicitation: {} };

  test.each(targets)(
    "over %s carry the server's state back as it came, under new ids",
    async (_, target) => {
      const answerInput = answers({ name: "Ada", city: "London" });
      const engine = await connectTo(target(), { capabilities, answerInput });
      const [introduced, echoed] = await Promise.all([
        engine.callTool("introduce"),
        engine.callTool("echo", { message: "meanwhile" }),
      ]);
      expect(introduced).toMatchObject({ kind: "result", value: text("Ada from London") });
      expect(echoed).toMatchObject({ kind: "result", value: text("Echo: meanwhile") });
      expect(engine.asked.map(({ method }) => method)).toEqual([
        "elicitation/create",
        "elicitation/create",
      ]);

      const sent = await Promise.all(engine.sent("tools/call").map((call) => bodyOf(engine, call)));
      const rounds = sent.filter(({ params }) => params.name === "introduce");
      expect(rounds).toHaveLength(3);
      expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
      expect(rounds.map(({ params }) => Object.keys(params.inputResponses ?? {}))).toEqual([
        [],
        ["name"],
        ["city"],
      ]);
      expect(rounds.map(({ params }) => typeof params.requestState)).toEqual([
        "undefined",
        "undefined",
        "string",
      ]);
      const other = sent.find(({ params }) => params.name === "echo");
      expect(other.params).not.toHaveProperty("requestState");
      expect(other.params).not.toHaveProperty("inputResponses");
    },
  );

  test("end at the configured maximum", async () => {
    const answerInput = answers({ name: "Ada" });
    const engine = await connectTo(
      { url: server.url },
      { capabilities, answerInput, maximumRounds: 3 },
    );
    expect(await engine.callTool("insatiable")).toMatchObject({
      kind: "failed",
      failure: { code: "too-many-rounds" },
    });
    expect(engine.sent("tools/call")).toHaveLength(4);
    expect(engine.asked).toHaveLength(3);
  });

  test("that the client cannot answer fail with a reason", async () => {
    const engine = await connectTo({ url: server.url }, { capabilities });
    expect(await engine.callTool("introduce")).toMatchObject({
      kind: "failed",
      failure: { code: "input-refused", method: "elicitation/create" },
    });
  });

  test("end when cancelled, even while a request is unanswered", async () => {
    const answerInput = () => new Promise<never>(() => {});
    const engine = await connectTo({ url: server.url }, { capabilities, answerInput });
    const operation = engine.run("tools/call", { name: "introduce", arguments: {} });
    await soon(() => expect(engine.asked).toHaveLength(1));
    operation.cancel();
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    expect(engine.asked[0]?.signal.aborted).toBe(true);
  });
});

describe("a cacheable result", () => {
  test("is requested again only when it is stale", async () => {
    const engine = await connectTo({ url: server.url });
    const { list } = engine.connection();
    const first = await list("tools/list", "tools");
    expect(await list("tools/list", "tools")).toEqual(first);
    expect(engine.sent("tools/list")).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, toolsTtlMs + 20));
    await list("tools/list", "tools");
    expect(engine.sent("tools/list")).toHaveLength(2);
    await list("tools/list", "tools", { reload: true });
    expect(engine.sent("tools/list")).toHaveLength(3);
  });

  test("is requested again after the server reports a change", async () => {
    const engine = await connectTo({ url: server.url });
    const { list, subscriptions } = engine.connection();
    subscriptions.listen({ toolsListChanged: true });
    await soon(() => expect(subscriptions.state().kind).toBe("listening"));
    await list("tools/list", "tools");
    server.notify.toolsChanged();
    await soon(() => expect(engine.notified).toContain("notifications/tools/list_changed"));
    await list("tools/list", "tools");
    expect(engine.sent("tools/list")).toHaveLength(2);
  });

  test("is cached for one connection only", async () => {
    const [one, other] = await Promise.all([
      connectTo({ url: server.url }),
      connectTo({ url: server.url }),
    ]);
    await one.connection().list("tools/list", "tools");
    await other.connection().list("tools/list", "tools");
    expect(other.sent("tools/list")).toHaveLength(1);
  });
});

describe("subscriptions", () => {
  const filter = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourceSubscriptions: [memoUri],
  };

  async function listening({ url } = server) {
    const engine = await connectTo({ url });
    const { subscriptions } = engine.connection();
    subscriptions.listen(filter);
    await soon(() => expect(subscriptions.state().kind).toBe("listening"));
    return { ...engine, subscriptions, before: engine.sent("subscriptions/listen").length };
  }

  test("report what the server agreed to, then its events, and nothing else", async () => {
    const { subscriptions, notified } = await listening();
    expect(subscriptions.state()).toEqual({
      kind: "listening",
      filter,
      acknowledged: { toolsListChanged: true, resourceSubscriptions: [memoUri] },
    });
    server.notify.resourcesChanged();
    server.notify.resourceUpdated("memo://other");
    server.notify.resourceUpdated(memoUri);
    server.notify.toolsChanged();
    await soon(() => expect(notified).toHaveLength(3));
    expect(notified.slice(1)).toEqual([
      "notifications/resources/updated",
      "notifications/tools/list_changed",
    ]);
  });

  test("resume after their stream ends without a message", async () => {
    const { subscriptions, sent, notified, before } = await listening();
    const states: string[] = [];
    subscriptions.subscribe(() => states.push(subscriptions.state().kind));
    server.cut();
    await soon(() => expect(states).toEqual(["asking", "listening"]));
    expect(sent("subscriptions/listen")).toHaveLength(before + 1);
    server.notify.toolsChanged();
    await soon(() => expect(notified).toContain("notifications/tools/list_changed"));
  });

  test("that the server completes are not resumed", async () => {
    const leaving = await startModernServer();
    onTestFinished(() => leaving.close());
    const { subscriptions, sent, before } = await listening(leaving);
    await leaving.endSubscriptions();
    await soon(() => expect(subscriptions.state()).toEqual({ kind: "ended", reason: "by-server" }));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(sent("subscriptions/listen")).toHaveLength(before);
  });

  test("start automatically for what the server announces", async () => {
    const { connection } = await connectTo({ url: server.url });
    const { subscriptions } = connection();
    await soon(() => expect(subscriptions.state().kind).toBe("listening"));
    expect(subscriptions.state()).toMatchObject({
      acknowledged: { toolsListChanged: true, resourcesListChanged: true },
    });
  });

  test("over stdio are distinguished from other messages on the pipe", async () => {
    const engine = await connectTo({ program: [modernProgram] });
    const { subscriptions } = engine.connection();
    subscriptions.listen(filter);
    await soon(() => expect(subscriptions.state().kind).toBe("listening"));
    expect(await engine.callTool("echo", { message: "a" })).toMatchObject({ kind: "result" });
    const before = engine.sent("notifications/cancelled").length;
    subscriptions.listen({});
    expect(subscriptions.state()).toEqual({ kind: "off" });
    expect(engine.sent("notifications/cancelled")).toHaveLength(before + 1);
  });
});
