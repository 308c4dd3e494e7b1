import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../../e2e/servers/serveHandler.ts";
import { conform } from "./conform.fixture.ts";
import type { SavedToolCall } from "./runConform.ts";

/** A server of the SDK that converts some arguments and refuses others. */
async function startTolerant() {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "tolerant", version: "1" });
    const answer = async () => ({ content: [{ type: "text" as const, text: "done" }] });
    const annotations = { readOnlyHint: true };
    const lenient = { count: { type: ["number", "string"] }, note: { type: "string" } };
    const inputSchema = fromJsonSchema({
      type: "object",
      properties: lenient,
      required: ["count"],
    });
    server.registerTool("lenient", { inputSchema, annotations }, answer);
    const properties = { filter: { type: "object" }, limit: { type: "number" } };
    const strict = fromJsonSchema({ type: "object", properties, required: ["filter", "limit"] });
    server.registerTool("strict", { inputSchema: strict, annotations }, answer);
    server.registerTool("plain", { annotations }, answer);
    return server;
  });
  const server = await serveHandler((request) => handler.fetch(request));
  onTestFinished(async () => {
    await handler.close();
    await server.close();
  });
  return `${server.url}/mcp`;
}

async function verdictOf(savedCalls: readonly SavedToolCall[]) {
  const only = new Set(["tool-arguments-tolerated"]);
  const url = await startTolerant();
  const { verdicts } = await conform(url, { only, savedCalls, revisions: ["2025-11-25"] });
  return verdicts[0]?.verdict;
}

test("what is accepted and what is refused is said, and neither is a failure", async () => {
  const verdict = await verdictOf([
    { name: "lenient", argumentsText: '{"count":3}' },
    { name: "strict", argumentsText: '{"filter":{"a":1},"limit":5}' },
  ]);
  expect(verdict).toMatchObject({
    outcome: "passed",
    sentence:
      'lenient accepts "3" for 3 in count, and refuses null for no note. strict refuses "5" for 5 in limit, and refuses the text of JSON for an object in filter.',
  });
});

test("a tool without such arguments has no verdict", async () => {
  const verdict = await verdictOf([{ name: "plain", argumentsText: "{}" }]);
  expect(verdict?.outcome).toBe("not-applicable");
});
