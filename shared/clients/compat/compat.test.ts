import { expect, test } from "vitest";
import { encodeText } from "../../core/bytes.ts";
import { createEventLog } from "../../log/eventLog.ts";
import { createRecorder } from "../../log/recorder.ts";
import { decodeMessages } from "../../transport/decodeMessages.ts";
import { clientCatalog } from "../clientCatalog.ts";
import { findClients, judgeClients } from "./judgeClients.ts";
import { observeServer } from "./observedServer.ts";

/** A log of a connection over HTTP, whose messages arrive at given times. */
function createSession() {
  const log = createEventLog({ now: () => 0 });
  const record = createRecorder(log, "one");
  let id = 0;
  const message = (direction: "in" | "out", at: number, value: object) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...value });
    const { heads, batch } = decodeMessages(text);
    record(
      {
        kind: "message",
        carrier: "http",
        direction,
        exchangeId: `${id}`,
        heads,
        batch,
        secrets: [],
      },
      encodeText(text),
      at,
    );
  };
  const session = {
    /** A request and its answer. */
    exchange(method: string, params: object, result: object, ms = 10) {
      id += 1;
      message("out", id * 1000, { id, method, params });
      message("in", id * 1000 + ms, { id, result });
      return session;
    },
    call: (result: object, ms?: number) =>
      session.exchange("tools/call", { name: "get_weather", arguments: {} }, result, ms),
    /** The answer of an authorization service. */
    metadata(value: object) {
      id += 1;
      const url = "https://mcp.example.com/.well-known/oauth";
      const common = { exchangeId: `${id}`, secrets: [] };
      record({
        ...common,
        kind: "http-request",
        direction: "out",
        service: "authorization",
        http: { method: "GET", url, headers: [] },
      });
      record(
        { ...common, kind: "frame", holds: "body", carrier: "http", direction: "in" },
        encodeText(JSON.stringify(value)),
      );
      return session;
    },
    /** The codes of what is found about a client, and the state of a cell. */
    async judge(name: string, url = "https://mcp.example.com/mcp") {
      const facts = { transport: "http", url: new URL(url), name: "weather", offers: [] } as const;
      const { found } = findClients(clientCatalog, [name]);
      const [row] = await judgeClients(found, await observeServer(log, "one", facts));
      const cells = Object.entries(row?.cells ?? {});
      return {
        codes: cells.flatMap(([, { findings }]) => findings.map(({ problem }) => problem.code)),
        states: Object.fromEntries(cells.map(([column, { state }]) => [column, state])),
      };
    },
  };
  return session;
}

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

test("without calls, nothing is said about calls and results", async () => {
  const { states } = await createSession().judge("claude-code");
  expect(states).toMatchObject({ call: "not-seen", result: "not-seen", list: "not-seen" });
});

test("a call that takes longer than a client waits", async () => {
  const session = createSession().call(text("21 °C"), 61_000);
  expect(await session.judge("cline")).toMatchObject({
    codes: ["call-too-long"],
    states: { call: "fails" },
  });
  expect((await session.judge("codex")).codes).toEqual([]);
});

test("a result that is larger than a client takes, in its own unit", async () => {
  const session = createSession().call(text("x".repeat(101_000)));
  expect((await session.judge("claude-code")).codes).toEqual(["result-too-large"]);
  expect((await session.judge("gemini-cli")).codes).toEqual(["result-too-large"]);
  expect((await session.judge("claude-ai")).codes).toEqual([]);
});

test("structured content beside an incomplete text is lost where the model gets text only", async () => {
  const result = { ...text("Sunny"), structuredContent: { city: "Oslo", degrees: 21 } };
  const session = createSession().call(result);
  expect(await session.judge("roo-code")).toMatchObject({
    codes: ["structured-unseen"],
    states: { result: "loses" },
  });
  expect((await session.judge("claude-code")).codes).toEqual([]);
  const whole = { ...result, ...text('{"city":"Oslo","degrees":21}') };
  expect((await createSession().call(whole).judge("roo-code")).codes).toEqual([]);
});

test("structured content without any text leaves the model with nothing", async () => {
  const session = createSession().call({ content: [], structuredContent: { degrees: 21 } });
  expect((await session.judge("roo-code")).states.result).toBe("fails");
});

test("a text that says more than structured content, and images beside it", async () => {
  const image = { type: "image", data: "", mimeType: "image/png" };
  const session = createSession().call({
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
  const wrong = createSession().exchange(...app({ domain: "weather.example.com" }));
  expect(await wrong.judge("claude-ai")).toMatchObject({
    codes: ["app-domain"],
    states: { app: "fails" },
  });
  // echo -n https://mcp.example.com/mcp | sha256sum
  const domain = "7a930d27a3f5c4643da88c1794444840.claudemcpcontent.com";
  const right = createSession().exchange(...app({ domain }));
  expect((await right.judge("claude-ai")).codes).toEqual([]);
});

test("nested frames of an app are blocked there", async () => {
  const session = createSession().exchange(
    ...app({ csp: { frameDomains: ["https://a.example"] } }),
  );
  expect((await session.judge("claude-ai")).codes).toEqual(["app-policy-ignored"]);
  expect((await session.judge("vscode")).codes).toEqual([]);
});

const metadata = {
  issuer: "https://as.example.com",
  token_endpoint: "https://as.example.com/token",
};

test("an authorization server without dynamic registration", async () => {
  const session = createSession().metadata({
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
  const session = createSession().metadata({
    resource: "https://mcp.example.com/",
    ...{ authorization_servers: [] },
  });
  expect((await session.judge("gemini-cli")).codes).toEqual(["other-resource"]);
  // a parent of the address is enough for the SDK
  expect((await session.judge("typescript-sdk-1")).codes).toEqual([]);
  const foreign = createSession().metadata({ resource: "https://other.example.com/mcp" });
  expect((await foreign.judge("typescript-sdk-1")).codes).toEqual(["other-resource"]);
});

test("a port that the vendor does not connect to, and an address that it cannot reach", async () => {
  const session = createSession().exchange(
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
  const session = createSession()
    .exchange("tools/list", {}, page("a", "2"))
    .exchange("tools/list", { cursor: "2" }, page("b"));
  expect((await session.judge("gemini-cli")).codes).toEqual(["tools-left-out"]);
  session.exchange("tools/list", {}, page("a"));
  expect((await session.judge("gemini-cli")).codes).toEqual([]);
});
