import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeServer } from "../../../e2e/servers/editable.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { startAgent } from "./agent.fixture.ts";

const node = process.execPath;
const readOnly = { readOnlyHint: true };
const listOf = (value: unknown) => value as readonly JsonObject[];

/** A server in a folder of its own, and an agent that is connected to it. */
async function startWith(
  tools: Parameters<typeof writeServer>[1]["tools"],
  options: Parameters<typeof startAgent>[1] = {},
  ...more: readonly string[]
) {
  const folder = temporaryFolder();
  const path = await writeServer(join(folder, "server"), { tools });
  const agent = await startAgent(["--folder", folder, ...more, "--", node, path], options);
  await agent.use("connect");
  return { folder, agent };
}

const saved = (calls: readonly object[]) =>
  JSON.stringify({ format: "mcp-playground-collection/1", name: "Notes", calls });
const oneNote = {
  name: "one note",
  kind: "tool",
  item: "read_note",
  arguments: {},
  assert: [{ kind: "equals", at: "/content/0/text", value: "a note" }],
};

test("what changed since the first start is compared", async () => {
  const { folder, agent } = await startWith([
    { name: "read_note", annotations: readOnly, answer: `"a note"` },
  ]);
  expect((await agent.use("compare_definitions")).value).toMatchObject({ same: true, changes: [] });
  await writeServer(join(folder, "server"), {
    tools: [{ name: "read_note", description: "Reads", annotations: readOnly, answer: "1" }],
  });
  await agent.use("restart");
  const { value } = await agent.use("compare_definitions");
  expect(value).toMatchObject({ connection: "c1", same: false, start: 1 });
  expect(listOf(value.changes)).toEqual([
    { fromServer: { at: "/tools/read_note/description", after: `"Reads"` } },
  ]);
  expect((await agent.use("compare_definitions", { start: 2 })).value.same).toBe(true);
});

test("saved calls of the folder are run, and those that have not passed are named", async () => {
  const { folder, agent } = await startWith([
    { name: "read_note", annotations: readOnly, answer: `"a note"` },
    { name: "delete_note", answer: `"deleted"` },
  ]);
  const other = {
    ...oneNote,
    name: "another",
    assert: [{ ...oneNote.assert[0], value: "x" }],
  };
  writeFileSync(join(folder, "calls.json"), saved([oneNote, other]));
  const { value, text } = await agent.use("run_saved", { file: "calls.json" });
  expect(value, text).toMatchObject({ passed: false, count: 2 });
  expect(listOf(value.calls)).toEqual([
    expect.objectContaining({ name: "another", outcome: "violation", entry: expect.any(Number) }),
  ]);

  writeFileSync(join(folder, "calls.json"), saved([oneNote, { ...oneNote, item: "delete_note" }]));
  const refused = await agent.use("run_saved", { file: "calls.json" });
  expect(refused).toMatchObject({
    isError: true,
    value: { next: expect.stringContaining("--allow-calls") },
  });
  writeFileSync(join(folder, "calls.json"), saved([{ ...oneNote, kind: "request", item: "x/y" }]));
  expect(await agent.use("run_saved", { file: "calls.json" })).toMatchObject({ isError: true });
});

test("variables of the environment are not sent by a collection", async () => {
  const { folder, agent } = await startWith([
    { name: "echo", annotations: readOnly, answer: "JSON.stringify(args)" },
  ]);
  process.env.AGENT_TEST_SECRET = "value-of-the-person";
  const call = {
    name: "echo",
    kind: "tool",
    item: "echo",
    arguments: { a: "{{AGENT_TEST_SECRET}}" },
  };
  const collection = JSON.parse(saved([call]));
  collection.environments = [{ name: "e", variables: {}, secrets: ["AGENT_TEST_SECRET"] }];
  writeFileSync(join(folder, "calls.json"), JSON.stringify(collection));
  const { value, text } = await agent.use("run_saved", { file: "calls.json" });
  delete process.env.AGENT_TEST_SECRET;
  expect(value.passed).toBe(false);
  expect(text).toContain("AGENT_TEST_SECRET");
  expect(text).not.toContain("value-of-the-person");
});

test("files outside of the folder are neither read nor written, also by links", async () => {
  const { folder, agent } = await startWith([]);
  const outside = temporaryFolder();
  writeFileSync(join(outside, "calls.json"), saved([oneNote]));
  symlinkSync(outside, join(folder, "link"));
  symlinkSync(join(outside, "new.json"), join(folder, "session.json"));
  for (const file of [join(outside, "calls.json"), "link/calls.json", "../x/calls.json"]) {
    const refused = await agent.use("run_saved", { file });
    expect(refused, file).toMatchObject({
      isError: true,
      value: { error: expect.stringContaining("is outside of the folder") },
    });
  }
  for (const file of [join(outside, "new.json"), "link/new.json", "../new.json", "session.json"]) {
    const refused = await agent.use("open_in_page", { file });
    expect(refused, file).toMatchObject({
      isError: true,
      value: { error: expect.stringMatching(/is outside of the folder|is a link/) },
    });
  }
  expect(existsSync(join(outside, "new.json"))).toBe(false);
});

test("the session is written for the person, over no other file, and is a recording", async () => {
  const { folder, agent } = await startWith([
    { name: "read_note", annotations: readOnly, answer: `"a note"` },
  ]);
  await agent.use("call", { tool: "read_note" });
  const { value } = await agent.use("open_in_page");
  const file = join(folder, "mcp-session.json");
  expect(value).toMatchObject({
    file,
    command: expect.stringMatching(/^npx mcp-playground open /),
  });
  const recording = JSON.parse(readFileSync(file, "utf8"));
  expect(recording.connections).toEqual([
    expect.objectContaining({ revision: "2025-11-25", transport: "stdio" }),
  ]);
  const checked = await runCli("check", file);
  expect(checked).toMatchObject({ code: 0, err: "" });
  // its own file is written again
  expect((await agent.use("open_in_page")).isError).toBe(false);
  const manifest = await agent.use("open_in_page", { file: "server/package.json" });
  expect(manifest).toMatchObject({
    isError: true,
    value: { next: expect.stringContaining("replace") },
  });
});

test("the configured model says which tool it takes; without one the person is told", async () => {
  const tools = [{ name: "read_note", annotations: readOnly, answer: `"a note"` }];
  const { agent } = await startWith(tools);
  const none = await agent.use("dry_run", { message: "read my note" });
  expect(none).toMatchObject({
    isError: true,
    value: { next: expect.stringContaining("--model") },
  });
  const { agent: scripted } = await startWith(tools, {}, "--model", "scripted");
  const { value } = await scripted.use("dry_run", { message: "read_note" });
  expect(value).toMatchObject({
    model: "scripted",
    chosen: [{ fromServer: { tool: "read_note" } }],
  });
});

test("--record writes the session when the client ends", async () => {
  const file = join(temporaryFolder(), "session.json");
  const { agent } = await startWith([], {}, "--record", file);
  await agent.leave();
  const { connections, entries } = JSON.parse(readFileSync(file, "utf8"));
  expect(connections).toHaveLength(1);
  expect(entries.length).toBeGreaterThan(3);
});
