import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Header } from "../../../../shared/protocol/headers.ts";
import { temporaryFolder } from "../../../relay.fixture.ts";
import { createHttpRecorder, type Fact } from "./tapRecorders.ts";

test("each of many sessions has its own recording, whatever ids the server makes up", async () => {
  const state = temporaryFolder();
  vi.stubEnv("MCP_PLAYGROUND_STORE", `${state}/relay.db`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const url = "http://127.0.0.1:1/mcp";
  const facts = { kind: "tap", name: "many", server: { kind: "http", url } } as const;
  const recorder = createHttpRecorder(facts, Date.now(), { take() {}, leave() {} });
  const none = new Uint8Array(0);
  let number = 0;
  const exchange = (body: string, sent: readonly Header[], received: readonly Header[]) => {
    const exchange = ++number;
    const at = Date.now();
    const take = (fact: Fact) => recorder.take({ kind: "fact", at, exchange, bytes: none }, fact);
    const json: Header = ["Content-Type", "application/json"];
    take({ kind: "http-request", method: "POST", url, headers: [json, ...sent] });
    recorder.take({ kind: "request", at, exchange, bytes: Buffer.from(body) }, undefined);
    take({ kind: "request-end" });
    const head = { status: 200, statusText: "OK", httpVersion: "1.1" };
    take({ kind: "http-response", headers: [json, ...received], ...head });
    take({ kind: "http-end", outcome: "complete" });
  };
  const message = (method: string, params: object) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const id = (name: string): Header => ["Mcp-Session-Id", name];

  for (let index = 0; index < 60; index++) {
    const clientInfo = { name: `client-${index}`, version: "1" };
    const initialize = message("initialize", { clientInfo });
    // a server that answers each request with another id
    exchange(initialize, [], [id(`session-${index}`)]);
    exchange(message("ping", {}), [id(`session-${index}`)], [id(`odd-${index}`)]);
  }
  exchange(message("echo", { text: "of session 58" }), [id("session-58")], []);
  await recorder.end();

  const folder = join(state, "taps");
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const [found = "", ...others] = texts.filter((text) => text.includes("of session 58"));
  expect(others).toEqual([]);
  expect(found).toContain("client-58");
}, 60_000);

test("of what passes to an authorization server no body is recorded, and it names no session", async () => {
  const state = temporaryFolder();
  vi.stubEnv("MCP_PLAYGROUND_STORE", `${state}/relay.db`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = { kind: "http", url: "http://127.0.0.1:1/mcp" } as const;
  const facts = { kind: "tap", name: "sign-in", server } as const;
  const recorder = createHttpRecorder(facts, Date.now(), { take() {}, leave() {} });
  const at = Date.now();
  let exchange = 0;
  const pass = (body: string, answer: string, service?: "authorization") => {
    exchange++;
    const take = (fact: Fact) =>
      recorder.take({ kind: "fact", at, exchange, bytes: new Uint8Array(0) }, fact);
    const headers: readonly Header[] = [
      ["Content-Type", "application/json"],
      ["Mcp-Session-Id", "one"],
    ];
    const url = service ? "http://127.0.0.1:2/token" : server.url;
    take({ kind: "http-request", method: "POST", url, headers, ...(service ? { service } : {}) });
    recorder.take({ kind: "request", at, exchange, bytes: Buffer.from(body) }, undefined);
    take({ kind: "request-end" });
    const head = { status: 200, statusText: "OK", httpVersion: "1.1" };
    take({ kind: "http-response", headers, ...head });
    recorder.take({ kind: "response", at, exchange, bytes: Buffer.from(answer) }, undefined);
    take({ kind: "http-end", outcome: "complete" });
  };
  pass("username=alice&code=of-sign-in", '{"scope":"of-answer"}', "authorization");
  // also one that looks like the beginning of a session
  const initialize = (name: string) =>
    JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
      params: { clientInfo: { name, version: "1" } },
    });
  pass(initialize("client-a"), "{}");
  pass(initialize("of-issuer"), '{"jsonrpc":"2.0","id":1,"result":"of-result"}', "authorization");
  await recorder.end();
  const folder = join(state, "taps");
  const [text = "", ...others] = readdirSync(folder).map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  expect(others).toEqual([]);
  expect(text).toContain("client-a");
  expect(text).not.toMatch(/alice|of-sign-in|of-answer|of-issuer|of-result/);
  expect(text.match(/"service":"authorization"/g)).toHaveLength(2);
});

test("a replaced address is in each session whose answer has it, once", async () => {
  const state = temporaryFolder();
  vi.stubEnv("MCP_PLAYGROUND_STORE", `${state}/relay.db`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const url = "http://127.0.0.1:1/mcp";
  const facts = { kind: "tap", name: "two", server: { kind: "http", url } } as const;
  const recorder = createHttpRecorder(facts, Date.now(), { take() {}, leave() {} });
  const at = Date.now();
  const take = (exchange: number, fact: Fact) =>
    recorder.take({ kind: "fact", at, exchange, bytes: new Uint8Array(0) }, fact);
  const begin = (exchange: number, name: string) => {
    take(exchange, { kind: "http-request", method: "POST", url, headers: [] });
    const params = { clientInfo: { name, version: "1" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    recorder.take({ kind: "request", at, exchange, bytes: Buffer.from(body) }, undefined);
    take(exchange, { kind: "request-end" });
  };
  const change = { path: "/mcp", member: "Location", from: "http://a/", to: "http://b/" };
  const rewrite = (exchange: number, more: object = {}) =>
    take(exchange, { kind: "rewritten", ...change, ...more });
  begin(1, "client-a");
  begin(2, "client-b");
  // the first one is answered after the second one has begun
  rewrite(1, { member: "only-a" });
  rewrite(1);
  rewrite(2);
  rewrite(2, { path: "/another", from: "http://a/another", to: "http://b/another" });
  await recorder.end();
  const folder = join(state, "taps");
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const rewrittenIn = (client: string) =>
    texts.find((text) => text.includes(client))?.match(/(?<="member":")[\w-]+/g);
  expect(rewrittenIn("client-a")).toEqual(["only-a", "Location"]);
  expect(rewrittenIn("client-b")).toEqual(["Location"]);
});
