/** The failing server of the documentation: a scripted agent finds its faults, and none is left once they are mended. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../relay.fixture.ts";
import { startAgent } from "./agent.fixture.ts";

/** What mends each fault: the rule, a text of the server and what takes its place. */
const repairs: readonly (readonly [rule: string, from: string, to: string])[] = [
  ["standard-output", 'console.log("Weather', 'console.error("Weather'],
  [
    "tools-list-valid",
    'required: "city"',
    'properties: { city: { type: "string" } }, required: ["city"]',
  ],
  ["initialize-valid", '{ name: "weather" }', '{ name: "weather", version: "1" }'],
  [
    "tool-unknown",
    'if (method === "tools/call") return',
    'if (method === "tools/call" && params?.name !== "get_weather") throw -32602;\n  if (method === "tools/call") return',
  ],
  ["unknown-method", "  return {};", '  if (method === "ping") return {};\n  throw -32601;'],
  [
    "text-not-json",
    '  const { id, method, params } = JSON.parse(line);\n  console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answer(method, params) }));',
    `  const say = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  let read;
  try {
    read = JSON.parse(line);
  } catch {
    say({ id: null, error: { code: -32700, message: "No JSON" } });
    continue;
  }
  const { id, method, params } = read;
  if (id === undefined) continue;
  try {
    say({ id, result: answer(method, params) });
  } catch (code) {
    say({ id, error: { code: typeof code === "number" ? code : -32603, message: "Refused" } });
  }`,
  ],
];

test("each fault is found by tools alone, and examine passes once all are mended", async () => {
  const docs = readFileSync(join(import.meta.dirname, "../../../docs/agents.md"), "utf8");
  const [, source = ""] = /^```js\n(.*?)^```$/ms.exec(docs) ?? [];
  const folder = temporaryFolder();
  const file = join(folder, "weather.mjs");
  writeFileSync(file, source);
  const agent = await startAgent([
    ...["--folder", folder, "--allow-calls", "--"],
    process.execPath,
    file,
  ]);
  await agent.use("connect");
  const examined = async () => {
    const { value, text } = await agent.use("examine", { revision: "2025-11-25" });
    const verdicts = value.verdicts as readonly { rule: string; outcome: string }[];
    const failed = verdicts.filter(({ outcome }) => outcome === "violation");
    return { passed: value.passed, text, rules: failed.map(({ rule }) => rule) };
  };
  const before = await examined();
  expect(before.passed).toBe(false);
  expect(before.rules.toSorted()).toEqual(repairs.map(([rule]) => rule).toSorted());

  let mended = source;
  for (const [, from, to] of repairs) {
    expect(mended).toContain(from);
    mended = mended.replace(from, to);
  }
  writeFileSync(file, mended);
  await agent.use("restart");
  const after = await examined();
  expect(after.passed, after.text).toBe(true);
  // an answer without content breaks no rule of a tool that needs an argument: the call shows it
  expect((await agent.use("findings")).text).not.toContain("content");
  await agent.use("call", { tool: "get_weather", arguments: { city: "Oslo" } });
  expect((await agent.use("findings")).text).toContain("content");
}, 120_000);
