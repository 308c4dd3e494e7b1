import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { everythingProgram } from "../../../e2e/servers/everything.ts";
import { temporaryFolder, until } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { initiatorsOfCalls } from "../commands/recordingFile.fixture.ts";
import { runInTerminal } from "./terminal.fixture.ts";

const stdio = ["--", process.execPath, everythingProgram, "stdio"];

const wait = { timeout: 60_000 };

test("required arguments are asked for, again if the answer has another type", wait, async () => {
  const run = runInTerminal("call", "get-sum", "b=40", ...stdio);
  await until(() => run.text().includes("a (number):"));
  run.type("two\r");
  await until(() => run.text().includes("a needs a number"));
  run.type("2\r");
  expect(await run.exited).toBe(0);
  expect(run.text()).toContain("The sum of 2 and 40 is 42.");
});

test("an elicitation is filled in, and its optional values may be left out", wait, async () => {
  const run = runInTerminal("call", "trigger-elicitation-request", ...stdio);
  await until(() => run.text().includes("Fill it in? [y/N]"));
  run.type("y\r");
  await until(() => run.text().includes("name (string)"));
  run.type("Ada\r");
  // the values that are not required, or have a default
  for (let count = 0; count < 30 && !run.text().includes("Raw result"); count++) {
    run.type("\r");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(await run.exited).toBe(0);
  expect(run.text()).toContain('"name": "Ada"');
  expect(run.text()).toContain('"action": "accept"');
});

test("a sampling request is answered in the terminal", wait, async () => {
  const run = runInTerminal("call", "trigger-sampling-request", "prompt=hi", ...stdio);
  await until(() => run.text().includes("Answer (empty declines):"));
  run.type("by hand\r");
  expect(await run.exited).toBe(0);
  expect(run.text()).toContain('"text": "by hand"');
});

test.each([
  ["while the server works", "trigger-long-running-operation", "1/10"],
  ["at a question", "get-sum", "a (number):"],
])("Ctrl+C %s ends the server and the command", wait, async (_, tool, shown) => {
  const words = tool === "get-sum" ? [] : ["duration=30", "steps=30"];
  const marker = join(temporaryFolder(), "marker");
  const server = ["--", process.execPath, everythingProgram, "stdio", marker];
  const run = runInTerminal("call", tool, ...words, ...server);
  await until(() => run.text().includes(shown === "1/10" ? "1/30" : shown));
  expect(processesWith(marker)).toBeGreaterThan(0);
  run.type("\u0003");
  expect(await run.exited).toBe(130);
  expect(processesWith(marker)).toBe(0);
});

test("Ctrl+C during an examination ends the server and the command", wait, async () => {
  const marker = join(temporaryFolder(), "marker");
  const server = ["--", process.execPath, everythingProgram, "stdio", marker];
  const run = runInTerminal("conform", ...server);
  await until(() => run.text().includes("2025-11-25: "));
  await until(() => processesWith(marker) > 0);
  run.type("\u0003");
  expect(await run.exited).toBe(130);
  await until(() => processesWith(marker) === 0);
});

test(
  "Ctrl+C ends the command after all its servers, also one that ignores SIGTERM",
  wait,
  async () => {
    const folder = temporaryFolder();
    const [marker, path] = [join(folder, "marker"), join(folder, "mcp.json")];
    // still has the time to tidy up that a signal gives it
    const stubborn = `const { writeFileSync } = require("node:fs");
    const folder = ${JSON.stringify(folder)};
    process.on("SIGTERM", () => setTimeout(() => writeFileSync(folder + "/tidied", ""), 500));
    setInterval(() => {}, 1000);
    writeFileSync(folder + "/started", "");`;
    const server = (...args: readonly string[]) => ({ command: process.execPath, args });
    const mcpServers = {
      first: server(everythingProgram, "stdio", marker),
      second: server("-e", stubborn, marker),
    };
    writeFileSync(path, JSON.stringify({ mcpServers }));
    const suite = join(folder, "suite.json");
    const cases = [{ name: "one", message: "hi", expect: [{ kind: "no-calls" }] }];
    writeFileSync(suite, JSON.stringify({ format: "mcp-playground-eval/1", name: "two", cases }));
    const servers = ["--server", "first", "--server", "second"];
    const run = runInTerminal("eval", suite, "--config", path, ...servers);
    await until(() => existsSync(join(folder, "started")));
    expect(processesWith(marker)).toBe(2);
    run.type("\u0003");
    expect(await run.exited).toBe(130);
    expect(existsSync(join(folder, "tidied"))).toBe(true);
    expect(processesWith(marker)).toBe(0);
  },
);

function processesWith(word: string): number {
  const lines = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(word) && line.startsWith(process.execPath)).length;
}

test("progress is printed on standard error", async () => {
  const args = ["trigger-long-running-operation", "duration=1", "steps=2"];
  const { err, out } = await runCli("call", ...args, ...stdio);
  expect(err).toBe("1/2\n2/2\n");
  expect(out).toContain("Long running operation completed");
});

test("rules answer; without one, requests are declined with a note", async () => {
  const path = join(temporaryFolder(), "rules.json");
  const match = { method: "sampling/createMessage" };
  const answer = { kind: "text", text: "ruled {{item}}", model: "rule" };
  const rules = [{ name: "one", match, answer }];
  writeFileSync(path, JSON.stringify({ format: "mcp-playground-rules/1", rules }));
  const call = ["call", "trigger-sampling-request", "prompt=x", "--answers", path];
  const ruled = await runCli(...call, ...stdio);
  expect(ruled.out).toContain('"text": "ruled trigger-sampling-request"');
  const declined = await runCli("call", "trigger-elicitation-request", ...stdio);
  expect(declined.out).toContain('"action": "decline"');
  expect(declined.err).toContain("The server sent elicitation/create, which was declined");
});

test("--record writes a recording without the token", async () => {
  const path = join(temporaryFolder(), "session.json");
  const env = ["--env", "API_KEY=sk-secret-value-1234567890"];
  const { code } = await runCli("call", "get-env", "--record", path, ...env, ...stdio);
  expect(code).toBe(0);
  expect(initiatorsOfCalls(path)).toEqual([{ kind: "user" }]);
  expect(readFileSync(path, "utf8")).not.toContain("secret-value");
  const checked = await runCli("check", path);
  expect(checked.out).toContain("0 violations");
});

test.each([
  ["not there", undefined, "cannot be read"],
  ["of another kind", "{}", "is not a file of rules"],
])("a file of rules %s is refused with exit code 2", async (_, text, reason) => {
  const path = join(temporaryFolder(), "rules.json");
  if (text !== undefined) writeFileSync(path, text);
  const { code, err } = await runCli("call", "echo", "message=a", "--answers", path, ...stdio);
  expect(err).toContain(reason);
  expect(code).toBe(2);
});
