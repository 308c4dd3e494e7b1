import { expect, test } from "vitest";
import { setUpClient } from "./client.fixture.ts";
import { createDeclaredMethods } from "./declaredMethods.ts";

const clientMethods = [
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/subscribe",
  "prompts/list",
  "completion/complete",
  "logging/setLevel",
  "tasks/list",
];

const offeredBy = (revision: string, capabilities: Record<string, unknown>) => {
  const { offers } = createDeclaredMethods({ revision, capabilities });
  return clientMethods.filter(offers);
};

test("a method is offered if its capability, or the part that it needs, is declared", () => {
  const revision = "2025-11-25";
  expect(offeredBy(revision, { tools: {} })).toEqual(["tools/list"]);
  const lists = ["resources/list", "resources/templates/list"];
  expect(offeredBy(revision, { resources: {} })).toEqual(lists);
  expect(offeredBy(revision, { resources: { subscribe: true } })).toEqual([
    ...lists,
    "resources/subscribe",
  ]);
  expect(offeredBy(revision, { tasks: {} })).toEqual([]);
  expect(offeredBy(revision, { tasks: { list: {} }, logging: {}, completions: {} })).toEqual([
    "completion/complete",
    "logging/setLevel",
    "tasks/list",
  ]);
  // this revision has no capability for completions; a later, unknown one has
  expect(offeredBy("2024-11-05", {})).toContain("completion/complete");
  expect(offeredBy("2026-01-01", {})).not.toContain("completion/complete");
});

test("the name of an extension contains dots", () => {
  const revision = "2026-07-28";
  const extensions = { "io.modelcontextprotocol/tasks": {} };
  const { offers } = createDeclaredMethods({ revision, capabilities: { extensions } });
  expect(offers("tasks/get")).toBe(true);
  const without = createDeclaredMethods({ revision, capabilities: {} });
  expect(without.refusal("tasks/get")).toMatchObject({
    capability: "extensions.io.modelcontextprotocol/tasks",
  });
});

test("a session sends no request that is not declared, until it is allowed", async () => {
  const { connected, sent } = setUpClient(({ method }) => {
    if (method === "initialize") {
      const serverInfo = { name: "s", version: "1" };
      return {
        result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo },
      };
    }
    return { result: { prompts: [{ name: "p" }], tools: [] } };
  });
  const { session, list, allow, run } = await connected();
  const failure = { code: "undeclared", method: "prompts/list", capability: "prompts" };
  expect(await list("prompts/list", "prompts")).toMatchObject({ outcome: { failure }, items: [] });
  expect(await session.request("logging/setLevel", '{"level":"debug"}').done).toMatchObject({
    failure: { code: "undeclared", capability: "logging" },
  });
  expect(sent("prompts/list")).toEqual([]);
  expect(sent("logging/setLevel")).toEqual([]);

  // what the user writes is sent
  const text = '{"jsonrpc":"2.0","id":7,"method":"prompts/list"}';
  expect(await run(text, { initiator: { kind: "user" } }).done).toMatchObject({ kind: "result" });
  allow("prompts/list");
  expect(await list("prompts/list", "prompts")).toMatchObject({ items: [{ name: "p" }] });
  expect(sent("prompts/list")).toHaveLength(2);
});
