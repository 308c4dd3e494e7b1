import { expect, test } from "vitest";
import { encodeText } from "../../../../shared/core/bytes.ts";
import type { Direction, EntryDraft, HttpResponseHead } from "../../../../shared/log/entry.ts";
import { createEventLog } from "../../../../shared/log/eventLog.ts";
import { decodeMessages } from "../../../../shared/transport/decodeMessages.ts";
import { createLogIndex } from "./logIndex.ts";
import { divides, rowOf } from "./rows.ts";

const url = "http://127.0.0.1:3001/mcp";
const head = (status: number, statusText = ""): HttpResponseHead => ({
  status,
  statusText,
  url,
  redirected: false,
  headers: [],
});

function createScene() {
  let now = 0;
  const log = createEventLog({ now: () => now });
  const index = createLogIndex();
  const append = (
    draft: Pick<EntryDraft, "kind"> & Record<string, unknown>,
    body: string | undefined = undefined,
  ) => {
    now += 10;
    const entry = log.append(
      { connectionId: "c", exchangeId: undefined, direction: "in", ...draft } as EntryDraft,
      body === undefined ? undefined : encodeText(body),
    );
    index.update(log.snapshot());
    return entry;
  };
  const message = (direction: Direction, text: string, more: Record<string, unknown> = {}) => {
    const { heads, batch } = decodeMessages(text);
    return append({ kind: "message", carrier: "stdio", direction, heads, batch, ...more }, text);
  };
  return { append, message, row: (entry: ReturnType<typeof append>) => rowOf(entry, index), index };
}

test("a request's row shows its method and subject; the request is open until it is answered", () => {
  const { message, row, index } = createScene();
  const request = message(
    "out",
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo"}}',
  );
  expect(row(request)).toMatchObject({
    kinds: ["request"],
    method: "tools/call",
    subject: "echo",
    summary: "",
    ids: ["3"],
    ms: undefined,
  });
  expect(index.isOpen(request)).toBe(true);
  const answer = message("in", '{"jsonrpc":"2.0","id":3,"result":{}}');
  expect(index.isOpen(request)).toBe(false);
  expect(row(answer)).toMatchObject({
    kinds: ["result"],
    method: "tools/call",
    subject: "echo",
    summary: "",
    state: { kind: "ok" },
    tone: "quiet",
    ms: 10,
  });
});

test("a server may lack the list of templates, which is no failure", () => {
  const { message, row } = createScene();
  const answerTo = (method: string, id: number) => {
    message("out", `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`);
    const error = '{"code":-32601,"message":"Method not found"}';
    return row(message("in", `{"jsonrpc":"2.0","id":${id},"error":${error}}`));
  };
  expect(answerTo("resources/templates/list", 1)).toMatchObject({
    summary: "Method not found",
    tone: "quiet",
    state: { kind: "note", words: "not offered" },
  });
  expect(answerTo("resources/list", 2)).toMatchObject({
    tone: "violation",
    state: { kind: "failed", words: "-32601" },
  });
});

test("a request to a model's provider shows the model", () => {
  const { append, row } = createScene();
  const http = { method: "POST", url: "https://api.example.com/v1/chat/completions", headers: [] };
  const more = { kind: "http-request", direction: "out", service: "model", http } as const;
  expect(row(append({ ...more, model: "gpt-5" }))).toMatchObject({
    method: "POST",
    subject: "gpt-5",
    name: "gpt-5",
    state: { words: "model" },
  });
  expect(row(append(more))).toMatchObject({ summary: "" });
});

test("a notification's row shows its method and no duration", () => {
  const { message, row } = createScene();
  const notification = message(
    "in",
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}',
  );
  expect(row(notification)).toMatchObject({
    kinds: ["notification"],
    method: "notifications/progress",
    summary: "",
    ms: undefined,
  });
});

const answers: readonly (readonly [method: string, rest: string, summary: string, tone: string])[] =
  [
    ["tools/list", '"result":{"tools":[]}', "0 tools", "plain"],
    ["tools/list", '"result":{"tools":[{}]}', "1 tool", "plain"],
    ["resources/templates/list", '"result":{"resourceTemplates":[{},{}]}', "2 templates", "plain"],
    ["their/list", '"result":{"tasks":[{},{}]}', "2 items", "plain"],
    ["tools/call", '"result":{"isError":true}', "", "violation"],
    [
      "tools/call",
      '"result":{"isError":true,"content":[{"type":"image"},{"type":"text","text":"no such file\\nat x"}]}',
      "no such file…",
      "violation",
    ],
    ["tools/call", '"result":{"content":[{"type":"text","text":"8 files"}]}', "8 files", "quiet"],
    ["tools/call", '"result":{"content":"8 files"}', "", "quiet"],
    ["tools/call", '"error":{"code":-32602,"message":"a is missing"}', "a is missing", "violation"],
    [
      "tools/call",
      '"error":{"code":-32601,"message":"Method not found: x"}',
      "Method not found: x",
      "violation",
    ],
    ["tools/call", '"error":{"message":"\\u202eno"}', "\\u{202e}no", "violation"],
    ["tools/call", '"error":{"code":-32602}', "Invalid params", "violation"],
    ["tools/call", '"error":{"code":7}', "error", "violation"],
    ["tools/call", '"error":{}', "error", "violation"],
  ];

test.each(answers)("%s answered with %s is summarized as %j", (method, rest, summary, tone) => {
  const { message, row } = createScene();
  message("out", `{"jsonrpc":"2.0","id":1,"method":"${method}"}`);
  expect(row(message("in", `{"jsonrpc":"2.0","id":1,${rest}}`))).toMatchObject({
    method,
    summary,
    tone,
  });
});

const notices: readonly (readonly [
  method: string,
  params: string,
  subject: string,
  summary: string,
])[] = [
  ["notifications/progress", '{"progressToken":1,"progress":3,"total":10}', "", "3/10"],
  [
    "notifications/progress",
    '{"progressToken":1,"progress":0.5,"message":"Reading"}',
    "",
    "0.5: Reading",
  ],
  ["notifications/resources/updated", '{"uri":"file:///a"}', "file:///a", "changed"],
  ["notifications/cancelled", '{"requestId":7,"reason":"late"}', "", "request 7"],
];

test.each(notices)(
  "%s with %s has subject %j and summary %j",
  (method, params, subject, summary) => {
    const { message, row } = createScene();
    const notice = message("in", `{"jsonrpc":"2.0","method":"${method}","params":${params}}`);
    expect(row(notice)).toMatchObject({ method, subject, summary });
  },
);

test("the row of a message with secrets in its body shows none of its text", () => {
  const { message, row } = createScene();
  const secrets = [{ part: "body", start: 0, end: 1, kind: "marked" }];
  const result = '"result":{"isError":true,"content":[{"type":"text","text":"sk-1"}]}';
  expect(row(message("in", `{"jsonrpc":"2.0","id":1,${result}}`, { secrets }))?.summary).toBe("");
  const log = '"method":"notifications/message","params":{"level":"info","data":"sk-1"}';
  expect(row(message("in", `{"jsonrpc":"2.0",${log}}`, { secrets }))).toMatchObject({
    summary: "",
    logs: [],
  });
  expect(row(message("in", "not JSON: sesame", { secrets }))?.summary).toBe("not JSON");
});

test("an answer without a known request shows its id", () => {
  const { message, row } = createScene();
  const answer = message("in", '{"jsonrpc":"2.0","id":"x","result":{"tools":[{}]}}');
  expect(row(answer)).toMatchObject({ method: "id x", summary: "1 item", ms: undefined });
});

test("no request is open once its exchange or its connection is over", () => {
  const { append, message, index } = createScene();
  const ask = (id: number, exchangeId?: string) =>
    message("out", `{"jsonrpc":"2.0","id":${id},"method":"ping"}`, { exchangeId });
  const overHttp = ask(1, "e");
  const overPipe = ask(2);
  append({ kind: "http-end", direction: "none", exchangeId: "e", outcome: "complete" });
  expect([overHttp, overPipe].map((entry) => index.isOpen(entry))).toEqual([false, true]);
  append({ kind: "connection", direction: "none", phase: "closed", label: "x" });
  expect(index.isOpen(overPipe)).toBe(false);
  expect(index.isOpen(message("in", '{"jsonrpc":"2.0","method":"a"}'))).toBe(false);
});

test("no request of an earlier page is open after a reload, of any connection", () => {
  const { append, message, index } = createScene();
  const connect = { kind: "connection", direction: "none", label: "x" } as const;
  const request = (connectionId: string) => {
    append({ ...connect, connectionId, phase: "connecting" });
    return message("out", '{"jsonrpc":"2.0","id":1,"method":"ping"}', { connectionId });
  };
  const [one, two] = [request("one"), request("two")];
  append({ ...connect, connectionId: "two", phase: "restored", label: "2" });
  const later = request("later");
  expect([one, two, later].map((entry) => index.isOpen(entry))).toEqual([false, false, true]);
});

test("frames without a message are listed with their exchange", () => {
  const { append, index } = createScene();
  const comment = {
    kind: "frame",
    carrier: "sse",
    holds: "stream-metadata",
    exchangeId: "e",
  } as const;
  const first = append(comment, ": one\n\n");
  const second = append(comment, ": two\n\n");
  expect(index.exchange(first)?.nonMessageFrames).toEqual([first, second]);
});

test("a batch shows the number of its messages, of errors and of invalid ones", () => {
  const { message, row } = createScene();
  const batch = message(
    "in",
    '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"error":{"code":1}},{}]',
  );
  expect(row(batch)).toMatchObject({
    kinds: ["notification", "notification", "error", "invalid"],
    method: "a",
    summary: "batch of 4, 1 error, 1 invalid",
    tone: "violation",
  });
});

test("a batch shows the methods of the requests that its answers belong to", () => {
  const { message, row } = createScene();
  message("out", '{"jsonrpc":"2.0","id":1,"method":"ping"}');
  const batch = message(
    "in",
    '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"b"}]',
  );
  expect(row(batch)).toMatchObject({ method: "ping, b", summary: "batch of 2", ms: 10 });
});

test("an invalid message shows what is wrong with it", () => {
  const { message, row } = createScene();
  expect(row(message("in", "Listening on port 80"))).toMatchObject({
    kinds: ["invalid"],
    method: "",
    summary: "not JSON “Listening on port 80”",
    tone: "violation",
  });
  expect(row(message("in", '{"id":1,"result":{}}'))?.summary).toBe("not JSON-RPC 2.0");
});

test("an HTTP error status, body and failure have rows with the method of their request", () => {
  const { append, message, row } = createScene();
  const http = { method: "POST", url, headers: [] };
  message("out", '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', {
    carrier: "http",
    exchangeId: "e",
    http,
  });
  const of = { exchangeId: "e", carrier: "http" };
  const status = append({ kind: "http-response", ...of, http: head(500, "Internal Server Error") });
  const body = append({ kind: "frame", ...of, holds: "body" }, "<h1>Oh</h1>");
  const end = append({
    kind: "http-end",
    direction: "none",
    ...of,
    outcome: "failed",
    reason: "cut",
  });
  expect([status, body, end].map((entry) => row(entry))).toMatchObject([
    {
      kinds: ["http"],
      method: "tools/call",
      status: 500,
      summary: "HTTP 500 Internal Server Error",
      tone: "violation",
    },
    { kinds: ["frame"], method: "tools/call", status: 500, summary: "body without a message" },
    {
      kinds: ["http"],
      method: "tools/call",
      status: 500,
      summary: "cut",
      tone: "violation",
    },
  ]);
});

test("a request that was cancelled before it was sent has a row that says so", () => {
  const { append, row } = createScene();
  const end = { kind: "http-end", direction: "none", exchangeId: "e" } as const;
  expect(row(append({ ...end, outcome: "never-sent" }))).toMatchObject({
    summary: "cancelled before it was sent",
    tone: "quiet",
  });
});

test("a message received over HTTP shows the status of its response", () => {
  const { append, message, row } = createScene();
  append({
    kind: "http-request",
    direction: "out",
    exchangeId: "e",
    http: { method: "GET", url, headers: [] },
  });
  append({ kind: "http-response", exchangeId: "e", http: head(200) });
  const notification = message("in", '{"jsonrpc":"2.0","method":"a"}', {
    carrier: "sse",
    exchangeId: "e",
  });
  expect(row(notification)?.status).toBe(200);
  expect(row(message("in", "{", { carrier: "sse", exchangeId: "e" }))).toMatchObject({
    method: "GET",
  });
});

test("405 is not shown as an error for GET and DELETE", () => {
  const { append, row } = createScene();
  const answered = (method: string) => {
    append({
      kind: "http-request",
      direction: "out",
      exchangeId: method,
      http: { method, url, headers: [] },
    });
    return row(
      append({ kind: "http-response", exchangeId: method, http: head(405, "Method Not Allowed") }),
    );
  };
  expect(answered("GET")).toMatchObject({
    tone: "quiet",
    summary: "HTTP 405: does not offer a stream",
  });
  expect(answered("DELETE")).toMatchObject({ tone: "quiet" });
  expect(answered("PUT")).toMatchObject({
    tone: "violation",
    summary: "HTTP 405 Method Not Allowed",
  });
});

test.each([
  ["GET", 404, "HTTP 404: no authorization metadata", "quiet"],
  ["GET", 405, "HTTP 405: no authorization metadata", "quiet"],
  ["GET", 302, "HTTP 302 Words", "plain"],
  ["POST", 202, "HTTP 202 Words", "plain"],
  ["POST", 404, "HTTP 404 Words", "violation"],
])("in an authorization, %s answered with %i", (method, status, summary, tone) => {
  const { append, row } = createScene();
  append({
    kind: "http-request",
    direction: "out",
    exchangeId: "e",
    service: "authorization",
    http: { method, url, headers: [] },
  });
  const answer = append({ kind: "http-response", exchangeId: "e", http: head(status, "Words") });
  expect(row(answer)).toMatchObject({ method, subject: "/mcp", status, summary, tone });
});

const hidden: readonly (Pick<EntryDraft, "kind"> & Record<string, unknown>)[] = [
  { kind: "http-request", http: { method: "GET", url, headers: [] } },
  { kind: "http-response", http: head(202) },
  { kind: "http-end", outcome: "complete" },
  { kind: "http-end", outcome: "aborted" },
  { kind: "frame", carrier: "sse", holds: "stream-metadata" },
  { kind: "stderr" },
];

test.each(hidden)("$kind ($outcome$holds) has no row", (draft) => {
  const { append, row } = createScene();
  expect(row(append(draft))).toBeUndefined();
});

const events: readonly (readonly [Record<string, unknown>, summary: string, tone: string])[] = [
  [{ kind: "connection", phase: "connected", label: "x" }, "Connected to x", "quiet"],
  [{ kind: "connection", phase: "failed", label: "x" }, "Not connected to x", "violation"],
  [
    { kind: "process", event: { kind: "starting", command: ["npx", "a b"] } },
    "Starting npx a b",
    "quiet",
  ],
  [{ kind: "process", event: { kind: "started", pid: 7 } }, "Process 7 started", "quiet"],
  [
    { kind: "process", event: { kind: "exited", code: 0, signal: null } },
    "Process exited with code 0",
    "quiet",
  ],
  [
    { kind: "process", event: { kind: "exited", code: 3, signal: null } },
    "Process exited with code 3",
    "violation",
  ],
  [
    { kind: "process", event: { kind: "exited", code: null, signal: "SIGTERM" } },
    "Process ended by SIGTERM",
    "quiet",
  ],
];

test.each(events)("%j is summarized as %j", (draft, summary, tone) => {
  const { append, row } = createScene();
  const event = row(append({ direction: "none", ...draft } as never));
  expect(event).toMatchObject({ summary, tone });
  expect(event && divides(event)).toBe(true);
});

test("the heading of a connection becomes the row of its handshake", () => {
  const { append, row } = createScene();
  const heading = append({
    kind: "connection",
    direction: "none",
    phase: "connecting",
    label: "x",
  });
  expect(row(heading)).toMatchObject({ summary: "Connecting to x", ms: undefined });
  const ready = append({ kind: "connection", direction: "none", phase: "connected", label: "x" });
  expect(row(ready)).toBeUndefined();
  expect(row(heading)).toMatchObject({ summary: "Connected to x", ms: 10 });
});

test("a log message shows its level, its logger and the beginning of its text", () => {
  const { message, row } = createScene();
  const log = (params: object) =>
    row(message("in", JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params })));
  expect(log({ level: "warning", logger: "db", data: "slow\nquery" })).toMatchObject({
    method: "notifications/message",
    summary: "slow…",
    state: { words: "warning" },
    tone: "warning",
  });
  expect(log({ level: "critical", data: { message: "down" } })).toMatchObject({
    summary: "down",
    state: { words: "critical" },
    tone: "violation",
  });
  expect(log({ data: "\u202etxt" })).toMatchObject({
    summary: expect.stringMatching(/202e.*txt/i),
    state: { words: "no level" },
  });
});
