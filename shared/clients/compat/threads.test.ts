import { expect, test } from "vitest";
import { clientCatalog } from "../clientCatalog.ts";
import { createCompatSession } from "./compat.fixture.ts";

type Session = ReturnType<typeof createCompatSession>;

interface Thread {
  /** Where the fault was reported. */
  readonly thread: string;
  readonly client: string;
  /** What is named; undefined of a fault that no message of the server shows. */
  readonly code: string | undefined;
  readonly session: (session: Session) => Session;
  readonly url?: string;
  readonly more?: Parameters<Session["judge"]>[2];
}

const hello = (session: Session, capabilities: object = { tools: {} }) =>
  session.exchange(
    "initialize",
    { protocolVersion: "2025-11-25" },
    { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: "weather", version: "1" } },
  );

const tool = {
  name: "get_weather",
  title: "Weather",
  description: "Weather of a city",
  inputSchema: { type: "object", properties: { city: { type: "string" } } },
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
};

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...tool, name: `tool_${index}` }));

const listed = (session: Session, ...tools: readonly object[]) =>
  hello(session).exchange("tools/list", {}, { tools });

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

const called = (result: object, ms?: number) => (session: Session) =>
  listed(session, tool).call(result, ms);

const changing = (session: Session) => hello(session, { tools: { listChanged: true } });

const metadata = (value: object) => (session: Session) => hello(session).metadata(value);

const service = {
  issuer: "https://as.example.com",
  token_endpoint: "https://as.example.com/token",
};

const app = (ui: object) => (session: Session) =>
  listed(session, tool).exchange(
    "resources/read",
    { uri: "ui://weather/app" },
    { contents: [{ uri: "ui://weather/app", text: "", _meta: { ui } }] },
  );

const newer = { offered: "2025-03-26", answered: "2025-11-25", seq: 0 };

const threads: readonly Thread[] = [
  {
    thread: "anthropics/claude-ai-mcp#85",
    client: "claude-ai",
    code: "other-port",
    session: hello,
    url: "https://mcp.example.com:8443/mcp",
  },
  {
    thread: "anthropics/claude-ai-mcp#9",
    client: "claude-ai",
    code: "needs-public-address",
    session: hello,
    url: "http://127.0.0.1:3000/mcp",
  },
  {
    thread: "anthropics/claude-ai-mcp#137",
    client: "claude-ai",
    code: "changes-ignored",
    session: changing,
  },
  { thread: "openai/codex#10105", client: "codex", code: "changes-ignored", session: changing },
  {
    thread: "anthropics/claude-code#79944",
    client: "claude-code",
    code: "content-unseen",
    session: called({
      ...text("Oslo has 21 °C. It is sunny, with a light wind from the west.".repeat(3)),
      structuredContent: { degrees: 21 },
    }),
  },
  {
    thread: "modelcontextprotocol/modelcontextprotocol#1624",
    client: "continue-dev",
    code: "structured-unseen",
    session: called({ content: [], structuredContent: { degrees: 21 } }),
  },
  {
    thread: "modelcontextprotocol/typescript-sdk#192",
    client: "typescript-sdk-1",
    code: "call-too-long",
    session: called(text("done"), 71_000),
  },
  {
    thread: "anthropics/claude-ai-mcp#115",
    client: "claude-ai",
    code: "call-too-long",
    session: called(text("done"), 310_000),
  },
  {
    thread: "anomalyco/opencode#14501",
    client: "opencode",
    code: "call-too-long",
    session: called(text("done"), 71_000),
  },
  {
    thread: "rollbar/rollbar-mcp-server#28",
    client: "claude-code",
    code: "result-too-large",
    session: called(text("x".repeat(130_000))),
  },
  {
    thread: "oraios/serena#516",
    client: "claude-code",
    code: "result-too-large",
    session: called({ ...text("{}"), structuredContent: { rows: many(800) } }),
  },
  {
    thread: "microsoft/vscode-copilot-release#11653",
    client: "vscode",
    code: "too-many-tools",
    session: (session) => listed(session, ...many(129)),
  },
  {
    thread: "cameroncooke/XcodeBuildMCP#65",
    client: "cursor",
    code: "too-many-tools",
    session: (session) => listed(session, ...many(60)),
  },
  {
    thread: "microsoft/vscode#252892",
    client: "vscode",
    code: "cannot-register",
    session: metadata(service),
  },
  {
    thread: "anthropics/claude-code#2527",
    client: "claude-code",
    code: "cannot-register",
    session: metadata(service),
  },
  {
    thread: "getsentry/sentry-mcp#837",
    client: "gemini-cli",
    code: "other-resource",
    session: metadata({ resource: "https://mcp.example.com/mcp/", authorization_servers: [] }),
  },
  {
    thread: "sigbit/mcp-auth-proxy#177",
    client: "typescript-sdk-1",
    code: "other-resource",
    session: metadata({ resource: "http://localhost:8080/mcp", authorization_servers: [] }),
  },
  {
    thread: "lanbaoshen/mcp-jenkins#6",
    client: "cline-cli",
    code: "stray-output",
    session: (session) => hello(session.stray()),
    more: { transport: "stdio", url: undefined },
  },
  {
    thread: "anthropics/claude-ai-mcp#40",
    client: "claude-ai",
    code: "app-domain",
    session: app({ domain: "weather.example.com" }),
  },
  {
    thread: "modelcontextprotocol/ext-apps#671",
    client: "claude-ai",
    code: "app-policy-ignored",
    session: app({ csp: { frameDomains: ["https://maps.example.com"] } }),
  },
  {
    thread: "erikdarlingdata/PerformanceMonitor#1990",
    client: "roo-code",
    code: "revision-refused",
    session: hello,
    more: { offers: [newer] },
  },
  // the sign-in succeeds and nothing follows: only the vendor's side would show it
  {
    thread: "anthropics/claude-ai-mcp#597",
    client: "claude-ai",
    code: undefined,
    session: hello,
  },
  // which keywords of a schema it refuses is not among its facts
  {
    thread: "google-gemini/gemini-cli#13326",
    client: "gemini-cli",
    code: undefined,
    session: (session) =>
      listed(session, {
        ...tool,
        inputSchema: { type: "object", propertyNames: { maxLength: 3 } },
      }),
  },
];

test("of 20 reported faults or more, client and cause are named in all but two", () => {
  expect(threads.filter(({ code }) => code !== undefined).length).toBeGreaterThanOrEqual(18);
  expect(new Set(threads.map(({ thread }) => thread)).size).toBe(threads.length);
  expect(threads.length).toBeGreaterThanOrEqual(20);
});

test.for(threads)("$thread in $client: $code", async ({ client, code, session, url, more }) => {
  const { codes } = await session(createCompatSession()).judge(client, url, more);
  expect(codes).toEqual(code === undefined ? [] : [code]);
  // the fault, and not the server around it, is what is named
  const { codes: without } = await hello(createCompatSession()).judge(client);
  expect(without).toEqual([]);
});

const whole = (value: object) => ({ ...text(JSON.stringify(value)), structuredContent: value });
const registered = { ...service, registration_endpoint: "https://as.example.com/register" };

const wellMade: readonly (readonly [string, (session: Session) => Session])[] = [
  ["only answers", hello],
  ["one tool", (session) => listed(session, tool)],
  ["40 tools", (session) => listed(session, ...many(40))],
  [
    "prompts and no tools",
    (session) =>
      hello(session, { prompts: {}, tools: {} }).exchange("tools/list", {}, { tools: [] }),
  ],
  ["a text", called(text("21 °C"))],
  ["the same as text and structured", called(whole({ degrees: 21 }))],
  ["an image", called({ content: [{ type: "image", data: "", mimeType: "image/png" }] })],
  ["an error of a tool", called({ ...text("No such city"), isError: true })],
  ["a call of 15 s", called(text("done"), 15_000)],
  ["a page of a large result", called(text("x".repeat(30_000)))],
  ["dynamic registration", metadata(registered)],
  [
    "metadata documents, too",
    metadata({ ...registered, client_id_metadata_document_supported: true }),
  ],
  [
    "its resource",
    metadata({ resource: "https://mcp.example.com/mcp", authorization_servers: [] }),
  ],
  ["an app without a domain", app({ csp: { connectDomains: ["https://api.example.com"] } })],
  [
    "a schema with items",
    (session) =>
      listed(session, {
        ...tool,
        inputSchema: { type: "object", properties: { of: { type: "array", items: {} } } },
      }),
  ],
];

test("15 servers are well made", () => expect(wellMade).toHaveLength(15));

/** What is so whatever the server does: it has no stdio, and these have no way to register. */
const certain: readonly string[] = ["other-transport", "cannot-register"];

test.for(wellMade)("no client fails falsely with %s", async ([, session]) => {
  const rows = await session(createCompatSession()).judgeAll(clientCatalog);
  const failed = rows.flatMap(({ client, cells }) =>
    Object.values(cells).flatMap(({ state, findings }) =>
      state === "fails" ? findings.map(({ problem }) => `${client.id} ${problem.code}`) : [],
    ),
  );
  expect(failed.filter((each) => !certain.some((code) => each.endsWith(code)))).toEqual([]);
  const unable = failed.filter((each) => each.endsWith("cannot-register"));
  expect(unable.map((each) => each.split(" ")[0])).toEqual(
    unable.length > 0 ? ["openai-responses", "roo-code"] : [],
  );
});
