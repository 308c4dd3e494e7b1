import { describe, expect, onTestFinished, test } from "vitest";
import type { MessageEntry } from "../../shared/log/entry.ts";
import {
  type SessionsServer,
  type SessionsServerOptions,
  startSessionsServer,
} from "../servers/sessions.ts";
import { connectTo, type EngineOptions } from "./engine.fixture.ts";

const text = (words: string) => ({ content: [{ type: "text", text: words }] });

async function start(options?: SessionsServerOptions): Promise<SessionsServer> {
  const server = await startSessionsServer(options);
  onTestFinished(() => server.close());
  return server;
}

const connect = ({ url }: SessionsServer, options: EngineOptions = {}) =>
  connectTo({ url }, { revision: "2025-11-25", ...options });

const header = (entry: MessageEntry | undefined, wanted: string) =>
  entry?.http?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

describe("a session", () => {
  test("has its id on every request and is deleted at the end", async () => {
    const server = await start();
    const engine = await connect(server);
    const [id] = server.sessionIds();
    await engine.callTool("echo", { message: "a" });
    expect(header(engine.sent("initialize")[0], "mcp-session-id")).toBeUndefined();
    expect(header(engine.sent("notifications/initialized")[0], "mcp-session-id")).toBe(id);
    expect(header(engine.sent("tools/call")[0], "mcp-session-id")).toBe(id);
    expect(header(engine.sent("tools/call")[0], "mcp-protocol-version")).toBe("2025-11-25");
    await engine.close();
    expect(server.sessionIds()).toEqual([]);
  });

  test("that the server has lost is replaced, and the call continues", async () => {
    const server = await start();
    const engine = await connect(server);
    const [first] = server.sessionIds();
    server.forget();
    expect(await engine.callTool("echo", { message: "still there" })).toMatchObject({
      kind: "result",
      value: text("Echo: still there"),
    });
    const [second] = server.sessionIds();
    expect(second).not.toBe(first);
    expect(engine.sent("initialize")).toHaveLength(2);
    const calls = engine.sent("tools/call");
    expect(calls.map((call) => header(call, "mcp-session-id"))).toEqual([first, second]);
    expect(engine.lost).toEqual([]);
  });

  test("that several concurrent calls find lost is replaced once", async () => {
    const server = await start();
    const engine = await connect(server);
    server.forget();
    const outcomes = await Promise.all(
      ["a", "b", "c"].map((message) => engine.callTool("echo", { message })),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(["result", "result", "result"]);
    expect(server.sessionIds()).toHaveLength(1);
    expect(engine.sent("initialize")).toHaveLength(2);
    expect(engine.sent("notifications/initialized")).toHaveLength(2);
  });

  test("that is lost while a list is read is replaced as well", async () => {
    const server = await start();
    const engine = await connect(server);
    server.forget();
    expect(await engine.connection().list("tools/list", "tools")).toMatchObject({
      kind: "complete",
      items: expect.arrayContaining([expect.objectContaining({ name: "echo" })]),
    });
  });
});

describe("a stream", () => {
  test("that ends before the result is resumed where it stopped", async () => {
    const server = await start();
    const engine = await connect(server);
    expect(await engine.callTool("interrupted")).toMatchObject({
      kind: "result",
      value: text("Resumed"),
    });
    const { entries } = engine.log.snapshot();
    const resumed = entries.find(
      (entry) =>
        entry.kind === "http-request" &&
        entry.http.headers.some(([name]) => name.toLowerCase() === "last-event-id"),
    );
    expect(resumed).toBeDefined();
    expect(engine.sent("tools/call")).toHaveLength(1);
  });

  test("may be a JSON response instead", async () => {
    const engine = await connect(await start({ json: true }));
    expect(await engine.callTool("echo", { message: "a" })).toMatchObject({
      kind: "result",
      value: text("Echo: a"),
      answer: { entry: { carrier: "http" } },
    });
  });
});

describe("two connections to one server", () => {
  test("share nothing: with equal ids and tokens, each gets its own result", async () => {
    const server = await start();
    const answering = (name: string) => async () => ({
      kind: "result" as const,
      text: JSON.stringify({ action: "accept", content: { name } }),
    });
    const capabilities = { elicitation: {} };
    const one = await connect(server, { capabilities, answerInput: answering("One") });
    const other = await connect(server, { capabilities, answerInput: answering("Other") });
    expect(server.sessionIds()).toHaveLength(2);

    const wait = (engine: typeof one, onProgress: () => void) =>
      engine.run(
        "tools/call",
        { name: "wait", arguments: {}, _meta: { progressToken: "same" } },
        { onProgress },
      );
    const heard = { one: 0, other: 0 };
    const given = wait(one, () => {
      heard.one++;
      given.cancel();
    });
    const kept = wait(other, () => heard.other++);
    expect(await given.done).toMatchObject({ kind: "cancelled" });
    expect(await kept.done).toMatchObject({ kind: "result", value: text("Waited") });
    expect(heard).toEqual({ one: 1, other: 3 });
    const idOf = (engine: typeof one) =>
      engine.sent("tools/call").map(({ heads }) => heads.map((head) => "id" in head && head.id));
    expect(idOf(one)).toEqual(idOf(other));

    const [hello, helloOther] = await Promise.all([
      one.callTool("ask", { message: "a" }),
      other.callTool("ask", { message: "b" }),
    ]);
    expect(hello).toMatchObject({ value: text("Hello, One!") });
    expect(helloOther).toMatchObject({ value: text("Hello, Other!") });
    expect(one.asked).toHaveLength(1);

    await one.close();
    expect(server.sessionIds()).toHaveLength(1);
    expect(await other.callTool("echo", { message: "on" })).toMatchObject({ kind: "result" });
  });
});
