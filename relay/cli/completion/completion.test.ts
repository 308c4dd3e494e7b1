import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingProgram } from "../../../e2e/servers/everything.ts";

const main = join(import.meta.dirname, "..", "main.ts");
let state = "";

function runMain(...args: readonly string[]): string {
  const env = { ...process.env, XDG_STATE_HOME: state };
  return execFileSync(process.execPath, [main, ...args], { encoding: "utf8", env });
}

const server = `-- ${process.execPath} ${everythingProgram} stdio`;

beforeAll(() => {
  state = mkdtempSync(join(tmpdir(), "completion-test-"));
  // completion knows what was listed before
  runMain("list", "--", process.execPath, everythingProgram, "stdio");
}, 60_000);

afterAll(() => rmSync(state, { recursive: true, force: true }));

/** What bash offers at `|`. */
function completeInBash(typed: string): readonly string[] {
  const point = typed.indexOf("|");
  const line = typed.replace("|", "");
  const file = join(state, "completion.bash");
  writeFileSync(
    file,
    `mcp-playground() { ${process.execPath} ${main} "$@"; }
compopt() { :; }
${runMain("completion", "bash")}
COMP_POINT=${point}
COMP_LINE=${JSON.stringify(line)}
_mcp_playground
printf '%s\\n' "\${COMPREPLY[@]}"
`,
  );
  const env = { ...process.env, XDG_STATE_HOME: state };
  const text = execFileSync("bash", ["--norc", file], { encoding: "utf8", env });
  return text.split("\n").filter((line) => line !== "");
}

test.each<[string, readonly string[]]>([
  ["mcp-playground re|", ["read", "replay"]],
  [`mcp-playground call get-s| ${server}`, ["get-structured-content", "get-sum"]],
  [`mcp-playground call get-sum | ${server}`, ["a=", "b="]],
  [`mcp-playground call get-sum a=1 | ${server}`, ["b="]],
  [`mcp-playground call get-annotated-message messageType=s| ${server}`, ["success"]],
  [`mcp-playground call get-annotated-message includeImage=| ${server}`, ["true", "false"]],
  [`mcp-playground prompt args| ${server}`, ["args-prompt"]],
  [
    `mcp-playground read demo://resource/dynamic/t| ${server}`,
    ["//resource/dynamic/text/\\{resourceId\\}"],
  ],
  ["mcp-playground list p|", ["prompts"]],
  ["mcp-playground call --out|", ["--output"]],
  ["mcp-playground call x --output r|", ["raw"]],
  ["mcp-playground conform --output s|", ["sarif"]],
  ["mcp-playground call x --save |", []],
  ["mcp-playground call | -- some-other-server", []],
  ["mcp-playground call 'open |", []],
])("%s", (typed, expected) => {
  expect(completeInBash(typed)).toEqual(expected);
});

test("what is remembered is in a file of its owner, without commands", () => {
  const path = join(state, "mcp-playground", "completion.json");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).not.toContain(everythingProgram);
});

test("names that a shell could read as code are left out, or are escaped", () => {
  const evil = "$(touch /tmp/evil)";
  const command = "a&{touch,evil}";
  const hostile = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    const tools = [{ name: ${JSON.stringify(evil)}, inputSchema: { type: "object" } }, { name: ${JSON.stringify(command)} }, { name: "fine", inputSchema: { type: "object", properties: { "a b": {}, c: {} } } }];
    const result = method === "initialize" ? { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } } : { tools };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  })`;
  const file = join(state, "hostile.cjs");
  writeFileSync(file, hostile);
  runMain("list", "tools", "--", process.execPath, file);
  const [offered = "", fine] = completeInBash(
    `mcp-playground call | -- ${process.execPath} ${file}`,
  );
  expect(fine).toBe("fine");
  const read = execFileSync("bash", ["-c", `printf %s ${offered}`], { cwd: state });
  expect(`${read}`).toBe(command);
  expect(completeInBash(`mcp-playground call fine | -- ${process.execPath} ${file}`)).toEqual([
    "c=",
  ]);
}, 60_000);
