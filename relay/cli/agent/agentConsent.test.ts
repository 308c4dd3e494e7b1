import { expect, test } from "vitest";
import { createAgentConsent } from "./agentConsent.ts";
import type { AgentCall } from "./agentTool.ts";

test("what is agreed to once holds for exactly these arguments", async () => {
  const consent = createAgentConsent({
    folder: "/",
    commands: [],
    origins: [],
    allowsCalls: false,
  });
  const asked = new Map<string, string>();
  // an answer is found again by the key of its question, as in 2026-07-28
  const call = {
    ask: async ({ key, message }: { key: string; message: string }) => {
      asked.set(key, message);
      return "Yes, once";
    },
  } as unknown as AgentCall;
  const server = { name: "notes", target: { kind: "http", url: "http://127.0.0.1/mcp" } } as const;
  for (const argumentsText of ['{"id":1}', '{"everything":true}', '{"id":1}']) {
    const definition = { name: "delete" };
    await consent.toCall(call, { server, name: "delete", definition, argumentsText });
  }
  expect([...asked.values()].map((message) => message.slice(message.indexOf("{")))).toEqual([
    '{"id":1}',
    '{"everything":true}',
  ]);
});
