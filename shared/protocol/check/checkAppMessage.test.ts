import { expect, test } from "vitest";
import { checkAppMessage } from "./checkAppMessage.ts";

const text = { type: "text", text: "a" };
const appInfo = { name: "app", version: "1" };
const request = (method: string, params: unknown) => ({ jsonrpc: "2.0", id: 1, method, params });

test.each([
  request("ui/initialize", { appInfo, appCapabilities: {}, protocolVersion: "2026-01-26" }),
  request("ui/message", { role: "user", content: [text] }),
  request("ui/message", { role: "user", content: text }),
  request("ui/update-model-context", { structuredContent: { a: 1 } }),
  request("ui/open-link", { url: "https://a.example" }),
  request("ui/notifications/tool-input", { arguments: {} }),
  request("ui/notifications/tool-result", { content: [text] }),
  request("ui/notifications/host-context-changed", {
    theme: "dark",
    containerDimensions: { width: 400, maxHeight: 600 },
    toolInfo: { tool: { name: "a", inputSchema: { type: "object" } } },
  }),
  request("ui/notifications/size-changed", { width: 1.5, height: 2 }),
  request("ui/unknown", 7),
  request("tools/call", { name: "a" }),
  { jsonrpc: "2.0", id: 1, result: {} },
  null,
])("%j is valid", (message) => {
  expect(checkAppMessage(message)).toEqual([]);
});

test.each([
  [
    request("ui/initialize", { appInfo, protocolVersion: 1 }),
    ["/params", "/params/protocolVersion"],
  ],
  [request("ui/message", { role: "user", content: [{ type: "text" }] }), ["/params/content/0"]],
  [request("ui/open-link", {}), ["/params"]],
  [request("ui/request-display-mode", { mode: "wide" }), ["/params/mode"]],
  [request("ui/notifications/size-changed", { height: "1" }), ["/params/height"]],
  [request("ui/notifications/tool-result", { content: "a" }), ["/params/content"]],
])("%j is not", (message, pointers) => {
  const findings = checkAppMessage(message);
  expect(findings.map(({ pointer }) => pointer).toSorted()).toEqual(pointers);
  expect(findings[0]).toMatchObject({ severity: "violation" });
  expect(findings[0]?.specUrl).toMatch(/apps\.mdx#|specification\/2025-11-25/);
});

test("results are checked by the method of their request", () => {
  const answer = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result });
  expect(checkAppMessage(answer({ mode: "inline" }), "ui/request-display-mode")).toEqual([]);
  expect(checkAppMessage(answer({}), "ui/request-display-mode")).toMatchObject([
    { code: "missing-member", pointer: "/result" },
  ]);
  expect(checkAppMessage(answer({ tools: [{}] }), "tools/list")).not.toEqual([]);
});
