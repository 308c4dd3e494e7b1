import { expect, test } from "vitest";
import { clientCatalog } from "../clientCatalog.ts";
import { createCompatSession } from "./compat.fixture.ts";
import { findClients } from "./judgeClients.ts";

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

test("without calls, nothing is said about calls and results", async () => {
  const { states } = await createCompatSession().judge("claude-code");
  expect(states).toMatchObject({ call: "not-seen", result: "not-seen", list: "not-seen" });
});

test("a call that takes longer than a client waits", async () => {
  const session = createCompatSession().call(text("21 °C"), 61_000);
  expect(await session.judge("cline")).toMatchObject({
    codes: ["call-too-long"],
    states: { call: "fails" },
  });
  expect((await session.judge("codex")).codes).toEqual([]);
});

test("a result that is larger than a client takes, in its own unit", async () => {
  const session = createCompatSession().call(text("x".repeat(101_000)));
  expect((await session.judge("claude-code")).codes).toEqual(["result-too-large"]);
  expect((await session.judge("gemini-cli")).codes).toEqual(["result-too-large"]);
  expect((await session.judge("claude-ai")).codes).toEqual([]);
});

test("structured content beside an incomplete text is lost where the model gets text only", async () => {
  const result = { ...text("Sunny"), structuredContent: { city: "Oslo", degrees: 21 } };
  const session = createCompatSession().call(result);
  expect(await session.judge("roo-code")).toMatchObject({
    codes: ["structured-unseen"],
    states: { result: "loses" },
  });
  expect((await session.judge("claude-code")).codes).toEqual([]);
  const whole = { ...result, ...text('{"city":"Oslo","degrees":21}') };
  expect((await createCompatSession().call(whole).judge("roo-code")).codes).toEqual([]);
});

test("structured content without any text leaves the model with nothing", async () => {
  const session = createCompatSession().call({ content: [], structuredContent: { degrees: 21 } });
  expect((await session.judge("roo-code")).states.result).toBe("fails");
});

test("a text that says more than structured content, and images beside it", async () => {
  const image = { type: "image", data: "", mimeType: "image/png" };
  const session = createCompatSession().call({
    content: [{ type: "text", text: "A long report. ".repeat(20) }, image],
    structuredContent: { degrees: 21 },
  });
  expect((await session.judge("claude-code")).codes).toEqual(["content-unseen"]);
  expect((await session.judge("codex")).codes).toEqual(["images-unseen", "content-unseen"]);
});

const app = (ui: object) =>
  [
    "resources/read",
    { uri: "ui://weather/app" },
    { contents: [{ uri: "ui://weather/app", text: "", _meta: { ui } }] },
  ] as const;

test("an app's domain must be the one that claude.ai computes from the address", async () => {
  const wrong = createCompatSession().exchange(...app({ domain: "weather.example.com" }));
  expect(await wrong.judge("claude-ai")).toMatchObject({
    codes: ["app-domain"],
    states: { app: "fails" },
  });
  // echo -n https://mcp.example.com/mcp | sha256sum
  const domain = "7a930d27a3f5c4643da88c1794444840.claudemcpcontent.com";
  const right = createCompatSession().exchange(...app({ domain }));
  expect((await right.judge("claude-ai")).codes).toEqual([]);
});

test("nested frames of an app are blocked there", async () => {
  const session = createCompatSession().exchange(
    ...app({ csp: { frameDomains: ["https://a.example"] } }),
  );
  expect((await session.judge("claude-ai")).codes).toEqual(["app-policy-ignored"]);
  expect((await session.judge("vscode")).codes).toEqual([]);
});

const listed = (...tools: readonly object[]) =>
  createCompatSession().exchange("tools/list", {}, { tools });

const described = {
  name: "get_weather",
  title: "Weather",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
};

test.for([
  ["claude-ai", "a title", { title: undefined }, ["titles-missing"]],
  ["claude-ai", "an empty title", { title: " " }, ["titles-missing"]],
  ["claude-ai", "hints", { annotations: {} }, ["hints-missing"]],
  ["claude-ai", "a short name", { name: "n".repeat(65) }, ["listed-names-too-long"]],
  [
    "chatgpt",
    "all hints",
    { annotations: { readOnlyHint: true } },
    ["hints-missing", "hints-missing"],
  ],
  [
    "chatgpt",
    "a boolean",
    { annotations: { ...described.annotations, openWorldHint: "no" } },
    ["hints-missing"],
  ],
] as const)("the directory of %s wants %s", async ([client, , change, codes]) => {
  const verdict = await listed({ ...described, ...change }).judge(client);
  expect(verdict.codes).toEqual(codes);
  expect(verdict.states.directory).toBe("loses");
});

test("what a directory wants is met by a title among the annotations, and by one hint where one is enough", async () => {
  const { title, ...untitled } = described;
  const annotations = { title, destructiveHint: true };
  const { codes, states } = await listed({ ...untitled, annotations }).judge("claude-ai");
  expect([codes, states.directory]).toEqual([[], "works"]);
  expect((await listed(described).judge("chatgpt")).states.directory).toBe("works");
  // no directory of it is known
  expect((await listed({ ...described, title: "" }).judge("vscode")).states.directory).toBe(
    "not-known",
  );
  expect((await createCompatSession().judge("chatgpt")).states.directory).toBe("not-seen");
});

test("the directory of ChatGPT wants a policy and a domain of every app", async () => {
  const session = listed(described).exchange(...app({ csp: {} }));
  expect((await session.judge("chatgpt")).codes).toEqual(["app-member-missing"]);
  const domain = "https://weather.example.com";
  expect(
    (
      await listed(described)
        .exchange(...app({ csp: {}, domain }))
        .judge("chatgpt")
    ).codes,
  ).toEqual([]);
});

const metadata = {
  issuer: "https://as.example.com",
  token_endpoint: "https://as.example.com/token",
};

test("an authorization server without dynamic registration", async () => {
  const session = createCompatSession().metadata({
    ...metadata,
    client_id_metadata_document_supported: true,
  });
  // it registers dynamically only
  expect(await session.judge("kiro-cli")).toMatchObject({
    codes: ["cannot-register"],
    states: { "sign-in": "fails" },
  });
  // a user can enter a client id
  expect((await session.judge("gemini-cli")).states["sign-in"]).toBe("loses");
  expect((await session.judge("vscode")).codes).toEqual([]);
});

test("a resource that is not the address that users enter", async () => {
  const session = createCompatSession().metadata({
    resource: "https://mcp.example.com/",
    ...{ authorization_servers: [] },
  });
  expect((await session.judge("gemini-cli")).codes).toEqual(["other-resource"]);
  // a parent of the address is enough for the SDK
  expect((await session.judge("typescript-sdk-1")).codes).toEqual([]);
  const foreign = createCompatSession().metadata({ resource: "https://other.example.com/mcp" });
  expect((await foreign.judge("typescript-sdk-1")).codes).toEqual(["other-resource"]);
});

test("a port that the vendor does not connect to, and an address that it cannot reach", async () => {
  const session = createCompatSession().exchange(
    "initialize",
    { protocolVersion: "2025-11-25" },
    { capabilities: {} },
  );
  expect(await session.judge("claude-ai", "https://mcp.example.com:8443/mcp")).toMatchObject({
    codes: ["other-port"],
    states: { reach: "fails" },
  });
  // which is no fault of the server
  expect(await session.judge("claude-ai", "http://127.0.0.1:8080/mcp")).toMatchObject({
    codes: ["needs-public-address"],
    states: { reach: "not-seen" },
  });
  expect((await session.judge("claude-ai")).states.reach).toBe("works");
  const hosted = clientCatalog.filter((client) => client.hosted);
  expect(hosted.length).toBeGreaterThan(2);
  for (const { id } of hosted) {
    const { states } = await session.judge(id, "http://127.0.0.1:8080/mcp");
    expect([id, states.reach]).not.toEqual([id, "works"]);
  }
});

test("clients are found by id, title, and the beginning of their ids", () => {
  const ids = (...names: readonly string[]) =>
    findClients(clientCatalog, names).found.map(({ id }) => id);
  expect(ids("CURSOR", "VS Code (Copilot chat)")).toEqual(["cursor", "vscode"]);
  expect(ids("claude")).toEqual(["claude-ai", "claude-code", "claude-desktop"]);
  expect(ids("cline", "cline")).toEqual(["cline"]);
  expect(findClients(clientCatalog, ["cursor", "c"]).unknown).toEqual(["c"]);
});

test("the newest answer to each page makes the list, and pages of another reading are left", async () => {
  const page = (name: string, next?: string) => ({
    tools: [{ name, inputSchema: { type: "object" } }],
    ...(next ? { nextCursor: next } : {}),
  });
  const session = createCompatSession()
    .exchange("tools/list", {}, page("a", "2"))
    .exchange("tools/list", { cursor: "2" }, page("b"));
  expect((await session.judge("gemini-cli")).codes).toEqual(["tools-left-out"]);
  session.exchange("tools/list", {}, page("a"));
  expect((await session.judge("gemini-cli")).codes).toEqual([]);
});
