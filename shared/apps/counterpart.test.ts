import { App, type PostMessageTransport } from "@modelcontextprotocol/ext-apps";
import { expect, test } from "vitest";
import { systemClock } from "../core/clock.ts";
import type { AppRequest } from "./appRequests.ts";
import { createAppBridge } from "./bridge.ts";
import type { AppEvent } from "./bridgeTypes.ts";

type Transport = Pick<PostMessageTransport, "start" | "send" | "close"> & {
  onmessage?: (message: never) => void;
  onclose?: () => void;
};

/** An app of the reference implementation, connected to the bridge as through the sandbox page. */
function open(answer: (request: AppRequest) => string = () => "{}") {
  const asked: AppRequest[] = [];
  const events: AppEvent[] = [];
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => bridge.receive(JSON.stringify(message)),
  };
  const bridge = createAppBridge({
    clock: systemClock,
    post: (text) => queueMicrotask(() => transport.onmessage?.(JSON.parse(text) as never)),
    record() {},
    hostInfo: { name: "host", version: "1" },
    hostCapabilities: {
      openLinks: {},
      downloadFile: {},
      serverTools: {},
      serverResources: {},
      logging: {},
      sampling: {},
      message: { text: {} },
      updateModelContext: { text: {} },
    },
    hostContext: {
      theme: "dark",
      displayMode: "inline",
      availableDisplayModes: ["inline", "fullscreen"],
    },
    toolOf: (name) => (name === "refresh" ? { name } : undefined),
    answer: async (request) => {
      asked.push(request);
      return { resultText: answer(request) };
    },
    onEvent: (event) => events.push(event),
  });
  const app = new App(
    { name: "app", version: "1.2.3" },
    { tools: {}, availableDisplayModes: ["inline", "fullscreen"] },
    { autoResize: false },
  );
  return { app, bridge, transport: transport as never, asked, events };
}

const findings = (events: readonly AppEvent[]) =>
  events.flatMap((event) => (event.kind === "finding" ? [event.finding.code] : []));

test("the reference App connects, and gets its call in order", async () => {
  const { app, bridge, transport, events } = open();
  const got: unknown[] = [];
  app.ontoolinputpartial = (params) => got.push(["partial", params.arguments]);
  app.ontoolinput = (params) => got.push(["input", params.arguments]);
  app.ontoolresult = (params) => got.push(["result", params.content]);
  app.onhostcontextchanged = (params) => got.push(["context", params]);
  bridge.sendPartialInput('{"week":1}');
  bridge.sendInput('{"week":12}');
  bridge.sendResult('{"content":[{"type":"text","text":"done"}]}');
  await app.connect(transport);
  bridge.setHostContext({ theme: "light", displayMode: "inline" });
  await expect.poll(() => got.length).toBe(4);
  expect(got).toEqual([
    ["partial", { week: 1 }],
    ["input", { week: 12 }],
    ["result", [{ type: "text", text: "done" }]],
    ["context", { theme: "light" }],
  ]);
  expect(app.getHostCapabilities()).toMatchObject({ serverTools: {} });
  expect(app.getHostContext()?.theme).toBe("light");
  expect(events).toContainEqual(
    expect.objectContaining({ kind: "initialize", app: { name: "app", version: "1.2.3" } }),
  );
  expect(findings(events)).toEqual([]);
});

test("every request of the reference App is answered", async () => {
  const { app, transport, asked, events } = open(({ method }) => {
    if (method === "tools/call") return '{"content":[]}';
    if (method === "resources/read") return '{"contents":[]}';
    if (method === "ui/request-display-mode") return '{"mode":"fullscreen"}';
    if (method === "sampling/createMessage") {
      return '{"role":"assistant","model":"m","content":{"type":"text","text":"hi"}}';
    }
    return "{}";
  });
  await app.connect(transport);
  expect(await app.callServerTool({ name: "refresh", arguments: {} })).toEqual({ content: [] });
  await expect(app.callServerTool({ name: "other", arguments: {} })).rejects.toThrow(
    "lists no tool other",
  );
  const text = { type: "text", text: "hello" } as const;
  await app.readServerResource({ uri: "ui://a" });
  await app.sendMessage({ role: "user", content: [text] });
  await app.updateModelContext({ content: [text] });
  await app.openLink({ url: "https://example.com/" });
  await expect(app.openLink({ url: "javascript:alert(1)" })).rejects.toThrow("only http");
  await app.downloadFile({
    contents: [{ type: "resource", resource: { uri: "file:///../../a.txt", text: "a" } }],
  });
  expect(await app.requestDisplayMode({ mode: "fullscreen" })).toEqual({ mode: "fullscreen" });
  await app.sendLog({ level: "info", data: "a log" });
  await app.sendSizeChanged({ width: 300, height: 200 });
  expect(asked.map(({ method }) => method)).toEqual([
    "tools/call",
    "resources/read",
    "ui/message",
    "ui/update-model-context",
    "ui/open-link",
    "ui/download-file",
    "ui/request-display-mode",
  ]);
  expect(events).toContainEqual({ kind: "size", width: 300, height: 200 });
  expect(events).toContainEqual({ kind: "log", level: "info", text: "a log" });
  expect(findings(events)).toEqual(["app-tool-refused", "app-params-invalid"]);
});

test("the reference App answers for its own tools and the teardown", async () => {
  const { app, bridge, transport } = open();
  app.onlisttools = async () => ({
    tools: [{ name: "move", inputSchema: { type: "object" } }] as never,
  });
  app.oncalltool = async ({ arguments: args }) => ({
    content: [{ type: "text", text: JSON.stringify(args) }],
  });
  app.onteardown = async () => ({});
  await app.connect(transport);
  await expect.poll(async () => JSON.stringify(await bridge.listTools())).toContain("move");
  const called = await bridge.callTool("move", '{"x":1}');
  expect(JSON.stringify(called)).toContain('{\\\\\\"x\\\\\\":1}');
  expect(await bridge.teardown("closed")).toBe("answered");
});
