/** Checks that correct servers cause no findings, over stdio and in the modern era. */
import { expect, onTestFinished, test } from "vitest";
import { startEverything } from "../servers/everything.ts";
import { startTasksServer } from "../servers/tasks/tasks.ts";
import { connectTo, type Engine, findingsIn } from "./engine.fixture.ts";

async function codesIn({ log }: Engine): Promise<readonly string[]> {
  return (await findingsIn(log)).map(({ code }) => code);
}

test("tasks of the extension cause no findings when the client declared it", async () => {
  const server = await startTasksServer({ pollIntervalMs: 50, lagMs: 100 });
  onTestFinished(server.close);
  const engine = await connectTo(
    { url: server.url },
    { capabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
  );
  await engine.connection().list("tools/list", "tools");
  expect(await engine.callTool("count", { ms: 120 })).toMatchObject({ kind: "result" });
  expect(await engine.callTool("at-once")).toMatchObject({ kind: "result" });
  expect(await codesIn(engine)).toEqual([]);
});

test("the official example server over HTTP, which refuses the probe", async () => {
  const server = await startEverything();
  onTestFinished(server.stop);
  const engine = await connectTo({ url: server.url });
  expect(await engine.callTool("echo", { message: "hello" })).toMatchObject({ kind: "result" });
  expect(await codesIn(engine)).toEqual([]);
});

test("the official example server over HTTP+SSE, which refuses everything before the fallback", async () => {
  const server = await startEverything("sse");
  onTestFinished(server.stop);
  const engine = await connectTo({ url: server.url });
  expect(engine.story()).toContain("http-sse because 404");
  await engine.connection().list("tools/list", "tools");
  expect(await engine.callTool("echo", { message: "hello" })).toMatchObject({ kind: "result" });
  const ids = ["server/discover", "initialize", "tools/list", "tools/call"].flatMap((method) =>
    engine.sent(method).map(({ heads: [head] }) => head && "id" in head && head.id),
  );
  expect(ids).toEqual([1, 2, 3, 4, 5]);
  expect(await codesIn(engine)).toEqual(["deprecated-feature"]);
});

test("the official example server over its standard streams, found by probing", async () => {
  const program = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
  const engine = await connectTo({ program: [program, "stdio"] });
  await engine.connection().list("tools/list", "tools");
  const args = { duration: 0.3, steps: 3 };
  expect(await engine.callTool("trigger-long-running-operation", args)).toMatchObject({
    kind: "result",
  });
  expect(await codesIn(engine)).toEqual([]);
});
