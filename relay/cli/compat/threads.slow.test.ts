/** Servers with the faults of public threads: the table names the client and the cause. */
import { expect, test } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { createEventLog, type EventLog } from "../../../shared/log/eventLog.ts";
import { withServer } from "../connection/commandClient.ts";
import { judgeChecked } from "./compat.ts";
import {
  compatVerdictsOf,
  type Fault,
  faultyProcess,
  manyTools,
  serveFaulty,
  weatherTool,
} from "./faultyServer.fixture.ts";
import { clientsNamed } from "./namedClients.ts";

interface Thread {
  readonly url: string;
  readonly client: string;
  /** What is named; undefined of a fault that no message of the server shows. */
  readonly code: string | undefined;
  readonly fault: Fault;
  /** What shows it: the lists and documents of `compat`, a sign-in that `doctor` follows, or a call. */
  readonly shownBy?: "compat" | "doctor" | "call";
  readonly over?: "http" | "stdio";
  /** Milliseconds that a call takes. */
  readonly callMs?: number;
  /** The address that its author gives to the client, where it is not that of this machine. */
  readonly at?: string | undefined;
}

const issue = (repository: string, number: number) =>
  `https://github.com/${repository}/issues/${number}`;

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

const withoutRegistration = { signIn: { service: { registration_endpoint: undefined } } };

/** A tool whose app has a document with `ui`. */
const app = (ui: object): Fault => ({
  tools: [{ ...weatherTool, _meta: { ui: { resourceUri: "ui://weather/app" } } }],
  documents: { "ui://weather/app": { _meta: { ui } } },
});

const changing = { capabilities: { tools: { listChanged: true } } };

const hostedAt = "https://mcp.example.com/mcp";

const threads: readonly Thread[] = [
  {
    url: issue("anthropics/claude-ai-mcp", 85),
    client: "claude-ai",
    code: "other-port",
    fault: {},
    shownBy: "call",
    at: "https://mcp.example.com:8443/mcp",
  },
  {
    url: issue("anthropics/claude-ai-mcp", 9),
    client: "claude-ai",
    code: "needs-public-address",
    fault: {},
  },
  {
    url: issue("anthropics/claude-ai-mcp", 137),
    client: "claude-ai",
    code: "changes-ignored",
    fault: changing,
  },
  { url: issue("openai/codex", 10105), client: "codex", code: "changes-ignored", fault: changing },
  {
    url: issue("anthropics/claude-code", 79944),
    client: "claude-code",
    code: "content-unseen",
    fault: {
      result: {
        ...text("Oslo has 21 °C. It is sunny, with a light wind from the west.".repeat(3)),
        structuredContent: { degrees: 21 },
      },
    },
    shownBy: "call",
  },
  {
    url: issue("modelcontextprotocol/modelcontextprotocol", 1624),
    client: "continue-dev",
    code: "structured-unseen",
    fault: { result: { content: [], structuredContent: { degrees: 21 } } },
    shownBy: "call",
  },
  {
    url: issue("modelcontextprotocol/typescript-sdk", 192),
    client: "typescript-sdk-1",
    code: "call-too-long",
    fault: {},
    shownBy: "call",
    callMs: 71_000,
  },
  {
    url: issue("anthropics/claude-ai-mcp", 115),
    client: "claude-ai",
    code: "call-too-long",
    fault: {},
    shownBy: "call",
    callMs: 310_000,
    at: hostedAt,
  },
  {
    url: issue("anomalyco/opencode", 14501),
    client: "opencode",
    code: "call-too-long",
    fault: {},
    shownBy: "call",
    callMs: 71_000,
  },
  {
    url: issue("rollbar/rollbar-mcp-server", 28),
    client: "claude-code",
    code: "result-too-large",
    fault: { result: text("x".repeat(130_000)) },
    shownBy: "call",
  },
  {
    url: issue("oraios/serena", 516),
    client: "claude-code",
    code: "result-too-large",
    fault: { result: { ...text("{}"), structuredContent: { rows: manyTools(1600) } } },
    shownBy: "call",
  },
  {
    url: issue("microsoft/vscode-copilot-release", 11653),
    client: "vscode",
    code: "too-many-tools",
    fault: { tools: manyTools(129) },
  },
  {
    url: issue("cameroncooke/XcodeBuildMCP", 65),
    client: "cursor",
    code: "too-many-tools",
    fault: { tools: manyTools(60) },
  },
  {
    url: issue("microsoft/vscode", 252892),
    client: "vscode",
    code: "cannot-register",
    fault: withoutRegistration,
    shownBy: "doctor",
  },
  {
    url: issue("anthropics/claude-code", 2527),
    client: "claude-code",
    code: "cannot-register",
    fault: withoutRegistration,
    shownBy: "doctor",
  },
  {
    url: issue("getsentry/sentry-mcp", 837),
    client: "gemini-cli",
    code: "other-resource",
    fault: { signIn: { resource: "/mcp/" } },
    shownBy: "doctor",
  },
  {
    url: issue("sigbit/mcp-auth-proxy", 177),
    client: "typescript-sdk-1",
    code: "other-resource",
    fault: { signIn: { resource: "http://localhost:8080/mcp" } },
    shownBy: "doctor",
  },
  {
    url: issue("lanbaoshen/mcp-jenkins", 6),
    client: "cline-cli",
    code: "stray-output",
    fault: { before: 'console.log("listening");' },
    over: "stdio",
  },
  {
    url: issue("anthropics/claude-ai-mcp", 40),
    client: "claude-ai",
    code: "app-domain",
    fault: app({ domain: "weather.example.com" }),
  },
  {
    url: issue("modelcontextprotocol/ext-apps", 671),
    client: "claude-ai",
    code: "app-policy-ignored",
    fault: app({ csp: { frameDomains: ["https://maps.example.com"] } }),
  },
  {
    url: issue("erikdarlingdata/PerformanceMonitor", 1990),
    client: "roo-code",
    code: "revision-refused",
    fault: { revision: "2025-11-25" },
  },
  // the sign-in succeeds and nothing follows: only the vendor's side would show it
  { url: issue("anthropics/claude-ai-mcp", 597), client: "claude-ai", code: undefined, fault: {} },
  // which keywords of a schema it refuses is not among its facts
  {
    url: issue("google-gemini/gemini-cli", 13326),
    client: "gemini-cli",
    code: undefined,
    fault: {
      tools: [{ ...weatherTool, inputSchema: { type: "object", propertyNames: { maxLength: 3 } } }],
    },
  },
];

test("of more than 20 reported faults, client and cause are named in all but two", () => {
  expect(threads.filter(({ code }) => code === undefined)).toHaveLength(2);
  expect(new Set(threads.map(({ url }) => url)).size).toBe(threads.length);
  expect(threads.length).toBeGreaterThanOrEqual(20);
});

/** What is found about the client of a thread, with one call where that shows it, as codes. */
async function codesAfterCall(thread: Thread, fault: Fault, callMs: number) {
  const { client, at } = thread;
  let waited = 0;
  const url = await serveFaulty(fault, () => {
    waited += callMs;
  });
  // a call that takes minutes only does so for the log
  const real = createEventLog({ now: systemClock.now });
  const log: EventLog = {
    ...real,
    append: (draft, body, connectionId, at = systemClock.now()) =>
      real.append(draft, body, connectionId, at + waited),
  };
  const done = await withServer(
    {
      ...{ revision: "2025-11-25", headers: [], timeoutMs: 20_000, connectionId: "check", log },
      target: { kind: "http", url },
    },
    async (connected) => {
      await connected.list("tools/list", "tools");
      const params = JSON.stringify({ name: weatherTool.name, arguments: {} });
      await connected.request("tools/call", params, { initiator: { kind: "user" } }).done;
      return { server: connected.agreement.serverInfo, transport: connected.transport.kind };
    },
  );
  if (!("result" in done)) throw new Error("It could not be connected to");
  const target = { kind: "http", url: at ?? url } as const;
  const rows = await judgeChecked({ log, ...done.result }, target, clientsNamed([client]));
  return rows.flatMap(({ cells }) =>
    Object.values(cells).flatMap(({ findings }) => findings.map(({ problem }) => problem.code)),
  );
}

async function codesOf(thread: Thread, fault: Fault): Promise<readonly string[]> {
  const { client, shownBy = "compat", over = "http", callMs = 0 } = thread;
  if (shownBy === "call") return codesAfterCall(thread, fault, fault === thread.fault ? callMs : 0);
  const server = over === "stdio" ? faultyProcess(fault) : [await serveFaulty(fault)];
  const limits = ["--timeout", "5", ...(shownBy === "doctor" ? ["--watch", "0"] : [])];
  const all = await compatVerdictsOf(shownBy, "--for", client, ...limits, "--json", ...server);
  const about = all.filter(({ subject, fix }) => subject === client && fix !== undefined);
  return about.map(({ rule }) => rule.replace("client-", ""));
}

test.for(threads)("$url in $client: $code", async (thread) => {
  const { fault, code } = thread;
  // the fault, and not the server around it, is what is named
  const without = await codesOf(
    { ...thread, at: thread.code === "other-port" ? hostedAt : thread.at },
    fault.signIn ? { signIn: {} } : {},
  );
  const named = await codesOf(thread, fault);
  // an address is a fault of no message
  if (code === "needs-public-address") return expect(named).toContain(code);
  expect(named.filter((each) => !without.includes(each))).toEqual(code === undefined ? [] : [code]);
});
