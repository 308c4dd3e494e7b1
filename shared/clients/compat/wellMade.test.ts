import { expect, test } from "vitest";
import { clientCatalog } from "../clientCatalog.ts";
import { createCompatSession } from "./compat.fixture.ts";

type Session = ReturnType<typeof createCompatSession>;

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
