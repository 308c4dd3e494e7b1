/** Reads inputs of the GitHub action, hostile ones too. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { splitShellWords } from "../shared/config/paste/shellWords.ts";
import { projectRoot } from "./runScript.ts";

// the action is JavaScript that the runner's Node runs as it is, without types
const { readInputs } = await import(pathToFileURL(join(projectRoot, "action/inputs.mjs")).href);

const read = (inputs: Readonly<Record<string, string>>) =>
  readInputs({ MCP_SERVER: "node server.mjs", ...inputs }, splitShellWords);

test("a command is split as a shell does, and a URL is one word", () => {
  expect(read({ MCP_SERVER: "  node 'my server.mjs' --port 1 " }).server).toEqual([
    "--",
    "node",
    "my server.mjs",
    "--port",
    "1",
  ]);
  const url = "https://example.com/mcp?a=$(touch)&b";
  expect(read({ MCP_SERVER: url }).server).toEqual([url]);
});

test("commands are separated by spaces and lines; run and eval have a file", () => {
  expect(
    read({ MCP_COMMANDS: "check doctor\nrun 'my calls.json' conform\n\neval e.json" }).commands,
  ).toEqual([["check"], ["doctor"], ["run", "my calls.json"], ["conform"], ["eval", "e.json"]]);
  expect(read({}).commands).toEqual([["check"]]);
});

test("a value is the value of its option, whatever it begins with", () => {
  const { baseline, revision } = read({ MCP_BASELINE: "--record=x", MCP_REVISION: "-- y" });
  expect({ baseline, revision }).toEqual({
    baseline: ["--baseline=--record=x"],
    revision: ["--revision=-- y"],
  });
});

const server = "server is no command that can be started without a shell";
test.each([
  [{ MCP_SERVER: "node server.mjs; touch pwned" }, server],
  [{ MCP_SERVER: "node server.mjs\ntouch pwned" }, server],
  [{ MCP_SERVER: "node $(touch pwned) server.mjs" }, server],
  [{ MCP_SERVER: "node `touch pwned`" }, server],
  [{ MCP_SERVER: "https://example.com/mcp | touch pwned" }, server],
  [{ MCP_SERVER: " " }, server],
  [{ MCP_COMMANDS: "check; touch pwned" }, "commands is no command"],
  [{ MCP_COMMANDS: "publish" }, 'There is no command "publish"'],
  [{ MCP_COMMANDS: "check --record=pwned" }, 'There is no command "--record=pwned"'],
  [{ MCP_COMMANDS: "run --record=pwned" }, "run needs a file"],
  [{ MCP_COMMANDS: "run" }, "run needs a file"],
  [{ MCP_PREPARE: "npm ci && touch pwned" }, "prepare is no command"],
  [{ MCP_FAIL_ON: "constructor" }, "fail-on is"],
])("%j is refused", (inputs, sentence) => {
  expect(() => read(inputs)).toThrow(sentence);
});
