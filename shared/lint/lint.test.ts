import { expect, onTestFinished, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import type { TapChange } from "../log/entry.ts";
import { createEventLog } from "../log/eventLog.ts";
import { createRecorder } from "../log/recorder.ts";
import { findingText } from "../messages/findingText.ts";
import { validate } from "../schema/validate/validate.ts";
import { decodeMessages } from "../transport/decodeMessages.ts";
import { checkText } from "./checkText.ts";
import { createLint, type LintOptions, largeBytes } from "./lint.ts";

const loadCheck = () => import("../protocol/check/checkMessage.ts");

/** A log of lines from a process, and a lint over it whose clock advances with each yield. */
function setUp(options: Partial<LintOptions> = {}) {
  const log = createEventLog({ now: () => 0 });
  const record = createRecorder(log, "connection");
  let pauses = 0;
  const lint = createLint({
    log,
    loadCheck,
    now: () => 0,
    budgetMs: 1,
    yieldToEventLoop: async () => {
      pauses++;
    },
    ...options,
  });
  onTestFinished(lint.close);
  const line = (text: string, direction: "in" | "out" = "in", change?: TapChange) => {
    const { heads, batch } = decodeMessages(text);
    const base = { carrier: "stdio", exchangeId: undefined, ...(change && { change }) } as const;
    return record({ kind: "message", direction, ...base, heads, batch }, encodeText(text)).seq;
  };
  const codesOf = (seq: number) => lint.findingsOf(seq).map(({ code }) => code);
  return { log, lint, line, codesOf, pauses: () => pauses };
}

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const bad = '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":7}]}}';
const garbage = "Listening on port 80";

test("a result is checked against the schema of its request, with pointers into the message", async () => {
  const { lint, line } = setUp();
  line(list, "out");
  const seq = line(bad);
  await lint.settled();
  expect(lint.findingsOf(seq).map(({ code, pointer }) => [code, pointer])).toEqual([
    ["missing-member", "/result/tools/0"],
    ["wrong-type", "/result/tools/0/name"],
  ]);
});

test("what a tap says in its own name is nobody's mistake; the server's answer to it is checked", async () => {
  const { lint, line, codesOf } = setUp();
  const initialized = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
  line('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}', "out");
  line(JSON.stringify({ jsonrpc: "2.0", id: 0, result: initialized }));
  const notice = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
  const [own, ofServer] = [line(notice, "in", { action: "of-tap" }), line(notice)];
  line(list, "out", { action: "of-tap" });
  const answer = line(bad, "in", { action: "for-tap" });
  await lint.settled();
  expect(codesOf(own)).toEqual([]);
  expect(codesOf(ofServer)).not.toEqual([]);
  expect(codesOf(answer)).toContain("wrong-type");
});

test("the registration of a client is read in the log", async () => {
  const { log, lint, codesOf } = setUp();
  const record = createRecorder(log, "connection");
  const request = {
    kind: "http-request",
    direction: "out",
    exchangeId: "r",
    service: "authorization",
    http: { method: "POST", url: "https://auth.example/register", headers: [] },
  } as const;
  const body = JSON.stringify({ redirect_uris: ["http://127.0.0.1:1/callback"] });
  const { seq } = record(request, encodeText(body));
  await lint.settled();
  expect(codesOf(seq)).toEqual(["deprecated-feature"]);
});

test("in a batch each result is checked against its own request", async () => {
  const { lint, line } = setUp();
  line(list, "out");
  line('{"jsonrpc":"2.0","id":2,"method":"prompts/list"}', "out");
  const seq = line(`[{"jsonrpc":"2.0","id":2,"result":{"prompts":[]}},${bad}]`);
  await lint.settled();
  const pointers = lint.findingsOf(seq).map(({ pointer }) => pointer);
  expect(pointers).toEqual(["", "/1/result/tools/0", "/1/result/tools/0/name"]);
});

test("an error without an id is valid only if HTTP rejected the request", async () => {
  const text = '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}';
  const job = { text, revision: "2025-11-25", direction: "server-to-client", answers: [] } as const;
  const check = await loadCheck();
  const found = [true, false].map((isRefusal) => checkText(check, { ...job, isRefusal }));
  expect(found).toMatchObject([[], [{ code: "null-id" }]]);
});

test("sent messages are checked against the schemas too", async () => {
  const { lint, line, codesOf } = setUp();
  const seq = line('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', "out");
  await lint.settled();
  expect(codesOf(seq)).toEqual(["missing-member"]);
});

test("entries from before and after the start are checked", async () => {
  const { log, line } = setUp();
  const first = line(garbage);
  const late = createLint({
    log,
    loadCheck,
    now: () => 0,
    budgetMs: 1,
    yieldToEventLoop: async () => {},
  });
  await late.settled();
  const second = line(garbage);
  await late.settled();
  for (const seq of [first, second]) expect(late.findingsOf(seq)).toHaveLength(1);
});

test("entries of an earlier page are checked, inserted before or after the start", async () => {
  const { log, lint, line, codesOf } = setUp();
  const restore = () => {
    const { heads, batch } = decodeMessages(garbage);
    const connectionId = "earlier";
    const base = { carrier: "stdio", exchangeId: undefined, connectionId } as const;
    const draft = { kind: "message", direction: "in", ...base, heads, batch } as const;
    log.prepend([{ draft, body: encodeText(garbage), connectionId, at: -1 }]);
    return log.snapshot().entries[0]?.seq as number;
  };
  line(garbage);
  const options = { loadCheck, now: () => 0, budgetMs: 1, yieldToEventLoop: async () => {} };
  const before = restore();
  const late = createLint({ log, ...options });
  onTestFinished(late.close);
  await late.settled();
  expect(late.findingsOf(before)).toHaveLength(1);
  const after = restore();
  await Promise.all([lint.settled(), late.settled()]);
  for (const seq of [before, after]) {
    expect([codesOf(seq).length, late.findingsOf(seq).length]).toEqual([1, 1]);
  }
});

test("no work happens during an append, and a slice ends when its time is up", async () => {
  let now = 0;
  const { lint, line, pauses, codesOf } = setUp({ now: () => now++ });
  const seqs = Array.from({ length: 20 }, () => line(garbage));
  expect(pauses()).toBe(1);
  expect(codesOf(seqs[0] ?? Number.NaN)).toEqual([]);
  await lint.settled();
  expect(pauses()).toBe(1 + seqs.length);
  expect(seqs.flatMap(codesOf)).toHaveLength(20);
});

test("listeners are called only for slices with new findings", async () => {
  const { lint, line } = setUp();
  let notifications = 0;
  const stop = lint.subscribe(() => notifications++);
  line(list, "out");
  await lint.settled();
  expect(notifications).toBe(0);
  const before = lint.snapshot();
  line(garbage);
  line(garbage);
  await lint.settled();
  expect(notifications).toBe(1);
  expect(lint.snapshot()).not.toBe(before);
  expect(lint.snapshot().counts).toEqual({ violation: 2, warning: 0, note: 0 });
  stop();
  line(garbage);
  await lint.settled();
  expect(notifications).toBe(1);
});

test("the findings of an entry are the same array until there are more", async () => {
  const { lint, line } = setUp();
  const seq = line(garbage);
  await lint.settled();
  const found = lint.findingsOf(seq);
  line(garbage);
  await lint.settled();
  expect(lint.findingsOf(seq)).toBe(found);
  expect(lint.findingsOf(-1)).toBe(lint.findingsOf(-2));
});

test("findings about the oldest entries are dropped above the limit", async () => {
  const { lint, line, codesOf } = setUp({ limit: 3 });
  const seqs = Array.from({ length: 5 }, () => line(garbage));
  await lint.settled();
  expect(seqs.map((seq) => codesOf(seq).length)).toEqual([0, 0, 1, 1, 1]);
  expect(lint.snapshot()).toMatchObject({ counts: { violation: 3 }, forgotten: 2 });
});

test("clearing the log removes the findings but keeps the agreed revision", async () => {
  const { log, lint, line, codesOf } = setUp();
  line(
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}',
    "out",
  );
  const seq = line(garbage);
  await lint.settled();
  log.clear();
  const batch = line('[{"jsonrpc":"2.0","method":"notifications/message"}]');
  await lint.settled();
  expect(codesOf(seq)).toEqual([]);
  expect(lint.snapshot().counts.violation).toBe(codesOf(batch).length);
  expect(codesOf(batch)).not.toContain("batch-not-allowed");
});

test("entries cleared before they were checked lower later findings to notes", async () => {
  const { log, lint, line } = setUp();
  const revision = '{"protocolVersion":"2025-11-25"}';
  line(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":${revision}}`, "out");
  await lint.settled();
  line('{"jsonrpc":"2.0","id":5,"method":"ping"}', "out");
  log.clear();
  const seq = line('{"jsonrpc":"2.0","id":5,"result":{}}');
  await lint.settled();
  expect(lint.findingsOf(seq)).toMatchObject([{ code: "answer-to-unknown-id", severity: "note" }]);
});

const large = (text: string) => text.replace("}", `,"padding":"${"x".repeat(largeBytes)}"}`);

test("a large message is checked elsewhere, or gets a note that it was not checked", async () => {
  const alone = setUp();
  const seq = alone.line(large(list), "out");
  await alone.lint.settled();
  expect(alone.lint.findingsOf(seq)).toMatchObject([{ code: "not-checked", severity: "note" }]);

  const helped = setUp({
    checkLarge: async (job, carrier, bytes) => {
      expect([job.direction, carrier]).toEqual(["client-to-server", "stdio"]);
      expect(bytes.byteLength).toBeGreaterThan(largeBytes);
      const { checkMessage } = await loadCheck();
      return checkMessage(job.revision, job.direction, {});
    },
  });
  helped.line(large(list), "out");
  await helped.lint.settled();
  expect(helped.codesOf(0)).toEqual(["not-a-message"]);
});

test("the flow is checked even if the schemas cannot be loaded", async () => {
  const { lint, line, codesOf } = setUp({ loadCheck: () => Promise.reject(new Error("offline")) });
  line(list, "out");
  const [schema, flow] = [line(bad), line(garbage)];
  await lint.settled();
  expect([codesOf(schema), codesOf(flow)]).toEqual([[], ["not-json"]]);
});

test("the schemas are loaded once, with the first message", async () => {
  let loads = 0;
  const { lint, line } = setUp({
    loadCheck: () => {
      loads++;
      return loadCheck();
    },
  });
  await lint.settled();
  expect(loads).toBe(0);
  line(list, "out");
  line(bad);
  await lint.settled();
  expect(loads).toBe(1);
});

test("nothing is checked after close", async () => {
  const { lint, line, codesOf } = setUp();
  lint.close();
  const seq = line(garbage);
  await lint.settled();
  expect(codesOf(seq)).toEqual([]);
});

test("the result of a tool is checked against the tool's output schema, also when it is missing", async () => {
  const { lint, line } = setUp({
    checkOutput: async (schema, text) => validate(schema, text),
  });
  const call = (id: number, name: string) =>
    line(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":{}}}`,
      "out",
    );
  const answer = (id: number, members: string) =>
    line(`{"jsonrpc":"2.0","id":${id},"result":{"content":[]${members}}}`);
  line(list, "out");
  line(
    '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"sum","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"sum":{"type":"integer"}},"required":["sum"]}},{"name":"free","inputSchema":{"type":"object"}}]}}',
  );
  const seqs = [
    ["sum", ',"structuredContent":{"sum":3}'],
    ["sum", ',"structuredContent":{"sum":"3"}'],
    ["sum", ""],
    ["sum", ',"isError":true'],
    ["free", ""],
    ["free", ',"structuredContent":{"sum":"3"}'],
    ["unlisted", ""],
  ].map(([name = "", members = ""], index) => {
    call(index + 10, name);
    return answer(index + 10, members);
  });
  await lint.settled();
  const found = seqs.map((seq) =>
    lint.findingsOf(seq).map(({ code, pointer, evidence }) => [code, pointer, evidence]),
  );
  expect(found).toEqual([
    [],
    [
      [
        "output-mismatch",
        "/result/structuredContent/sum",
        { tool: "sum", count: 1, at: "/sum", keyword: "type" },
      ],
    ],
    [["output-missing", "/result", { tool: "sum" }]],
    [],
    [],
    [],
    [],
  ]);
});

test("an entry whose check fails gets a note, and those after it are checked", async () => {
  const { lint, line, codesOf } = setUp({
    loadCheck: async () => {
      const check = await loadCheck();
      return {
        ...check,
        checkMessage(revision, direction, message) {
          if (JSON.stringify(message).includes("overflow")) throw new RangeError("stack");
          return check.checkMessage(revision, direction, message);
        },
      };
    },
  });
  const hostile = line('{"jsonrpc":"2.0","method":"overflow"}');
  line(list, "out");
  const seq = line(bad);
  await lint.settled();
  expect(codesOf(hostile)).toEqual(["not-checked"]);
  expect(lint.findingsOf(hostile).map(findingText)).toEqual([
    "The check of this message failed; its content was not checked.",
  ]);
  expect(codesOf(seq)).toEqual(["missing-member", "wrong-type"]);
  const later = line(bad);
  await lint.settled();
  expect(codesOf(later)).not.toEqual([]);
});
