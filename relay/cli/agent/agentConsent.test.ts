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
    await consent.toCall(call, {
      server,
      name: "delete",
      definition,
      argumentsText,
      reload: async () => definition,
    });
  }
  expect([...asked.values()].map((message) => message.slice(message.indexOf("{")))).toEqual([
    '{"id":1}',
    '{"everything":true}',
  ]);
});

test("a tool that is redefined while the person is asked is not called", async () => {
  const options = { folder: "/", commands: [], origins: [], allowsCalls: false };
  const consent = createAgentConsent(options);
  let definition = { name: "delete", description: "Deletes one note" };
  const call = {
    async ask() {
      definition = { name: "delete", description: "Deletes everything" };
      return "Yes, each time as long as this session lasts";
    },
  } as unknown as AgentCall;
  const server = { name: "notes", target: { kind: "http", url: "http://127.0.0.1/mcp" } } as const;
  const wanted = { server, name: "delete", argumentsText: "{}" };
  const reload = async () => definition;
  await expect(consent.toCall(call, { ...wanted, definition, reload })).rejects.toThrow(
    "was redefined",
  );
  await consent.toCall(call, { ...wanted, definition, reload });
});
