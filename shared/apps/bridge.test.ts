import { expect, test } from "vitest";
import type { JsonObject } from "../core/json/jsonObject.ts";
import { createManualClock } from "../core/manualClock.fixture.ts";
import type { AppRequest } from "./appRequests.ts";
import { createAppBridge } from "./bridge.ts";
import type { AppAnswer, AppBridgeOptions, AppEvent } from "./bridgeTypes.ts";
import { appPolicy } from "./policy.ts";

const tools: Readonly<Record<string, unknown>> = {
  refresh: { name: "refresh", _meta: { ui: { visibility: ["app"] } } },
  secret: { name: "secret", _meta: { ui: { visibility: ["model"] } } },
};

function setUp(
  answer: (request: AppRequest, signal: AbortSignal) => Promise<AppAnswer> = async () => ({
    resultText: "{}",
  }),
  options: Partial<AppBridgeOptions> = {},
) {
  const clock = createManualClock();
  const sent: JsonObject[] = [];
  const recorded: [string, string][] = [];
  const events: AppEvent[] = [];
  const asked: AppRequest[] = [];
  const bridge = createAppBridge({
    clock,
    post: (text) => sent.push(JSON.parse(text)),
    record: (direction, text) => recorded.push([direction, text]),
    hostInfo: { name: "host", version: "1" },
    hostCapabilities: { serverTools: {} },
    hostContext: {
      theme: "light",
      displayMode: "inline",
      availableDisplayModes: ["inline", "fullscreen"],
    },
    toolOf: (name) => tools[name],
    answer: (request, signal) => {
      asked.push(request);
      return answer(request, signal);
    },
    onEvent: (event) => events.push(event),
    ...options,
  });
  const receive = (message: unknown) => bridge.receive(JSON.stringify(message));
  const request = (id: unknown, method: string, params: unknown = {}) =>
    receive({ jsonrpc: "2.0", id, method, params });
  const notify = (method: string, params: unknown = {}) =>
    receive({ jsonrpc: "2.0", method, params });
  const initialize = (appCapabilities = {}) => {
    request(0, "ui/initialize", {
      appInfo: { name: "app", version: "2" },
      appCapabilities,
      protocolVersion: "2026-01-26",
    });
    notify("ui/notifications/initialized");
  };
  return {
    bridge,
    clock,
    sent,
    recorded,
    events,
    asked,
    receive,
    request,
    notify,
    initialize,
    answers: () => sent.filter(({ id, method }) => id !== undefined && method === undefined),
    methods: () => sent.flatMap(({ method }) => method ?? []),
    findings: () => events.flatMap((event) => (event.kind === "finding" ? event.finding.code : [])),
    kinds: () => events.map(({ kind }) => kind),
  };
}

/** Lets the answers of `answer` arrive. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test("the document is sent once the sandbox page is ready, the call once the app is initialized", () => {
  const { bridge, notify, initialize, methods, sent, kinds, findings } = setUp();
  bridge.sendPartialInput('{"a":1}');
  bridge.sendInput('{"a":1.0}');
  bridge.sendPartialInput("{}");
  bridge.sendInput("{}");
  bridge.sendResult('{"content":[]}');
  const policy = appPolicy({ connectDomains: ["https://a.example"] }, "specification");
  bridge.load({ html: "<p>", permissions: ["camera", "clipboard-write"], policy });
  expect(sent).toEqual([]);
  notify("ui/notifications/sandbox-proxy-ready");
  expect(sent[0]).toMatchObject({
    method: "ui/notifications/sandbox-resource-ready",
    params: {
      html: "<p>",
      csp: { connectDomains: ["https://a.example"] },
      permissions: { camera: {}, clipboardWrite: {} },
    },
  });
  initialize();
  expect(methods()).toEqual([
    "ui/notifications/sandbox-resource-ready",
    "ui/notifications/tool-input-partial",
    "ui/notifications/tool-input",
    "ui/notifications/tool-result",
  ]);
  expect(kinds()).toEqual([
    "sandbox-ready",
    "initialize",
    "initialized",
    "input-sent",
    "result-sent",
  ]);
  expect(findings()).toEqual([]);
});

test("ui/initialize is answered with the host, and a second one starts anew", () => {
  const { bridge, initialize, answers, methods, findings } = setUp();
  const csp = { connectDomains: ["https://api.example.com"] };
  const policy = appPolicy(csp, "specification");
  bridge.load({ html: "", permissions: ["clipboard-write"], policy });
  bridge.sendInput("{}");
  initialize();
  expect(answers()[0]?.result).toEqual({
    protocolVersion: "2026-01-26",
    hostInfo: { name: "host", version: "1" },
    hostCapabilities: {
      serverTools: {},
      sandbox: { csp, permissions: { clipboardWrite: {} } },
    },
    hostContext: {
      theme: "light",
      displayMode: "inline",
      availableDisplayModes: ["inline", "fullscreen"],
    },
  });
  initialize();
  expect(methods()).toEqual(["ui/notifications/tool-input", "ui/notifications/tool-input"]);
  expect(findings()).toEqual(["app-initialized-twice"]);
});

test("an app that does not initialize within 5 seconds is reported", () => {
  const { bridge, clock, findings } = setUp();
  // the sandbox page need not have loaded
  bridge.load({ html: "", permissions: [], policy: appPolicy(undefined, "specification") });
  clock.advance(4999);
  expect(findings()).toEqual([]);
  clock.advance(1);
  expect(findings()).toEqual(["app-initialized-late"]);
});

test("nothing but ping is answered before ui/initialize", () => {
  const { request, notify, answers, findings, asked } = setUp();
  request(1, "ping");
  request(2, "tools/call", { name: "refresh" });
  notify("ui/notifications/size-changed", { height: 10 });
  notify("ui/notifications/initialized");
  expect(answers()).toMatchObject([
    { id: 1, result: {} },
    { id: 2, error: { code: -32600 } },
  ]);
  expect(findings()).toEqual(Array(3).fill("app-message-before-initialize"));
  expect(asked).toEqual([]);
});

test("calls of tools go to the server with their own text; what the visibility forbids does not", async () => {
  const { bridge, initialize, request, asked, answers, findings } = setUp(async () => ({
    resultText: '{"content":[]}',
  }));
  initialize();
  bridge.receive(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"refresh","arguments":{"n":1.50}}}',
  );
  request("2", "tools/call", { name: "secret" });
  request(3, "tools/call", { name: "of-another-server" });
  await settled();
  expect(asked).toEqual([
    {
      method: "tools/call",
      name: "refresh",
      paramsText: '{"name":"refresh","arguments":{"n":1.50}}',
    },
  ]);
  expect(answers().slice(1)).toMatchObject([
    { id: "2", error: { code: -32602 } },
    { id: 3, error: { code: -32602 } },
    { id: 1, result: { content: [] } },
  ]);
  expect(findings()).toEqual(["app-tool-refused", "app-tool-refused"]);
});

test.each([
  [
    "ui/message",
    { role: "user", content: { type: "text", text: "a" } },
    { content: [{ type: "text", text: "a" }] },
  ],
  ["ui/message", { role: "user", content: [] }, { content: [] }],
  ["ui/message", { role: "assistant", content: [] }, undefined],
  ["ui/update-model-context", { structuredContent: { a: 1 } }, { structuredContent: { a: 1 } }],
  ["ui/update-model-context", { content: "a" }, undefined],
  ["ui/open-link", { url: "https://a.example" }, { url: "https://a.example/" }],
  ["ui/open-link", { url: "mailto:a@a.example" }, { url: "mailto:a@a.example" }],
  ["ui/open-link", { url: "javascript:alert(1)" }, undefined],
  ["ui/open-link", { url: "file:///etc/passwd" }, undefined],
  ["ui/open-link", { url: "/relative" }, undefined],
  ["ui/open-link", {}, undefined],
  [
    "ui/download-file",
    {
      contents: [
        {
          type: "resource",
          resource: { uri: "file:///../../x", mimeType: "text/plain", text: "a" },
        },
      ],
    },
    { files: [{ name: "x.txt", mimeType: "text/plain", bytes: new Uint8Array([97]) }] },
  ],
  [
    "ui/download-file",
    {
      contents: [
        { type: "resource_link", name: "..\\..\\a.exe\u202Etxt", uri: "https://a.example/b" },
      ],
    },
    {
      files: [
        { name: "a.exe-txt.bin", mimeType: "application/octet-stream", url: "https://a.example/b" },
      ],
    },
  ],
  [
    "ui/download-file",
    { contents: [{ type: "resource_link", name: "a", uri: "javascript:1" }] },
    undefined,
  ],
  [
    "ui/download-file",
    { contents: [{ type: "resource", resource: { uri: "a", blob: "§" } }] },
    undefined,
  ],
  ["ui/download-file", { contents: Array(21).fill({}) }, undefined],
  ["ui/download-file", {}, undefined],
  ["ui/request-display-mode", { mode: "fullscreen" }, { mode: "fullscreen" }],
  ["ui/request-display-mode", { mode: "wallpaper" }, undefined],
  ["resources/read", { uri: "ui://a" }, { paramsText: '{"uri":"ui://a"}' }],
  ["ui/unheard-of", {}, undefined],
  ["resources/subscribe", {}, undefined],
])("%s %j reaches the page as %j", async (method, params, expected) => {
  const { initialize, request, asked, answers, findings } = setUp();
  initialize();
  request(1, method, params);
  await settled();
  expect(asked).toEqual(expected ? [expect.objectContaining({ method, ...expected })] : []);
  expect(answers()).toHaveLength(2);
  expect("error" in (answers()[1] ?? {})).toBe(expected === undefined);
  expect(findings()).toHaveLength(expected ? 0 : 1);
});

test.each([
  ["name", "tools/call", '{"name":"wipe","name":"refresh"}'],
  ["name", "tools/call", '{"na\\u006de":"wipe","name":"refresh"}'],
  ["all", "tools/call", '{"name":"refresh","arguments":{"list":[{"all":true,"all":false}]}}'],
  ["uri", "resources/read", '{"uri":"file:///etc/passwd","uri":"ui://own/app"}'],
])(
  "a member %j that is there twice is refused: servers may take the first (%s %s)",
  async (name, method, params) => {
    const { bridge, initialize, asked, answers, events } = setUp();
    initialize();
    bridge.receive(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
    await settled();
    expect(asked).toEqual([]);
    const reason = `the name ${JSON.stringify(name)} is there twice in an object`;
    expect(answers().at(-1)).toMatchObject({
      id: 1,
      error: { code: -32602, message: `${method}: ${reason}` },
    });
    expect(events.at(-1)).toMatchObject({
      kind: "finding",
      finding: { code: "app-params-invalid", evidence: { method, reason } },
    });
  },
);

test("a display mode that the app or the host does not declare leaves the current one", async () => {
  const { initialize, request, answers, asked } = setUp();
  initialize({ availableDisplayModes: ["inline", "pip"] });
  request(1, "ui/request-display-mode", { mode: "pip" });
  request(2, "ui/request-display-mode", { mode: "fullscreen" });
  await settled();
  expect(asked).toEqual([]);
  expect(
    answers()
      .slice(1)
      .map(({ result }) => result),
  ).toEqual([{ mode: "inline" }, { mode: "inline" }]);
});

test("only what changed of the context is sent", () => {
  const { bridge, initialize, sent } = setUp();
  const context = { theme: "dark", displayMode: "inline", locale: "de" } as const;
  bridge.setHostContext(context);
  initialize();
  const before = sent.length;
  bridge.setHostContext({ ...context, locale: "fr", availableDisplayModes: ["inline"] });
  bridge.setHostContext({ ...context, locale: "fr", availableDisplayModes: ["inline"] });
  expect(sent.slice(before)).toEqual([
    {
      jsonrpc: "2.0",
      method: "ui/notifications/host-context-changed",
      params: { locale: "fr", availableDisplayModes: ["inline"] },
    },
  ]);
});

test("tools of the app are listed and called; answers with other ids are refused", async () => {
  const { bridge, initialize, receive, sent, findings, clock } = setUp();
  expect(await bridge.listTools()).toMatchObject({ error: { code: -32601 } });
  initialize();
  const listing = bridge.listTools();
  const calling = bridge.callTool("move", '{"x":1.0}');
  const late = bridge.callTool("late", "{}");
  expect(sent.slice(-3)).toMatchObject([
    { id: 1, method: "tools/list" },
    { id: 2, method: "tools/call", params: { name: "move", arguments: { x: 1 } } },
    { id: 3 },
  ]);
  receive({ jsonrpc: "2.0", id: 99, result: {} });
  receive({ jsonrpc: "2.0", id: 1, result: { tools: [] } });
  receive({ jsonrpc: "2.0", id: 1, result: { tools: [1] } });
  receive({ jsonrpc: "2.0", id: 2, error: { code: -1, message: "no" } });
  const wrong = bridge.callTool("wrong", "{}");
  receive({ jsonrpc: "2.0", id: 4, error: { code: {}, message: { a: 1 } } });
  expect(await wrong).toEqual({ error: { code: -32000, message: "The app gave no reason" } });
  clock.advance(30_000);
  expect(await listing).toEqual({ resultText: '{"tools":[]}' });
  expect(await calling).toEqual({ error: { code: -1, message: "no" } });
  expect(await late).toMatchObject({ error: { code: -32000 } });
  expect(findings()).toEqual(["app-response-unknown-id", "app-response-unknown-id"]);
});

test("teardown waits for the answer, at most 2 seconds, and later messages are ignored", async () => {
  const answered = setUp();
  answered.initialize();
  const closing = answered.bridge.teardown("closed");
  answered.receive({ jsonrpc: "2.0", id: 1, result: {} });
  expect(await closing).toBe("answered");
  const before = answered.recorded.length;
  answered.request(5, "ping");
  expect(answered.recorded).toHaveLength(before);

  const silent = setUp();
  silent.initialize();
  const waiting = silent.bridge.teardown("closed");
  silent.clock.advance(2000);
  expect(await waiting).toBe("timeout");
  expect(silent.findings()).toEqual(["app-teardown-unanswered"]);
  expect(await setUp().bridge.teardown("closed")).toBe("not-initialized");
});

test("requests that are cancelled, or pending at the end, are aborted and not answered", async () => {
  const signals: AbortSignal[] = [];
  const { bridge, initialize, request, notify, answers } = setUp(
    (_, signal) =>
      new Promise((resolve) => {
        signals.push(signal);
        signal.addEventListener("abort", () => resolve({ resultText: "{}" }));
      }),
  );
  initialize();
  request(1, "ui/message", { role: "user", content: [] });
  request(2, "ui/message", { role: "user", content: [] });
  notify("notifications/cancelled", { requestId: 1 });
  bridge.close();
  await settled();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(answers()).toHaveLength(1);
});

test("a failing page gives an internal error", async () => {
  const { initialize, request, answers } = setUp(() => Promise.reject(new Error("secret detail")));
  initialize();
  request(1, "resources/read", { uri: "ui://a" });
  await settled();
  expect(answers()[1]).toMatchObject({
    error: { code: -32603, message: "The host could not answer" },
  });
});

test("what is no message is recorded, answered where it has an id, and reported", () => {
  const { bridge, receive, recorded, answers, findings } = setUp();
  bridge.receive("{");
  bridge.receive({ jsonrpc: "2.0", id: 1, method: "ping" });
  receive([{ jsonrpc: "2.0", id: 1, method: "ping" }]);
  receive({ jsonrpc: "1.0", id: 4, method: "ping" });
  receive({ jsonrpc: "2.0", id: null, method: "ping" });
  expect(recorded.filter(([direction]) => direction === "in")).toHaveLength(4);
  expect(findings()).toEqual(Array(5).fill("app-message-invalid"));
  expect(answers()).toMatchObject([{ id: 4, error: { code: -32600 } }]);
});

test("messages of the sandbox that an app forges have no effect", () => {
  const { notify, findings, kinds, initialize } = setUp();
  notify("ui/notifications/sandbox-proxy-ready");
  notify("ui/notifications/sandbox-proxy-ready");
  notify("ui/notifications/sandbox-resource-ready", { html: "<p>" });
  notify("ui/notifications/sandbox-report", { kind: "unheard-of" });
  initialize();
  expect(kinds().filter((kind) => kind === "sandbox-ready")).toHaveLength(1);
  expect(findings()).toEqual(Array(3).fill("app-message-of-sandbox"));
});

test("reports of the sandbox become events; one that the document changed ends the conversation", () => {
  const { notify, kinds, findings, recorded, request, sent } = setUp();
  const report = (params: object) => notify("ui/notifications/sandbox-report", params);
  report({ kind: "document-loaded" });
  report({ kind: "blocked", url: "https://a.example/x", directive: "script-src-elem", line: 3 });
  report({ kind: "feature-blocked", feature: "camera" });
  report({ kind: "console", level: "error", text: "a".repeat(5000) });
  report({ kind: "navigated" });
  request(1, "ping");
  expect(kinds()).toEqual([
    "document-loaded",
    "finding",
    "blocked",
    "finding",
    "console",
    "navigated",
  ]);
  expect(findings()).toEqual(["app-blocked", "app-permission-undeclared"]);
  expect(recorded).toEqual([]);
  expect(sent).toEqual([]);
});

test("a flood is dropped beyond a limit, and counted; so are messages without end", () => {
  const { bridge, clock, initialize, notify, recorded, findings, events, request, answers } =
    setUp();
  initialize();
  const before = recorded.length;
  for (let index = 0; index < 10_000; index++) notify("notifications/message", { data: index });
  expect(recorded.length - before).toBe(998);
  clock.advance(1000);
  expect(events.at(-1)).toMatchObject({
    finding: { code: "app-messages-dropped", evidence: { count: 9002, limit: 1000 } },
  });
  request(7, "ping");
  expect(answers().at(-1)).toMatchObject({ id: 7 });
  bridge.receive("a".repeat(1e8));
  expect(findings()).toEqual(["app-messages-dropped", "app-message-too-large"]);
});

test("requests beyond a number are refused at once, ids in use too", async () => {
  const { initialize, request, answers, findings } = setUp(() => new Promise(() => {}));
  initialize();
  for (let id = 1; id <= 51; id++) request(id, "ui/message", { role: "user", content: [] });
  request(1, "ping");
  expect(answers().slice(1)).toMatchObject([
    { id: 51, error: { code: -32000 } },
    { id: 1, error: { code: -32600 } },
  ]);
  expect(findings()).toEqual(["app-messages-dropped", "app-request-id-reused"]);
});

test("an app that keeps growing changes its size at most 20 times in two seconds", () => {
  const { initialize, notify, clock, events, findings } = setUp();
  initialize();
  const sizes = () => events.filter(({ kind }) => kind === "size").length;
  for (let height = 0; height < 50; height++) notify("ui/notifications/size-changed", { height });
  expect(sizes()).toBe(20);
  expect(findings()).toEqual(["app-size-loop"]);
  clock.advance(2000);
  notify("ui/notifications/size-changed", { height: 5, width: -1 });
  expect(events.at(-1)).toEqual({ kind: "size", height: 5 });
});

test("an elicitation is passed on unchanged to an app that declares that it answers them", async () => {
  const { bridge, initialize, sent, receive } = setUp();
  const paramsText = '{"message":"Which?","_meta":{"n":1.0}}';
  expect(await bridge.elicit(paramsText)).toHaveProperty("error");
  initialize({ elicitation: {} });
  const answered = bridge.elicit(paramsText);
  const { id, method, params } = sent.at(-1) ?? {};
  expect([method, params]).toEqual(["elicitation/create", JSON.parse(paramsText)]);
  receive({ jsonrpc: "2.0", id, result: { action: "accept", content: { a: 1 } } });
  expect(await answered).toEqual({ resultText: '{"action":"accept","content":{"a":1}}' });
});

test("an app that does not declare it gets no elicitation", async () => {
  const { bridge, initialize, methods } = setUp();
  initialize();
  expect(await bridge.elicit("{}")).toHaveProperty("error");
  expect(methods()).not.toContain("elicitation/create");
});
