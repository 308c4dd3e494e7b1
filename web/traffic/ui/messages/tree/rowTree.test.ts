import { describe, expect, test } from "vitest";
import { decodeMessages } from "../../../../../shared/transport/decodeMessages.ts";
import { endOfExchange, groupRow, itemRow } from "../groupRows.ts";
import { barsOf } from "../row/rowBars.ts";
import { createRowScene } from "../rows.fixture.ts";
import { isGroup, responseIn } from "./rowGroup.ts";

const call = (id: number, name = "echo") => ({ id, method: "tools/call", params: { name } });
const text = (value: string) => ({ content: [{ type: "text", text: value }] });
const poll = (id: number) => ({ id, method: "tasks/get", params: { taskId: "t" } });
const state = (id: number, status: string, statusMessage?: string) => ({
  id,
  result: { taskId: "t", status, ...(statusMessage && { statusMessage }) },
});

describe("messages of an app", () => {
  const appMessage = (direction: "in" | "out", about: number, body: object) => {
    const value = { jsonrpc: "2.0", ...body };
    const { heads } = decodeMessages(JSON.stringify(value));
    return { kind: "app", app: "app-1", about, direction, heads };
  };

  test("are parts of the call that the app shows, each request with its answer", () => {
    const { out, received, append, texts } = createRowScene();
    const { seq } = out(call(1));
    received({ id: 1, result: text("Hello") });
    append(appMessage("in", seq, { id: 1, method: "ui/initialize", params: {} }));
    append(appMessage("out", seq, { id: 1, result: {} }));
    append(appMessage("out", seq, { method: "ui/notifications/tool-input", params: {} }));
    expect(texts()).toEqual([
      [
        "tools/call echo Hello (ok)",
        "tools/call echo Hello (ok)",
        ["ui/initialize host → app (ok)", "ui/initialize host → app (ok)"],
        "ui/notifications/tool-input host → app",
      ],
    ]);
  });

  test("an answer of an app to nothing does not change how its call went", () => {
    const { out, append, texts } = createRowScene();
    const { seq } = out(call(1));
    append(appMessage("in", seq, { id: 1, result: text("forged") }));
    expect(texts()).toEqual([["tools/call echo (no response yet)", "id 1 forged (ok)"]]);
  });
});

describe("an exchange is one row", () => {
  test("the answer fills it in, and is one of its parts", () => {
    const { out, received, texts } = createRowScene();
    out(call(1));
    expect(texts()).toEqual(["tools/call echo (no response yet)"]);
    received({ id: 1, result: text("Hello") });
    expect(texts()).toEqual([["tools/call echo Hello (ok)", "tools/call echo Hello (ok)"]]);
  });

  test("messages of its stream, and those that name it, are its parts on every transport", () => {
    const { out, received, texts } = createRowScene();
    const options = { exchangeId: "x" };
    out({ ...call(1), params: { name: "a", _meta: { progressToken: "p" } } }, options);
    const log = { method: "notifications/message", params: { level: "info", data: "Reading" } };
    received(log, options);
    received({ method: "notifications/progress", params: { progressToken: "p", progress: 1 } });
    out({ method: "notifications/cancelled", params: { requestId: 1 } }, { exchangeId: "y" });
    received(log);
    expect(texts()).toEqual([
      [
        "tools/call a (cancelled)",
        "notifications/message Reading (info)",
        "notifications/progress 1",
        "notifications/cancelled request 1",
      ],
      "notifications/message Reading (info)",
    ]);
  });

  test("a cancelled request took until it was cancelled, and has no response", () => {
    const { out, received, append, rows, index } = createRowScene();
    const options = { exchangeId: "y" };
    out(call(1), { at: 100, exchangeId: "x" });
    append({ kind: "http-response", http: { status: 200 } }, { at: 113, exchangeId: "x" });
    received({ id: 9, method: "ping" }, { at: 2_000 });
    out({ id: 9, result: {} }, { at: 2_001 });
    const cancelled = { method: "notifications/cancelled", params: { requestId: 1 } };
    out(cancelled, { ...options, at: 4_560 });
    append({ kind: "http-end", outcome: "aborted" }, { at: 4_570, exchangeId: "x" });
    const [group] = rows().top;
    if (!group || !isGroup(group)) throw new Error("no exchange");
    expect(groupRow(group, index)).toMatchObject({ ms: 4_460, state: { words: "cancelled" } });
    expect(responseIn(group)).toBeUndefined();
    // nobody was waited for: the page answers a ping
    expect(barsOf(group, index).map(({ kind }) => kind)).not.toContain("you");
  });

  test("a call took without the time in which the user was asked; a rule or a model is no user", () => {
    const { out, received, rows, index } = createRowScene();
    const question = { method: "elicitation/create", params: { message: "?" } };
    for (const [id, kind] of [
      [1, "user"],
      [2, undefined],
    ] as const) {
      const from = id * 10_000;
      out(call(id), { at: from });
      received({ id: 9, ...question }, { at: from + 30 });
      out({ id: 9, result: {} }, { at: from + 1030, ...(kind && { initiator: { kind } }) });
      received({ id, result: text("Hello") }, { at: from + 1037 });
    }
    const [asked, byRule] = rows().top.filter(isGroup);
    if (!asked || !byRule) throw new Error("no exchange");
    expect(groupRow(asked, index)).toMatchObject({ ms: 37, personMs: 1000 });
    expect(endOfExchange(asked, index)).toBe(11_037);
    expect(barsOf(asked, index)).toMatchObject([
      { kind: "server", start: 10_000, end: 11_037 },
      { kind: "you", start: 10_030, end: 11_030 },
    ]);
    expect(groupRow(byRule, index).ms).toBe(1037);
    expect(barsOf(byRule, index).map(({ kind }) => kind)).toEqual(["server", "server"]);
  });

  test("a request to a model took until the end of its reply", () => {
    const { append, rows, index } = createRowScene();
    const http = { method: "POST", url: "http://model.test/v1/chat/completions", headers: [] };
    const at = (time: number) => ({ at: time, exchangeId: "m" });
    append({ kind: "http-request", direction: "out", service: "model", http }, at(100));
    append({ kind: "http-response", direction: "in", http: { status: 200 } }, at(288));
    const msOf = () =>
      rows().top.flatMap((item) => (isGroup(item) ? groupRow(item, index).ms : []));
    expect(msOf()).toEqual([undefined]);
    append({ kind: "http-end", outcome: "complete" }, at(658));
    expect(msOf()).toEqual([558]);
  });

  test("a request of the server is part of the only open call, and says that it waits", () => {
    const { out, received, texts } = createRowScene();
    out(call(1));
    received({ id: 1, method: "elicitation/create", params: {} });
    expect(texts()).toEqual([
      ["tools/call echo (waits for you)", "elicitation/create (waits for you)"],
    ]);
    out({ id: 1, result: { action: "decline" } });
    received({ id: 1, result: text("No") });
    expect(texts()).toEqual([
      [
        "tools/call echo No (ok)",
        ["elicitation/create (ok)", "elicitation/create (ok)"],
        "tools/call echo No (ok)",
      ],
    ]);
  });

  test("with several open calls, it is a row of its own", () => {
    const { out, received, texts } = createRowScene();
    out(call(1));
    out(call(2));
    received({ id: 9, method: "roots/list" });
    expect(texts()).toEqual([
      "tools/call echo (no response yet)",
      "tools/call echo (no response yet)",
      "roots/list (waits for you)",
    ]);
  });

  test("how its HTTP exchange ended is its outcome, unless it was answered", () => {
    const { out, append, received, texts } = createRowScene();
    const [x, y] = [{ exchangeId: "x" }, { exchangeId: "y" }];
    const http = { status: 500, statusText: "Oops", url: "", redirected: false, headers: [] };
    out(call(1), x);
    append({ kind: "http-response", http }, x);
    out(call(2), y);
    append({ kind: "http-response", http }, y);
    received({ id: 2, error: { code: -32603, message: "Broken" } }, y);
    expect(texts()).toMatchObject([
      ["tools/call echo HTTP 500 Oops (failed)", "tools/call HTTP 500 Oops (failed)"],
      [expect.stringMatching(/^tools\/call echo .*Broken \(-32603\)/), {}, {}],
    ]);
  });
});

describe("a task", () => {
  test("is part of the call that became it, and gives it its state", () => {
    const { out, received, texts } = createRowScene();
    out(call(1));
    received({ id: 1, result: { task: { taskId: "t", status: "working", statusMessage: "A" } } });
    for (const id of [2, 3]) {
      out(poll(id));
      received(state(id, "working", "B"));
    }
    received({ method: "notifications/tasks/status", params: { taskId: "t", status: "working" } });
    const [row] = texts();
    expect(row?.[0]).toBe("tools/call echo (task working)");
    expect(row).toMatchObject([
      {},
      "tools/call echo A (task working)",
      ["tasks/get, notifications/tasks/status ×3 (task working)", {}, {}, {}],
    ]);
    out({ id: 4, method: "tasks/result", params: { taskId: "t" } });
    received({ id: 4, result: text("Done") });
    received({
      method: "notifications/tasks/status",
      params: { taskId: "t", status: "completed" },
    });
    expect(texts()[0]?.[0]).toBe("tools/call echo Done (ok)");
  });

  test("whose first state came before its call was answered has no row besides the call's", () => {
    const { out, received, texts } = createRowScene();
    const notified = (taskId: string, status: string, statusMessage?: string) =>
      received({ method: "notifications/tasks/status", params: { taskId, status, statusMessage } });
    out(call(1));
    notified("other", "working");
    notified("t", "working", "A");
    notified("t", "input_required", "B");
    received({ id: 1, result: { task: { taskId: "t", status: "working" } } });
    const other = "notifications/tasks/status (task working)";
    const states = "notifications/tasks/status ×2 B (task input required)";
    expect(texts()).toMatchObject([
      ["tools/call echo B (task input required)", [states, {}, {}], {}],
      other,
    ]);
    out({ id: 4, method: "tasks/result", params: { taskId: "t" } });
    received({ id: 4, result: text("Done") });
    expect(texts().map((row) => (typeof row === "string" ? row : row[0]))).toEqual([
      "tools/call echo Done (ok)",
      other,
    ]);
  });

  test("that was cancelled is not at work, and its messages never say that it is", () => {
    const { out, received, rows, index } = createRowScene();
    out(call(1));
    received({ id: 1, result: { task: { taskId: "t", status: "working" } } });
    const kinds = () =>
      rows().top.flatMap((item) => {
        const parts = isGroup(item) ? item.parts : [];
        return [item, ...parts].map((one) => itemRow(one, index)?.state);
      });
    expect(kinds()).toMatchObject([{ kind: "task" }, { kind: "note", words: "task working" }]);
    out({ id: 2, method: "tasks/cancel", params: { taskId: "t" } });
    received(state(2, "cancelled"));
    expect(kinds()).toMatchObject([
      { kind: "note", words: "task cancelled" },
      { kind: "note", words: "task working" },
      { kind: "note", words: "task cancelled" },
    ]);
  });

  test("takes the time until its result", () => {
    const { out, received, rows, index } = createRowScene();
    out(call(1), { at: 100 });
    received({ id: 1, result: { task: { taskId: "t", status: "working" } } }, { at: 110 });
    out({ id: 4, method: "tasks/result", params: { taskId: "t" } }, { at: 200 });
    received({ id: 4, result: text("Done") }, { at: 400 });
    const [row] = rows().top;
    expect(row && isGroup(row) && groupRow(row, index)).toMatchObject({ ms: 300 });
  });

  test("of the client is part of the request that became it", () => {
    const { out, received, texts } = createRowScene();
    received({ id: 1, method: "elicitation/create", params: { task: {} } });
    out({ id: 1, result: { task: { taskId: "t", status: "working" } } });
    received(poll(2));
    out(state(2, "working"));
    expect(texts()).toMatchObject([
      [
        "elicitation/create (task working)",
        "elicitation/create (task working)",
        ["tasks/get (task working)", {}],
      ],
    ]);
  });

  test("polls of a task that this log did not see begin are one row with a count", () => {
    const { out, received, texts } = createRowScene();
    for (let id = 1; id <= 40; id++) {
      out(poll(id));
      received(state(id, "input_required", "Name?"));
    }
    expect(texts()).toHaveLength(1);
    expect(texts()[0]?.[0]).toBe("tasks/get ×40 Name? (task input required)");
  });
});

test("runs are those of one connection, and end with any other of its rows", () => {
  const { out, received, texts } = createRowScene();
  const log = (data: string) => ({
    method: "notifications/message",
    params: { level: "info", data },
  });
  const other = { connectionId: "d" };
  received(log("1"));
  received(log("a"), other);
  received(log("2"));
  received(log("b"), other);
  out({ method: "notifications/initialized" });
  received(log("3"));
  expect(texts().map((row) => (typeof row === "string" ? row : row[0]))).toEqual([
    "notifications/message ×2 2 (info)",
    "notifications/message ×2 b (info)",
    "notifications/initialized",
    "notifications/message 3 (info)",
  ]);
});

test("polls, updates of one resource and logs are one row each with a count", () => {
  const { received, texts } = createRowScene();
  const update = (uri: string) => ({ method: "notifications/resources/updated", params: { uri } });
  for (let at = 0; at < 6; at++) received(update("file:///a"));
  received(update("file:///b"));
  expect(texts().map((row) => (typeof row === "string" ? row : row[0]))).toEqual([
    "notifications/resources/updated ×6 file:///a changed",
    "notifications/resources/updated file:///b changed",
  ]);
});

test("what came back is the newest answer; a notification before a failure is none", () => {
  const { out, append, received, rows } = createRowScene();
  const [answered, failed, task] = [{ exchangeId: "x" }, { exchangeId: "y" }, { exchangeId: "z" }];
  const log = { method: "notifications/message", params: { level: "info", data: "a" } };
  const http = { status: 500, statusText: "Oops", url: "", redirected: false, headers: [] };
  const responses: unknown[] = [];
  out(call(1), answered);
  responses.push(received({ id: 1, result: {} }, answered));
  received(log, answered);
  out(call(2), failed);
  received(log, failed);
  responses.push(undefined);
  append({ kind: "http-response", http }, failed);
  out(call(3), task);
  received({ id: 3, result: { task: { taskId: "t", status: "working" } } }, task);
  out(poll(4));
  responses.push(received(state(4, "working", "Half")));
  const found = rows().top.map((item) => (isGroup(item) ? responseIn(item) : undefined));
  expect(found).toEqual(responses);
});

test("attempts to open a stream again are one row, and so are requests of a lost server", () => {
  const { out, append, texts } = createRowScene();
  const fail = (exchangeId: string, method: string) => {
    const http = { method, url: "http://a.test/mcp", headers: [] };
    append({ kind: "http-request", http, direction: "out" }, { exchangeId });
    append({ kind: "http-end", outcome: "failed", reason: "Failed to fetch" }, { exchangeId });
  };
  for (const id of ["a", "b", "c"]) fail(id, "GET");
  fail("d", "DELETE");
  for (const id of [1, 2]) {
    out({ id, method: "server/discover" }, { exchangeId: `x${id}` });
    const end = { kind: "http-end", outcome: "failed", reason: "Failed to fetch" };
    append(end, { exchangeId: `x${id}` });
  }
  expect(texts().map((text) => (typeof text === "string" ? text : text[0]))).toEqual([
    "GET ×3 Failed to fetch (failed)",
    "DELETE Failed to fetch (failed)",
    "server/discover ×2 Failed to fetch (failed)",
  ]);
});

test("what a server refuses while a revision is agreed on is no problem once that succeeds", () => {
  const { out, received, append, rows, index } = createRowScene();
  append({ kind: "negotiation", step: { kind: "discover", revision: "2026-07-28" } });
  out({ id: 1, method: "server/discover" }, { exchangeId: "a" });
  received({ id: 1, error: { code: -32601, message: "" } }, { exchangeId: "a" });
  const discover = () => {
    const item = rows().top.find(isGroup);
    return item && groupRow(item, index);
  };
  expect(discover()).toMatchObject({ tone: "violation", state: { kind: "failed" } });
  append({ kind: "negotiation", step: { kind: "initialize", revision: "2025-11-25" } });
  append({ kind: "negotiation", step: { kind: "agreed", revision: "2025-11-25" } });
  expect(discover()).toMatchObject({ tone: "quiet", state: { kind: "note", words: "-32601" } });
});

test("a call during which the process of its server ends has failed, and the server is lost", () => {
  const { out, append, texts } = createRowScene();
  const connection = { kind: "connection", label: "node server.js" };
  append({ ...connection, phase: "connecting" });
  out(call(1));
  append({ kind: "process", event: { kind: "exited", code: 3, signal: null } });
  append({ ...connection, phase: "closed" });
  expect(texts().slice(1)).toEqual([
    "tools/call echo (process ended)",
    "Process exited with code 3",
    "Lost node server.js: its process ended",
  ]);
});

test("a process that ends after the page has closed its connection is not lost", () => {
  const { append, texts } = createRowScene();
  const connection = { kind: "connection", label: "node server.js" };
  append({ ...connection, phase: "connecting" });
  append({ ...connection, phase: "closed" });
  append({ kind: "process", event: { kind: "exited", code: 0, signal: null } });
  expect(texts()).toContain("Closed node server.js");
});

test("a run has changed when one of its exchanges has", () => {
  const { out, received, rows } = createRowScene();
  const versions = () => rows().top.map((item) => isGroup(item) && item.version);
  out({ id: 1, method: "ping" });
  out({ id: 2, method: "ping" });
  const [before] = versions();
  received({ id: 1, result: {} });
  const [between] = versions();
  received({ id: 2, result: {} });
  const [after] = versions();
  expect([before, between, after]).toEqual([...new Set([before, between, after])]);
});

test("times never decrease, over several servers and requests to models", () => {
  const { out, append, received, rows } = createRowScene();
  const [c, d] = [{ connectionId: "c" }, { connectionId: "d" }];
  out(call(1), { ...c, exchangeId: "x", queued: "connections", at: 10 });
  out(call(1), { ...d, at: 30 });
  append({ kind: "http-request", service: "model", direction: "out", http: {} }, { ...d, at: 25 });
  append({ kind: "http-start", direction: "out" }, { ...c, exchangeId: "x", at: 90 });
  received({ id: 1, result: {} }, { ...d, at: 40 });
  received({ method: "notifications/tools/list_changed" }, { ...c, at: 35 });
  out(call(2), { ...d, at: 60 });
  const times = rows().top.map((item) => (isGroup(item) ? item.time : item.at));
  expect(times).toEqual([25, 30, 35, 60, 90]);
});

test("a request to a model names it beside how it went", () => {
  const { append, texts } = createRowScene();
  const url = "https://api.example.com/v1/messages";
  const m = { exchangeId: "m" };
  const request = { method: "POST", url, headers: [] };
  append(
    { kind: "http-request", service: "model", model: "one", direction: "out", http: request },
    m,
  );
  expect(texts()).toEqual(["POST one (model)"]);
  const http = { status: 200, statusText: "OK", url, redirected: false, headers: [] };
  append({ kind: "http-response", direction: "in", http }, m);
  append({ kind: "frame", direction: "in", carrier: "http", holds: "body" }, m);
  append({ kind: "http-end", direction: "none", outcome: "complete" }, m);
  const [[whole] = []] = texts();
  expect(whole).toBe("POST one HTTP 200");
});

test("a queued request says why, and moves to the time at which it is sent", () => {
  const { out, append, received, texts, rows } = createRowScene();
  const x = { exchangeId: "x" };
  out(call(1, "queued"), { ...x, queued: "connections", at: 10 });
  out(call(2, "next"), { at: 20 });
  expect(texts()).toEqual([
    "tools/call queued no free connection (queued)",
    "tools/call next (no response yet)",
  ]);
  append({ kind: "http-start", direction: "out" }, { ...x, at: 30 });
  expect(texts()).toEqual([
    "tools/call next (no response yet)",
    "tools/call queued (no response yet)",
  ]);
  expect(rows().top.map((item) => isGroup(item) && item.time)).toEqual([20, 30]);
  received({ id: 1, result: {} }, x);
  expect(texts()[1]?.[0]).toBe("tools/call queued (ok)");
});

test("with a filter, an exchange shows the parts that pass, even if its request does not", () => {
  const { out, received, rows, texts } = createRowScene("kind:result");
  out(call(1));
  out(call(2));
  received({ id: 2, result: text("Two") });
  received({ method: "notifications/message", params: { level: "info", data: "x" } });
  expect(texts()).toEqual([["tools/call echo Two (ok)", "tools/call echo Two (ok)"]]);
  expect(rows()).toMatchObject({ count: 1, total: 4, top: [{ isHeadShown: false }] });
});

test("the heading of a connection has a bar until it was ready, and the sign-in has its own figure", () => {
  const { append, rows, index } = createRowScene();
  const exchangeId = "x";
  append({ kind: "connection", phase: "connecting", label: "a.test" }, { at: 100 });
  append({ kind: "http-response", http: { status: 401 } }, { at: 200, exchangeId });
  append({ kind: "http-end", outcome: "complete" }, { at: 210, exchangeId });
  append({ kind: "http-request", http: { url: "http://a.test/token" } }, { at: 5210 });
  append({ kind: "connection", phase: "connected", label: "a.test" }, { at: 5300 });
  const [heading] = rows().top;
  if (!heading) throw new Error("no row");
  expect(itemRow(heading, index)).toMatchObject({
    ms: 200,
    state: { kind: "note", words: "+ 5.00 s sign-in" },
  });
  expect(barsOf(heading, index)).toEqual([
    { kind: "server", start: 100, end: 5300 },
    { kind: "you", start: 210, end: 5210 },
  ]);
});

test("a call whose exchange the client ended was cancelled then, unless it was answered", () => {
  const { out, received, append, rows, index } = createRowScene();
  const end = (outcome: string, exchangeId: string, at: number) =>
    append({ kind: "http-end", outcome }, { exchangeId, at });
  out(call(1), { at: 100, exchangeId: "a" });
  end("aborted", "a", 947);
  out(call(2), { at: 1000, exchangeId: "b" });
  received({ id: 2, result: text("Done") }, { at: 1010, exchangeId: "b" });
  end("aborted", "b", 1500);
  out(call(3), { at: 2000, exchangeId: "c" });
  end("failed", "c", 2010);
  expect(rows().top.map((row) => itemRow(row, index))).toMatchObject([
    { ms: 847, isNetworkTime: true, state: { kind: "note", words: "cancelled" } },
    { ms: 10, state: { kind: "ok" } },
    { ms: 10, state: { kind: "failed" } },
  ]);
});

test("a connect and each restart are one row with what was found", () => {
  const { append, out, received, texts } = createRowScene();
  const connect = (connectionId: string, tools: number, at: number) => {
    const options = (ms: number) => ({ connectionId, at: at + ms });
    append({ kind: "connection", phase: "connecting", label: "a" }, options(0));
    append({ kind: "process", event: { kind: "starting", command: ["a"] } }, options(1));
    out({ id: 1, method: "initialize" }, options(2));
    received({ id: 1, result: {} }, options(10));
    append({ kind: "connection", phase: "connected", label: "a" }, options(10));
    out({ id: 2, method: "tools/list" }, { ...options(11), initiator: { kind: "engine" } });
    received({ id: 2, result: { tools: Array(tools).fill({}) } }, options(20));
  };
  const close = (connectionId: string, at: number) => {
    append(
      { kind: "connection", phase: "closed", label: "a", byClient: true },
      { connectionId, at },
    );
    append(
      { kind: "process", event: { kind: "exited", code: null, signal: "SIGTERM" } },
      { connectionId, at: at + 1 },
    );
  };
  connect("c1", 2, 0);
  out({ id: 3, method: "tools/call", params: { name: "echo" } }, { connectionId: "c1", at: 30 });
  for (const restart of [1, 2, 3, 4]) {
    close(`c${restart}`, restart * 100);
    connect(`c${restart + 1}`, 3, restart * 100 + 5);
  }
  const rows = texts();
  expect(rows).toHaveLength(6);
  const names = rows.map((row) => (typeof row === "string" ? row : row[0]));
  expect(names.filter((name) => name === "Connected to a")).toHaveLength(5);
});

test("after a connection was made, its lists belong to it until something else happens", () => {
  const { append, out, received, texts } = createRowScene();
  append({ kind: "connection", phase: "connecting", label: "a" });
  append({ kind: "connection", phase: "connected", label: "a" });
  received({ method: "notifications/tools/list_changed" });
  out({ id: 1, method: "tools/list" });
  received({ id: 1, result: { tools: [{}] } });
  expect(texts()).toHaveLength(3);
});

test("the pages of a list are one list, with all that they have", () => {
  const { append, out, received, rows, index } = createRowScene();
  append({ kind: "connection", phase: "connecting", label: "a" });
  const initiator = { kind: "engine" } as const;
  out({ id: 1, method: "resources/list" }, { initiator });
  received({ id: 1, result: { resources: [{}, {}], nextCursor: "2" } });
  out({ id: 2, method: "resources/list", params: { cursor: "2" } }, { initiator });
  received({ id: 2, result: { resources: [{}] } });
  out({ id: 3, method: "prompts/list" }, { initiator });
  received({ id: 3, error: { code: -32601, message: "Method not found" } });
  const [setup] = rows().top;
  expect(setup && isGroup(setup) && groupRow(setup, index).found).toBe("2 lists · 3 resources");
});
