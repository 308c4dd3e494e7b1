import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientCatalog } from "../../../shared/clients/clientCatalog.ts";
import type { ExaminationReport } from "../../../shared/report/examinationReport.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import {
  compatVerdictsOf,
  type Fault,
  faultyProcess,
  manyTools,
  serveFaulty,
  weatherTool,
} from "./faultyServer.fixture.ts";

/** What is found about a client, as codes. */
async function found(client: string, ...args: readonly string[]): Promise<readonly string[]> {
  return (await compatVerdictsOf("compat", "--for", client, "--timeout", "5", "--json", ...args))
    .filter(({ rule, fix }) => rule.startsWith("client-") && fix !== undefined)
    .map(({ rule, outcome }) => `${outcome} ${rule.replace("client-", "")}`);
}

const app = {
  ...weatherTool,
  _meta: { ui: { resourceUri: "ui://weather/app", visibility: ["app"] } },
};

const longName = "get_the_weather_of_every_city_of_a_country_with_its_wind_and_rain";

test.for([
  [
    "cline-cli",
    "it starts after its limit",
    { before: "await new Promise((r) => setTimeout(r, 3200));" },
    ["violation starts-late"],
  ],
  [
    "claude-code",
    "no answer to the first request",
    { silent: ["server/discover"] },
    ["violation discover-unanswered"],
  ],
  [
    "gemini-cli",
    "several pages",
    { tools: manyTools(5), pageSize: 2 },
    ["violation tools-left-out"],
  ],
  ["vscode", "more tools than it takes", { tools: manyTools(129) }, ["violation too-many-tools"]],
  [
    "cursor",
    "a long name",
    { tools: [{ ...weatherTool, name: longName }] },
    ["violation name-too-long"],
  ],
  [
    "roo-code",
    "names that are the same when they are cut",
    { tools: [1, 2].map((index) => ({ ...weatherTool, name: `${longName}${index}` })) },
    ["note name-too-long", "note name-too-long", "violation same-name"],
  ],
  [
    "vscode",
    "an array without items, inside of an object",
    {
      tools: [
        {
          ...weatherTool,
          inputSchema: {
            type: "object",
            properties: { of: { properties: { days: { type: "array" } } } },
          },
        },
      ],
    },
    ["violation array-without-items"],
  ],
  [
    "vscode",
    "a union at the top",
    { tools: [{ ...weatherTool, inputSchema: { type: "object", anyOf: [{ required: ["a"] }] } }] },
    ["note root-union-removed"],
  ],
  [
    "kiro-cli",
    "a tool without a description",
    { tools: [{ name: "get", inputSchema: { type: "object" } }] },
    ["violation description-missing"],
  ],
  [
    "chatgpt",
    "no hints, and no public address",
    {},
    [
      "note needs-public-address",
      ...Array.from({ length: 3 }, () => "warning hints-missing"),
      "note also-handed-in",
    ],
  ],
  [
    "cline-cli",
    "a line that is no message",
    { before: 'console.log("listening");' },
    ["violation stray-output"],
  ],
  [
    "codex",
    "changes of its tools",
    { capabilities: { tools: { listChanged: true } } },
    ["note changes-ignored"],
  ],
  ["qwen-code", "no tools", { tools: [] }, ["violation no-tools"]],
  ["roo-code", "a newer revision only", { revision: "2025-11-25" }, ["violation revision-refused"]],
  ["mcp-remote", "no HTTP", {}, ["violation other-transport"]],
  [
    "goose",
    "an app with a policy that it ignores",
    {
      tools: [app],
      documents: {
        "ui://weather/app": { _meta: { ui: { csp: { connectDomains: ["https://a.example"] } } } },
      },
    },
    // claimed by others, so it is no certain failure
    ["warning app-policy-ignored"],
  ],
  ["cursor", "a tool for its app only", { tools: [app] }, ["note app-only-tool-shown"]],
  ["claude-desktop", "an app", { tools: [app] }, ["note app-not-shown"]],
] as readonly (readonly [string, string, Fault, readonly string[]])[])(
  "%s: %s",
  async ([client, , fault, expected]) => {
    const seen = await found(client, ...faultyProcess(fault));
    expect(seen.toSorted()).toEqual(expected.toSorted());
  },
);

test("no client fails with a server without faults, and none is asked to change it", async () => {
  const hinted = {
    ...weatherTool,
    title: "Weather",
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  };
  const all = await compatVerdictsOf("compat", "--json", ...faultyProcess({ tools: [hinted] }));
  const findings = all.filter(({ fix }) => fix !== undefined);
  // those without stdio, those that run at their vendors, and what a directory gets beside a server
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(
    new Set(["client-other-transport", "client-needs-public-address", "client-also-handed-in"]),
  );
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(clientCatalog.length);
});

test("a GET that is refused with 404 is an error for clients that accept 405 only", async () => {
  const url = await serveFaulty({ streamStatus: 404 });
  expect(await found("typescript-sdk-1", url)).toEqual(["note stream-refused"]);
  expect(await found("gemini-cli", url)).toEqual([]);
});

test("an error over HTTP answers server/discover, which clients follow with the handshake", async () => {
  const url = await serveFaulty({ discoverStatus: 400 });
  expect(await found("go-sdk-1", url)).toEqual([]);
});

test("each finding names the fact, its source, day and kind, and the entry that shows it", async () => {
  const server = faultyProcess({ tools: manyTools(5), pageSize: 2 });
  const all = await compatVerdictsOf("compat", "--for", "gemini-cli", "--json", ...server);
  const finding = all.find(({ rule }) => rule === "client-tools-left-out");
  expect(finding?.sentence).toBe(
    "Gemini CLI: It reads the first page of tools/list only: 2 of 5 tools. (source google-gemini/gemini-cli 5411f113, mcp-client.ts, 2026-08-21)",
  );
  expect(finding?.evidence[0]?.text).toContain('"tool_0"');
});

test("the table has a row for each client, and says what its marks mean", async () => {
  const { out, code } = await runCli("compat", "--for", "cursor,claude", ...faultyProcess({}));
  expect(code).toBe(0);
  const marks = out.split("\n").filter((line) => / ✓ /.test(line));
  expect(marks.map((line) => line.slice(0, 12).trim())).toEqual(
    expect.arrayContaining(["Cursor", "Claude Code"]),
  );
  expect(out).toContain("– not seen");
});

test("a client that is not known is an error that names the nearest", async () => {
  const { code, err } = await runCli("compat", "--for", "cursr", ...faultyProcess({}));
  expect(err).toContain("Did you mean cursor?");
  expect(code).toBe(2);
});

test("--list prints the clients and contacts nothing", async () => {
  const { out, code } = await runCli("compat", "--list");
  expect(out.trim().split("\n")).toHaveLength(clientCatalog.length);
  expect(code).toBe(0);
});

test("check --for adds what the clients lose to its report, and fails", async () => {
  const server = faultyProcess({ tools: [{ ...weatherTool, name: longName }] });
  const { code, out } = await runCli("check", "--for", "cursor", "--json", ...server);
  const rules = (JSON.parse(out) as ExaminationReport).verdicts.map(({ rule }) => rule);
  expect(rules).toContain("connects");
  expect(rules).toContain("client-name-too-long");
  expect(code).toBe(1);
});

test("--as declares what the client declares, and begins with its revision", async () => {
  const file = join(temporaryFolder(), "session.json");
  const { code } = await runCli(
    "list",
    "tools",
    "--as",
    "cline",
    "--record",
    file,
    ...faultyProcess({}),
  );
  expect(code).toBe(0);
  const recorded = JSON.parse(readFileSync(file, "utf8"));
  const texts: readonly (string | undefined)[] = recorded.entries.map(
    ({ text: line }: { text?: string }) => line,
  );
  expect(JSON.parse(texts.find((line) => line?.includes('"initialize"')) ?? "")).toMatchObject({
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      clientInfo: { name: "Cline" },
      capabilities: {},
    },
  });
});

test.for<readonly [string, string]>([
  ["claude", "means several clients"],
  ["zed", "it is not known what it declares"],
  ["nobody", "is no known client"],
])("--as %s %s", async ([name, reason]) => {
  const { code, err } = await runCli("list", "--as", name, ...faultyProcess({}));
  expect(err).toContain(reason);
  expect(code).toBe(2);
});
