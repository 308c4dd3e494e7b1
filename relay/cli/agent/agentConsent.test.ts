import { expect, test } from "vitest";
import type { AgentConnection } from "./agentConnections.ts";
import { createAgentConsent } from "./agentConsent.ts";
import type { AgentCall } from "./agentTool.ts";

const server = {
  name: "notes",
  target: { kind: "http", url: "http://127.0.0.1/mcp" },
} as unknown as AgentConnection;

test("what is agreed to once holds for exactly these arguments", async () => {
  const consent = createAgentConsent({
    folder: "/",
    commands: [],
    origins: [],
    allowsCalls: false,
    reloadTool: async () => definition,
  });
  const definition = { name: "delete" };
  const asked = new Map<string, string>();
  // an answer is found again by the key of its question, as in 2026-07-28
  const call = {
    ask: async ({ key, message }: { key: string; message: string }) => {
      asked.set(key, message);
      return "Yes, once";
    },
  } as unknown as AgentCall;
  for (const argumentsText of ['{"id":1}', '{"everything":true}', '{"id":1}']) {
    await consent.toCall(call, { server, name: "delete", definition, argumentsText });
  }
  expect([...asked.values()].map((message) => message.slice(message.indexOf("{")))).toEqual([
    '{"id":1}',
    '{"everything":true}',
  ]);
});

test("a tool that is redefined while the person is asked is not called", async () => {
  let definition = { name: "delete", description: "Deletes one note" };
  const consent = createAgentConsent({
    folder: "/",
    commands: [],
    origins: [],
    allowsCalls: false,
    reloadTool: async () => definition,
  });
  const call = {
    async ask() {
      definition = { name: "delete", description: "Deletes everything" };
      return "Yes, each time as long as this session lasts";
    },
  } as unknown as AgentCall;
  const wanted = { server, name: "delete", argumentsText: "{}" };
  await expect(consent.toCall(call, { ...wanted, definition })).rejects.toThrow("was redefined");
  await consent.toCall(call, { ...wanted, definition });
});
