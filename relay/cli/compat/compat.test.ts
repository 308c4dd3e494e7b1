import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { everythingProgram } from "../../../e2e/servers/everything.ts";
import { clientCatalog } from "../../../shared/clients/clientCatalog.ts";
import type { ExaminationReport, RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { script, temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";

/** How a server differs from one without faults. */
interface Fault {
  readonly tools?: readonly unknown[];
  /** Tools on each page of the list. */
  readonly pageSize?: number;
  /** Statements before it reads. */
  readonly before?: string;
  /** Methods that it does not answer. */
  readonly silent?: readonly string[];
  /** Answered whatever is offered. */
  readonly revision?: string;
  readonly capabilities?: object;
  readonly documents?: Readonly<Record<string, object>>;
}

const tool = { name: "get_weather", description: "Weather", inputSchema: { type: "object" } };

const manyTools = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...tool, name: `tool_${index}` }));

/** The statements that answer a request, of `fault`, as `{ id, method, params }`. */
const answers = (fault: Fault) => `
  const fault = ${JSON.stringify(fault)};
  const tools = fault.tools ?? ${JSON.stringify([tool])};
  const size = fault.pageSize ?? 1000;
  const results = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion: fault.revision ?? protocolVersion,
      capabilities: fault.capabilities ?? { tools: {}, resources: {} },
      serverInfo: { name: "weather", version: "1" },
    }),
    ping: () => ({}),
    "tools/list": ({ cursor = "0" } = {}) => {
      const end = Number(cursor) + size;
      const rest = end < tools.length ? { nextCursor: String(end) } : {};
      return { tools: tools.slice(Number(cursor), end), ...rest };
    },
    "resources/list": () => ({ resources: [] }),
    "resources/templates/list": () => ({ resourceTemplates: [] }),
    "resources/read": ({ uri }) => ({
      contents: [{ uri, mimeType: "text/html;profile=mcp-app", text: "<p>", ...fault.documents?.[uri] }],
    }),
  };
  const answer = ({ id, method, params }) => {
    if (id === undefined || fault.silent?.includes(method)) return undefined;
    const result = results[method]?.(params);
    const error = { code: -32601, message: "Method not found" };
    return { jsonrpc: "2.0", id, ...(result ? { result } : { error }) };
  };`;

/** The arguments that start a server with a fault. */
function faulty(fault: Fault): readonly string[] {
  const { command, args } = script(`
    import { createInterface } from "node:readline";
    ${fault.before ?? ""}
    ${answers(fault)}
    for await (const line of createInterface(process.stdin)) {
      const answered = answer(JSON.parse(line));
      if (answered) console.log(JSON.stringify(answered));
    }
  `);
  return ["--", command, ...args];
}

/** What is found about a client, as codes. */
async function found(client: string, ...args: readonly string[]): Promise<readonly string[]> {
  return (await verdicts("compat", "--for", client, "--timeout", "5", "--json", ...args))
    .filter(({ rule, fix }) => rule.startsWith("client-") && fix !== undefined)
    .map(({ rule, outcome }) => `${outcome} ${rule.replace("client-", "")}`);
}

async function verdicts(...argv: readonly string[]): Promise<readonly RuleVerdict[]> {
  const { out } = await runCli(...argv);
  return (JSON.parse(out) as ExaminationReport).verdicts;
}

const app = {
  ...tool,
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
  ["cursor", "a long name", { tools: [{ ...tool, name: longName }] }, ["violation name-too-long"]],
  [
    "roo-code",
    "names that are the same when they are cut",
    { tools: [1, 2].map((index) => ({ ...tool, name: `${longName}${index}` })) },
    ["note name-too-long", "note name-too-long", "violation same-name"],
  ],
  [
    "vscode",
    "an array without items, inside of an object",
    {
      tools: [
        {
          ...tool,
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
    { tools: [{ ...tool, inputSchema: { type: "object", anyOf: [{ required: ["a"] }] } }] },
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
    const seen = await found(client, ...faulty(fault));
    expect(seen.toSorted()).toEqual(expected.toSorted());
  },
);

test("no client fails with a server without faults, and none is asked to change it", async () => {
  const hinted = {
    ...tool,
    title: "Weather",
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  };
  const all = await verdicts("compat", "--json", ...faulty({ tools: [hinted] }));
  const findings = all.filter(({ fix }) => fix !== undefined);
  // those without stdio, those that run at their vendors, and what a directory gets beside a server
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(
    new Set(["client-other-transport", "client-needs-public-address", "client-also-handed-in"]),
  );
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(clientCatalog.length);
});

test("the official server fails in no client for what it is", async () => {
  const all = await verdicts(
    "compat",
    "--json",
    "--",
    process.execPath,
    everythingProgram,
    "stdio",
  );
  // when it started is a matter of this machine
  const others = ["client-other-transport", "client-starts-late"];
  const failing = all.filter(
    ({ rule, outcome }) => outcome === "warning" && !others.includes(rule),
  );
  expect(failing).toEqual([]);
});

/** The base of an HTTP server with a fault; a GET is refused with the status. */
async function serveFaulty(fault: Fault, streamStatus: number): Promise<string> {
  const answer = new Function(`${answers(fault)} return answer;`)() as (
    message: unknown,
  ) => unknown;
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(streamStatus).end();
    const answered = answer(JSON.parse(await text(request)));
    if (answered === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answered));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a GET that is refused with 404 is an error for clients that accept 405 only", async () => {
  const url = `${await serveFaulty({}, 404)}/mcp`;
  expect(await found("typescript-sdk-1", url)).toEqual(["note stream-refused"]);
  expect(await found("gemini-cli", url)).toEqual([]);
});

test("each finding names the fact, its source, day and kind, and the entry that shows it", async () => {
  const server = faulty({ tools: manyTools(5), pageSize: 2 });
  const all = await verdicts("compat", "--for", "gemini-cli", "--json", ...server);
  const finding = all.find(({ rule }) => rule === "client-tools-left-out");
  expect(finding?.sentence).toBe(
    "Gemini CLI: It reads the first page of tools/list only: 2 of 5 tools. (source google-gemini/gemini-cli 5411f113, mcp-client.ts, 2026-08-21)",
  );
  expect(finding?.evidence[0]?.text).toContain('"tool_0"');
});

test("the table has a row for each client, and says what its marks mean", async () => {
  const { out, code } = await runCli("compat", "--for", "cursor,claude", ...faulty({}));
  expect(code).toBe(0);
  const marks = out.split("\n").filter((line) => / ✓ /.test(line));
  expect(marks.map((line) => line.slice(0, 12).trim())).toEqual(
    expect.arrayContaining(["Cursor", "Claude Code"]),
  );
  expect(out).toContain("– not seen");
});

test("a client that is not known is an error that names the nearest", async () => {
  const { code, err } = await runCli("compat", "--for", "cursr", ...faulty({}));
  expect(err).toContain("Did you mean cursor?");
  expect(code).toBe(2);
});

test("--list prints the clients and contacts nothing", async () => {
  const { out, code } = await runCli("compat", "--list");
  expect(out.trim().split("\n")).toHaveLength(clientCatalog.length);
  expect(code).toBe(0);
});

test("check --for adds what the clients lose to its report, and fails", async () => {
  const server = faulty({ tools: [{ ...tool, name: longName }] });
  const { code, out } = await runCli("check", "--for", "cursor", "--json", ...server);
  const rules = (JSON.parse(out) as ExaminationReport).verdicts.map(({ rule }) => rule);
  expect(rules).toContain("connects");
  expect(rules).toContain("client-name-too-long");
  expect(code).toBe(1);
});

test("--as declares what the client declares, and begins with its revision", async () => {
  const file = join(temporaryFolder(), "session.json");
  const { code } = await runCli("list", "tools", "--as", "cline", "--record", file, ...faulty({}));
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
  const { code, err } = await runCli("list", "--as", name, ...faulty({}));
  expect(err).toContain(reason);
  expect(code).toBe(2);
});
