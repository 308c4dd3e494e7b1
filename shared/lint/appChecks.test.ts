import { expect, test } from "vitest";
import type { MessageEntry } from "../log/entry.ts";
import { findingText } from "../messages/findingText.ts";
import { classify } from "../protocol/jsonRpc.ts";
import { createAppChecks } from "./appChecks.ts";
import type { FlowResult } from "./messageFlow.ts";

const mimeType = "text/html;profile=mcp-app";
const uri = "ui://a/chart";
const tool = { name: "chart", _meta: { ui: { resourceUri: uri } } };

/** A connection whose requests are answered one after the other. */
function connect(declares = true) {
  const checks = createAppChecks();
  const entries: MessageEntry[] = [];
  const add = (direction: "in" | "out", message: object, request?: MessageEntry) => {
    const entry = {
      kind: "message",
      connectionId: "c",
      direction,
      seq: entries.length,
      heads: [classify(message)],
    } as unknown as MessageEntry;
    entries.push(entry);
    const [head] = request?.heads ?? [];
    const answers = head?.kind === "request" ? [{ method: head.method, seq: request?.seq }] : [];
    const result = { answers } as unknown as FlowResult;
    const found = checks.check(entry, JSON.stringify(message), result, (seq) => entries[seq]);
    return { entry, found };
  };
  const capabilities = declares
    ? { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [mimeType] } } }
    : {};
  add("out", { jsonrpc: "2.0", id: 0, method: "initialize", params: { capabilities } });
  return (method: string, params: object, answer: object) => {
    const id = entries.length;
    const { entry } = add("out", { jsonrpc: "2.0", id, method, params });
    return add("in", { jsonrpc: "2.0", id, ...answer }, entry).found.map((finding) => ({
      ...finding,
      text: findingText(finding),
    }));
  };
}

test("a server whose apps are right has no findings", () => {
  const ask = connect();
  const content = { uri, mimeType, text: "<!doctype html><p>" };
  expect(ask("tools/list", {}, { result: { tools: [tool] } })).toEqual([]);
  expect(ask("resources/list", {}, { result: { resources: [{ uri, mimeType }] } })).toEqual([]);
  expect(ask("resources/read", { uri }, { result: { contents: [content] } })).toEqual([]);
  const result = { content: [{ type: "text", text: "A chart" }] };
  expect(ask("tools/call", { name: "chart" }, { result })).toEqual([]);
});

test("tools, documents and results are checked", () => {
  const ask = connect(false);
  const old = { name: "old", _meta: { "ui/resourceUri": uri } };
  expect(ask("tools/list", {}, { result: { tools: [tool, old] } })).toMatchObject([
    { code: "app-undeclared-extension", pointer: "/result/tools/0", seq: 2 },
    { code: "app-tool-metadata-deprecated", pointer: "/result/tools/1/_meta/ui~1resourceUri" },
    { code: "app-undeclared-extension" },
  ]);
  const listed = { uri, _meta: { ui: { prefersBorder: true } } };
  ask("resources/list", {}, { result: { resources: [listed] } });
  const csp = { connectDomains: ["*"] };
  const content = { uri, mimeType, text: "<p>", _meta: { ui: { csp } } };
  expect(ask("resources/read", { uri }, { result: { contents: [content] } })).toMatchObject([
    {
      code: "app-metadata-differs",
      text: "The metadata of ui://a/chart differs between resources/list and resources/read: prefersBorder, csp. The one of resources/read counts.",
    },
    { code: "app-domain-invalid", pointer: "/result/contents/0/_meta/ui/csp/connectDomains/0" },
  ]);
  const error = { code: -32002, message: "Not found" };
  expect(ask("resources/read", { uri }, { error })).toMatchObject([
    {
      code: "app-resource-refused",
      severity: "violation",
      text: "The document ui://a/chart could not be read: Not found (-32002). A tool must name a resource that exists.",
    },
  ]);
  expect(ask("resources/read", { uri: "file:///a" }, { error })).toEqual([]);
  expect(ask("tools/call", { name: "chart" }, { result: { content: [] } })).toMatchObject([
    { code: "app-tool-without-text", pointer: "/result/content" },
  ]);
  expect(ask("tools/call", { name: "other" }, { result: { content: [] } })).toEqual([]);
  const embedded = { type: "resource", resource: { uri, mimeType: "text/html", text: "<p>" } };
  expect(ask("tools/call", { name: "other" }, { result: { content: [embedded] } })).toMatchObject([
    {
      code: "app-in-result",
      pointer: "/result/content/0/resource",
      text: expect.stringContaining("_meta.ui.resourceUri"),
    },
  ]);
});

test.each([null, 7, [], { tools: 1 }, { tools: [null, { _meta: 1 }] }])(
  "a list that is %j is no problem of apps",
  (result) => {
    expect(connect()("tools/list", {}, { result })).toEqual([]);
  },
);
