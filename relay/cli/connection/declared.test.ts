import { expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../../../e2e/servers/serveHandler.ts";
import { isTraceparent } from "../../../shared/client/traceContext.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createDemoServer } from "../../../shared/demo/demoServer.ts";
import { runCli } from "../cli.fixture.ts";

test("extensions and a trace context reach the server as they were given", async () => {
  const demo = createDemoServer({
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    date: () => new Date(),
  });
  const bodies: string[] = [];
  const server = await serveHandler(async (request) => {
    bodies.push(await request.clone().text());
    return demo(request);
  });
  onTestFinished(server.close);
  const options = ["--extensions", '{"com.example/x":{"n": 1.0}}', "--tracestate", "vendor=a"];
  const { code } = await runCli("list", "tools", ...options, "--traceparent", "auto", server.url);
  expect(code).toBe(0);
  const requests = bodies.filter((text) => text !== "");
  const metas = requests.map((text) => JSON.parse(text).params._meta);
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.every((text) => text.includes('"com.example/x":{"n": 1.0}'))).toBe(true);
  const parents = metas.map(({ traceparent }) => traceparent);
  expect(parents.every(isTraceparent)).toBe(true);
  expect(new Set(parents.map((each) => each.split("-")[1])).size).toBe(1);
  expect(new Set(parents).size).toBe(parents.length);
  expect(metas.every(({ tracestate }) => tracestate === "vendor=a")).toBe(true);
});

test.each([
  [["--extensions", "[]"], "--extensions needs a JSON object"],
  [["--traceparent", "00-1"], "--traceparent needs auto"],
  [["--tracestate", "a=1"], "--tracestate needs --traceparent"],
])("%j is refused", async (options, sentence) => {
  const { code, err } = await runCli("ping", ...options, "http://127.0.0.1:1/mcp");
  expect(err).toContain(sentence);
  expect(code).toBe(2);
});
