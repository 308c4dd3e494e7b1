import { describe, expect, test, vi } from "vitest";
import { encodeText } from "../../core/bytes.ts";
import { logSummary } from "../../log/logSummary.fixture.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { Progress } from "./progress.ts";
import { type SessionSetUp, setUpSession } from "./session.fixture.ts";

/** Whether a promise has settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  await new Promise((resolve) => setTimeout(resolve));
  return (await Promise.race([promise, pending])) !== pending;
}

const result = (id: number, value = "{}") => `{"jsonrpc":"2.0","id":${id},"result":${value}}`;
const progress = (token: number | string, more = "") =>
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${JSON.stringify(token)},"progress":1${more}}}`;
const withToken = (id: number | string) => `{"_meta":{"progressToken":${JSON.stringify(id)}}}`;

describe("a request and its answer", () => {
  test("are sent and received unchanged", async () => {
    const { session, transport, clock, sentTexts } = await setUpSession();
    const call = session.request("tools/call", '{"n": 1.0, "n":2}');
    expect(sentTexts()).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"n": 1.0, "n":2}}',
    ]);
    clock.advance(12);
    const text = ' {"jsonrpc":"2.0","id":1,"result":{"n": 1.0}}';
    transport.arrive(text);
    expect(await call.done).toMatchObject({
      kind: "result",
      value: { n: 1 },
      answer: { text, ms: 12, entry: { seq: 1, direction: "in" } },
    });
  });

  test("are on one line where a line is a message, whoever composed them", async () => {
    const { session, transport, sentTexts } = await setUpSession({
      answerInput: async () => ({ kind: "result", text: '{\n  "roots": []\n}' }),
    });
    session.request("tools/call", '{\n  "n": 1.0\n}');
    session.notify("n", "{\r\n}");
    session.send('{"jsonrpc":"2.0",\n"id":"own","method":"ping"}');
    transport.arrive('{"jsonrpc":"2.0","id":7,"method":"roots/list"}');
    await vi.waitFor(() => expect(sentTexts()).toHaveLength(4));
    expect(sentTexts()).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"n":1.0}}',
      '{"jsonrpc":"2.0","method":"n","params":{}}',
      '{"jsonrpc":"2.0","id":"own","method":"ping"}',
      '{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}',
    ]);
  });

  test("keep their lines in an HTTP body, and in bytes", async () => {
    const http = await setUpSession({ style: "exchanges" });
    http.session.request("tools/call", "{\n}");
    const stdio = await setUpSession();
    const bytes = encodeText('{"jsonrpc":"2.0",\n"id":1,"method":"ping"}');
    stdio.session.send(bytes, { allowsLineBreaks: true });
    expect(http.sentTexts()[0]).toContain("{\n}");
    expect(stdio.transport.sent[0]).toMatchObject({ bytes, options: { allowsLineBreaks: true } });
  });

  test("are matched in any order", async () => {
    const { session, transport } = await setUpSession();
    const calls = ["a", "b", "c"].map((method) => session.request(method));
    for (const id of [3, 1, 2]) transport.arrive(result(id, `"of ${id}"`));
    const outcomes = await Promise.all(calls.map(({ done }) => done));
    expect(outcomes).toMatchObject(["of 1", "of 2", "of 3"].map((value) => ({ value })));
  });

  test("have ids that start at 1, or after the last id", async () => {
    const { session } = await setUpSession();
    expect(session.nextId()).toBe(1);
    const call = session.request("a", (id) => `{"own":${id}}`);
    expect([call.id, session.nextId()]).toEqual([1, 2]);
  });

  test.each([
    ["7", 8],
    ["1.5", 1],
    ["-3", 1],
    ['"9"', 1],
    ["4503599627370495", 4503599627370496],
    ["9007199254740991", 1],
    ["1e400", 1],
  ])(
    "after a user's message with the id %s continue with %i, and never repeat",
    async (id, next) => {
      const { session } = await setUpSession();
      session.send(encodeText(`{"jsonrpc":"2.0","id":${id},"method":"a"}`));
      expect([session.request("b").id, session.request("c").id]).toEqual([next, next + 1]);
    },
  );

  test("an error is an outcome of kind error", async () => {
    const { session, transport } = await setUpSession();
    const call = session.request("a");
    transport.arrive('{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no","data":[1]}}');
    expect(await call.done).toMatchObject({
      kind: "error",
      error: { code: -1, message: "no", data: [1] },
    });
  });

  test.each([
    ["result and error together", '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":5}}'],
    ["another version", '{"jsonrpc":"1.0","id":1,"result":{}}'],
    ["an error that is a string", '{"jsonrpc":"2.0","id":1,"error":"no"}'],
    ["neither", '{"jsonrpc":"2.0","id":1}'],
  ])("%s: the call ends in an error, never in silence", async (_name, text) => {
    const { session, transport } = await setUpSession();
    const call = session.request("a");
    transport.arrive(text);
    expect(await call.done).toMatchObject({ kind: "error", answer: { text } });
  });

  test.each([
    ["an unknown id", result(7)],
    ["the id as a string", '{"jsonrpc":"2.0","id":"1","result":{}}'],
    ["an error without an id", '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}'],
    ["an empty batch", "[]"],
    ["text that is not JSON", "Hello"],
    ["a request with the same id", '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
  ])("%s answers nothing, and is in the log", async (_name, text) => {
    const { session, transport, log } = await setUpSession();
    const call = session.request("a");
    transport.arrive(text);
    expect(await isSettled(call.done)).toBe(false);
    const [, arrived] = log.snapshot().entries;
    expect(arrived).toMatchObject({ direction: "in" });
    expect(await log.read(arrived?.seq ?? -1)).toEqual(encodeText(text));
    transport.arrive(result(1));
    expect(await call.done).toMatchObject({ kind: "result" });
  });

  test("a second answer is only logged", async () => {
    const { session, transport, log } = await setUpSession();
    const call = session.request("a");
    transport.arrive(result(1, '"first"'));
    transport.arrive(result(1, '"second"'));
    expect(await call.done).toMatchObject({ value: "first" });
    expect(logSummary(log).filter((words) => words.includes("result 1"))).toHaveLength(2);
  });

  test("one id in two exchanges is answered by exchange", async () => {
    const { session, transport } = await setUpSession({ style: "exchanges" });
    const raw = encodeText('{"jsonrpc":"2.0","id":5,"method":"a"}');
    const [first, second] = [session.send(raw).calls[0], session.send(raw).calls[0]];
    transport.arrive(result(5, '"for the second"'), "exchange-2");
    transport.arrive(result(5, '"for the first"'), "exchange-1");
    expect(await first?.done).toMatchObject({ value: "for the first" });
    expect(await second?.done).toMatchObject({ value: "for the second" });
  });

  test("an answer on another stream is accepted", async () => {
    const { session, transport } = await setUpSession({ style: "exchanges" });
    const call = session.request("a");
    transport.arrive(result(1), "a stream taken up again");
    expect(await call.done).toMatchObject({ kind: "result" });
  });

  test("an error with id null answers the one request of its exchange", async () => {
    const { session, transport } = await setUpSession({ style: "exchanges" });
    const first = session.request("a");
    const second = session.request("b");
    transport.arrive('{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}', "exchange-2");
    expect(await second.done).toMatchObject({ kind: "error", error: { code: -32700 } });
    expect(await isSettled(first.done)).toBe(false);
  });

  test("an error with id null answers none of two requests of one exchange", async () => {
    const { session, transport } = await setUpSession({ style: "exchanges" });
    const { calls } = session.send(
      encodeText('[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"b"}]'),
    );
    transport.arrive('{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}', "exchange-1");
    expect(await isSettled(Promise.race(calls.map(({ done }) => done)))).toBe(false);
  });

  test("a batch of answers settles each of its requests", async () => {
    const { session, transport, handleNotification } = await setUpSession();
    const calls = [session.request("a"), session.request("b")];
    transport.arrive(`[${result(2)},${progress("t")},${result(1)}]`);
    const outcomes = await Promise.all(calls.map(({ done }) => done));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["result", "result"]);
    expect(handleNotification.map(([method]) => method)).toEqual(["notifications/progress"]);
  });
});

describe("the end of an exchange settles its requests", () => {
  const network: Failure = { code: "network", url: "http://127.0.0.1/", reason: "refused" };

  test("a failed exchange", async () => {
    const { session, transport, clock } = await setUpSession({ style: "exchanges" });
    clock.advance(100);
    const call = session.request("a");
    clock.advance(3);
    transport.sent[0]?.deliver({ kind: "failed", failure: network });
    expect(await call.done).toEqual({ kind: "failed", failure: network, ms: 3 });
  });

  test("an exchange without the answer", async () => {
    const { session, transport } = await setUpSession({ style: "exchanges" });
    const call = session.request("a");
    transport.sent[0]?.deliver({ kind: "answered", status: 202 });
    expect(await call.done).toMatchObject({ failure: { code: "no-answer", status: 202 } });
  });

  test("a failure after the answer changes nothing", async () => {
    const { session, transport } = await setUpSession({ style: "exchanges" });
    const { calls, delivered } = session.send(encodeText('{"jsonrpc":"2.0","id":1,"method":"a"}'));
    transport.arrive(result(1), "exchange-1");
    transport.sent[0]?.deliver({ kind: "failed", failure: network });
    expect(await calls[0]?.done).toMatchObject({ kind: "result" });
    expect(await delivered).toEqual(network);
  });

  test("an abandoned request closes its stream without a notification", async () => {
    const { session, transport } = await setUpSession({ style: "exchanges" });
    const call = session.request("server/discover");
    call.abandon();
    expect(await call.done).toMatchObject({ kind: "cancelled" });
    expect(transport.sent).toHaveLength(1);
    expect(transport.sent[0]?.options.signal?.aborted).toBe(true);
  });

  test("a notification that is never delivered times out", async () => {
    const limits = { timeoutMs: 1000, maximumMs: 0 };
    const { session, transport, clock } = await setUpSession({ style: "exchanges", limits });
    const { delivered } = session.notify("notifications/initialized");
    const [frame] = transport.sent;
    frame?.options.signal?.addEventListener("abort", () => frame.deliver({ kind: "aborted" }));
    clock.advance(1000);
    expect(await delivered).toBeUndefined();
    session.notify("notifications/initialized");
    transport.sent[1]?.deliver({ kind: "answered", status: 202 });
    await vi.waitFor(() => expect(clock.waits()).toEqual([]));
  });

  test("the time in which a transport waits for the user is not a notification's", async () => {
    const limits = { timeoutMs: 1000, maximumMs: 0 };
    const { session, transport, clock } = await setUpSession({ style: "exchanges", limits });
    session.notify("notifications/initialized");
    const { pauseTimeouts, signal } = transport.sent[0]?.options ?? {};
    clock.advance(900);
    const resume = pauseTimeouts?.();
    clock.advance(60_000);
    expect(signal?.aborted).toBe(false);
    resume?.();
    clock.advance(999);
    expect(signal?.aborted).toBe(false);
    clock.advance(1);
    expect(signal?.aborted).toBe(true);
  });

  test("a notification reports its delivery, which may take any time without a limit", async () => {
    const { session, transport, clock } = await setUpSession({ style: "exchanges" });
    const good = session.notify("a", "{}");
    const bad = session.notify("b");
    expect(transport.sent.map(({ text }) => text)).toEqual([
      '{"jsonrpc":"2.0","method":"a","params":{}}',
      '{"jsonrpc":"2.0","method":"b"}',
    ]);
    clock.advance(1_000_000);
    expect(transport.sent.map(({ options }) => options.signal?.aborted)).toEqual([false, false]);
    transport.sent[0]?.deliver({ kind: "answered", status: 202 });
    transport.sent[1]?.deliver({ kind: "failed", failure: network });
    expect([await good.delivered, await bad.delivered]).toEqual([undefined, network]);
    expect([...good.calls, ...bad.calls]).toEqual([]);
  });
});

describe("the timeout", () => {
  const limits = { timeoutMs: 100, maximumMs: 250 };
  const cancelled = (id: number, reason: string) =>
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":"${reason}"}}`;

  test("fails the request, notifies the server and closes the exchange", async () => {
    const { session, transport, clock, sentTexts } = await setUpSession({
      style: "exchanges",
      limits,
    });
    const call = session.request("a");
    clock.advance(99);
    expect(await isSettled(call.done)).toBe(false);
    clock.advance(1);
    expect(await call.done).toEqual({
      kind: "failed",
      failure: { code: "timeout", afterMs: 100 },
      ms: 100,
    });
    expect(sentTexts()[1]).toBe(cancelled(1, "Timed out"));
    expect(transport.sent[0]?.options.signal?.aborted).toBe(true);
    transport.sent[1]?.deliver({ kind: "answered", status: 202 });
    await vi.waitFor(() => expect(clock.waits()).toEqual([]));
  });

  test("is cancelled by the answer", async () => {
    const { session, transport, clock } = await setUpSession({ limits });
    const call = session.request("a");
    transport.arrive(result(1));
    await call.done;
    expect(clock.waits()).toEqual([]);
  });

  test("a late answer is only logged", async () => {
    const { session, transport, clock, log } = await setUpSession({ limits });
    const call = session.request("a");
    clock.advance(100);
    transport.arrive(result(1));
    expect(await call.done).toMatchObject({ kind: "failed" });
    expect(logSummary(log).at(-1)).toBe("in message stdio result 1");
  });

  test("is restarted by progress, but not beyond the maximum", async () => {
    const { session, transport, clock } = await setUpSession({ limits });
    const call = session.request("a", withToken);
    for (let received = 0; received < 3; received++) {
      clock.advance(80);
      transport.arrive(progress(1));
    }
    expect(await isSettled(call.done)).toBe(false);
    clock.advance(10);
    expect(await call.done).toMatchObject({ failure: { code: "timeout", afterMs: 250 } });
  });

  test("is not restarted by progress of another request", async () => {
    const { session, transport, clock } = await setUpSession({ limits });
    const call = session.request("a", withToken);
    clock.advance(80);
    transport.arrive(progress(2));
    transport.arrive(progress("1"));
    clock.advance(20);
    expect(await call.done).toMatchObject({ failure: { afterMs: 100 } });
  });

  test("is disabled by zero, and can be set per call", async () => {
    const { session, clock } = await setUpSession({ limits });
    const patient = session.request("a", "{}", { limits: { timeoutMs: 0, maximumMs: 0 } });
    const hasty = session.request("b", "{}", { limits: { timeoutMs: 5 } });
    expect(clock.waits()).toEqual([5, 250]);
    clock.advance(1000);
    expect(await hasty.done).toMatchObject({ failure: { afterMs: 5 } });
    expect(await isSettled(patient.done)).toBe(false);
  });

  test("sends no notification for initialize", async () => {
    const { session, clock, sentTexts } = await setUpSession({ limits });
    const call = session.request("initialize");
    clock.advance(100);
    expect(await call.done).toMatchObject({ failure: { code: "timeout" } });
    expect(sentTexts()).toHaveLength(1);
  });

  test("is paused while requests from the server are answered, also nested ones", async () => {
    const questions: (() => void)[] = [];
    const { session, transport, clock } = await setUpSession({
      limits,
      answerInput: () =>
        new Promise((resolve) => questions.push(() => resolve({ kind: "result", text: "{}" }))),
    });
    const call = session.request("a");
    clock.advance(60);
    transport.arrive('{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}');
    transport.arrive('{"jsonrpc":"2.0","id":2,"method":"sampling/createMessage"}');
    expect(clock.waits()).toEqual([]);
    clock.advance(10_000);
    const asked = session.request("asked meanwhile");
    expect(clock.waits()).toEqual([]);
    questions[0]?.();
    expect(await isSettled(asked.done)).toBe(false);
    expect(clock.waits()).toEqual([]);
    questions[1]?.();
    await vi.waitFor(() => expect(clock.waits()).toEqual([40, 100, 190, 250]));
    clock.advance(40);
    expect(await call.done).toMatchObject({ failure: { code: "timeout" } });
  });

  test("resumes when the server cancels its request", async () => {
    const { session, transport, clock, asked } = await setUpSession({
      limits,
      answerInput: () => new Promise(() => {}),
    });
    const call = session.request("a");
    transport.arrive('{"jsonrpc":"2.0","id":"q","method":"elicitation/create"}');
    clock.advance(500);
    transport.arrive(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}',
    );
    expect(asked[0]?.signal.aborted).toBe(true);
    clock.advance(100);
    expect(await call.done).toMatchObject({ failure: { code: "timeout" } });
  });
});

describe("progress", () => {
  test("is reported to the call that asked for it", async () => {
    const { session, transport } = await setUpSession();
    const received: Progress[] = [];
    session.request("a", withToken, { onProgress: (progress) => received.push(progress) });
    transport.arrive(progress(1, ',"total":4,"message":"half"'));
    transport.arrive(progress(2));
    transport.arrive(progress(1, ',"total":"many"'));
    expect(received).toEqual([
      { progress: 1, total: 4, message: "half" },
      { progress: 1, total: undefined, message: undefined },
    ]);
  });

  test("is ignored after the call", async () => {
    const { session, transport, handleNotification } = await setUpSession();
    const received: Progress[] = [];
    const call = session.request("a", withToken, {
      onProgress: (progress) => received.push(progress),
    });
    transport.arrive(result(1));
    await call.done;
    transport.arrive(progress(1));
    expect(received).toEqual([]);
    expect(handleNotification).toHaveLength(1);
  });
});

describe("cancel", () => {
  test("settles the call, notifies the server and closes the exchange, once", async () => {
    const { session, transport, clock, sentTexts } = await setUpSession({ style: "exchanges" });
    clock.advance(100);
    const call = session.request("a");
    clock.advance(7);
    call.cancel();
    call.cancel();
    expect(await call.done).toEqual({ kind: "cancelled", ms: 7 });
    expect(sentTexts().slice(1)).toEqual([
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"Cancelled by the user"}}',
    ]);
    expect(transport.sent[0]?.options.signal?.aborted).toBe(true);
  });

  test("by a signal does the same; after the answer it does nothing", async () => {
    const { session, transport, sentTexts } = await setUpSession();
    const control = new AbortController();
    const first = session.request("a", "{}", { signal: control.signal });
    const second = session.request("b", "{}", { signal: control.signal });
    transport.arrive(result(1));
    control.abort();
    expect(await first.done).toMatchObject({ kind: "result" });
    expect(await second.done).toMatchObject({ kind: "cancelled" });
    expect(sentTexts()).toHaveLength(3);
  });

  test("by a signal that is already aborted", async () => {
    const { session } = await setUpSession();
    const call = session.request("a", "{}", { signal: AbortSignal.abort() });
    expect(await call.done).toMatchObject({ kind: "cancelled" });
  });

  test("of initialize sends no notification", async () => {
    const { session, sentTexts } = await setUpSession();
    session.request("initialize").cancel();
    expect(sentTexts()).toHaveLength(1);
  });

  test("of one of a batch leaves the exchange open for the other", async () => {
    const { session, transport } = await setUpSession({ style: "exchanges" });
    const { calls } = session.send(
      encodeText('[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"b"}]'),
    );
    calls[0]?.cancel();
    expect(transport.sent[0]?.options.signal?.aborted).toBe(false);
    calls[1]?.cancel();
    expect(transport.sent[0]?.options.signal?.aborted).toBe(true);
  });

  test.each(["9007199254740993", "1.0", '"a\\u0062"'])("names the id %s as written", async (id) => {
    const { session, sentTexts } = await setUpSession();
    const raw = `{"jsonrpc":"2.0","id":${id},"method":"a"}`;
    session.send(encodeText(raw)).calls[0]?.cancel();
    session.send(encodeText(`[${raw}]`)).calls[0]?.cancel();
    expect(sentTexts()[1]).toContain(`"requestId":${id},`);
    expect(sentTexts()[3]).toContain(`"requestId":${id},`);
  });
});

describe("a request from the server", () => {
  const ids = ["1.0", "12345678901234567890", "1e400", '"text"', '"\\u00e4"', "0", "-1"];

  test.each(ids)("ping is answered with the id %s as written", async (id) => {
    const { transport, sentTexts } = await setUpSession();
    transport.arrive(`{ "jsonrpc":"2.0", "id" : ${id} , "method":"ping" }`);
    expect(sentTexts()).toEqual([`{"jsonrpc":"2.0","id":${id},"result":{}}`]);
  });

  test.each(ids)("ping in a batch is answered with the id %s as written", async (id) => {
    const { transport, sentTexts } = await setUpSession();
    transport.arrive(`[${progress("t")}, {"jsonrpc":"2.0","id":${id},"method":"ping"}]`);
    expect(sentTexts()).toEqual([`{"jsonrpc":"2.0","id":${id},"result":{}}`]);
  });

  test("an unknown method is rejected", async () => {
    const { transport, sentTexts } = await setUpSession();
    transport.arrive('{"jsonrpc":"2.0","id":"x","method":"who/knows"}');
    expect(sentTexts()).toEqual([
      '{"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"Method not found"}}',
    ]);
  });

  test("is answered with the returned text, result or error", async () => {
    const { transport, sentTexts } = await setUpSession({
      answerInput: async ({ method }) =>
        method === "a"
          ? { kind: "result", text: '{"n": 1.0}' }
          : { kind: "error", text: '{"code": -1, "message":"User rejected"}' },
    });
    transport.arrive('{"jsonrpc":"2.0","id":1,"method":"a"}');
    transport.arrive('{"jsonrpc":"2.0","id":2,"method":"b"}');
    await vi.waitFor(() =>
      expect(sentTexts()).toEqual([
        '{"jsonrpc":"2.0","id":1,"result":{"n": 1.0}}',
        '{"jsonrpc":"2.0","id":2,"error":{"code": -1, "message":"User rejected"}}',
      ]),
    );
  });

  test("has its text, params, entry and the call that caused it", async () => {
    const { session, transport, asked, log } = await setUpSession({ style: "exchanges" });
    session.request("other");
    session.request("tools/call");
    const text = '{"jsonrpc":"2.0","id":9,"method":"m","params":{"n":1.0}}';
    transport.arrive(` ${text}`, "exchange-2");
    transport.arrive(`[${progress("t")},${text}]`, "exchange-1");
    transport.arrive(text, "elsewhere");
    expect(asked).toMatchObject([
      { method: "m", text: ` ${text}`, params: { n: 1 }, seq: 2, causedBy: 1 },
      { text, causedBy: 0 },
      { causedBy: undefined },
    ]);
    expect(log.snapshot().entries[2]).toMatchObject({ heads: [{ kind: "request", id: 9 }] });
  });

  test("over stdio is attributed to the only call in flight", async () => {
    const { session, transport, asked } = await setUpSession();
    session.request("tools/call");
    transport.arrive('{"jsonrpc":"2.0","id":1,"method":"m"}');
    session.request("tools/call");
    transport.arrive('{"jsonrpc":"2.0","id":2,"method":"m"}');
    expect(asked.map(({ causedBy }) => causedBy)).toEqual([0, undefined]);
  });

  test("is not answered once the server cancels it", async () => {
    const answering = Promise.withResolvers<{ kind: "result"; text: string }>();
    const { transport, sentTexts, handleNotification } = await setUpSession({
      answerInput: () => answering.promise,
    });
    transport.arrive('{"jsonrpc":"2.0","id":1,"method":"a"}');
    transport.arrive(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    );
    answering.resolve({ kind: "result", text: "{}" });
    expect(await isSettled(answering.promise)).toBe(true);
    expect(sentTexts()).toEqual([]);
    expect(handleNotification).toEqual([["notifications/cancelled", { requestId: 1 }]]);
  });
});

describe("bytes sent raw", () => {
  test("that are not JSON are sent unchanged, without pending requests", async () => {
    const { session, transport } = await setUpSession();
    const bytes = Uint8Array.of(0xff, 0xfe, 0x7b);
    const { entry, calls, delivered } = session.send(bytes);
    expect(transport.sent[0]?.bytes).toBe(bytes);
    expect(calls).toEqual([]);
    expect(entry.heads).toEqual([
      { kind: "invalid", reason: "not-json", excerpt: "\ufffd\ufffd{" },
    ]);
    expect(await delivered).toBeUndefined();
  });

  test("with several requests wait for each of them", async () => {
    const { session, transport } = await setUpSession();
    const { calls } = session.send(
      encodeText(
        '[{"jsonrpc":"2.0","id":"a","method":"x"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":2.5,"method":"y"}]',
      ),
    );
    expect(calls.map(({ id, method }) => [id, method])).toEqual([
      ["a", "x"],
      [2.5, "y"],
    ]);
    transport.arrive(
      '[{"jsonrpc":"2.0","id":2.5,"result":1},{"jsonrpc":"2.0","id":"a","result":2}]',
    );
    const outcomes = await Promise.all(calls.map(({ done }) => done));
    expect(outcomes).toMatchObject([{ value: 2 }, { value: 1 }]);
  });

  test("that are an invalid request still wait for the answer", async () => {
    const { session, transport } = await setUpSession();
    const { calls } = session.send(encodeText('{"jsonrpc":"3.0","id":4,"method":"x"}'));
    transport.arrive(
      '{"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"Invalid Request"}}',
    );
    expect(await calls[0]?.done).toMatchObject({ error: { code: -32600 } });
  });

  test("are sent with their own headers", async () => {
    const { session, transport } = await setUpSession();
    session.send(encodeText("{}"), { headers: [["X-Key", "1"]] });
    expect(transport.sent[0]?.options.headers).toEqual([["X-Key", "1"]]);
  });

  test.each(["7", "9007199254740993", "1e400", "2.5"])(
    "with id %s leave room for later ids",
    async (id) => {
      const { session, sentTexts } = await setUpSession();
      session.send(encodeText(`{"jsonrpc":"2.0","id":${id},"method":"x"}`));
      session.request("a");
      session.request("b");
      const later = sentTexts()
        .slice(1)
        .map((text) => (JSON.parse(text) as { id: unknown }).id);
      expect(later.every(Number.isSafeInteger)).toBe(true);
      expect(new Set([Number(id), ...later]).size).toBe(3);
    },
  );
});

describe("the end", () => {
  test("close settles every call and sends nothing more", async () => {
    const answering = Promise.withResolvers<{ kind: "result"; text: string }>();
    const { session, transport, asked, clock, closedBy, sentTexts } = await setUpSession({
      limits: { timeoutMs: 100, maximumMs: 0 },
      answerInput: () => answering.promise,
    });
    const calls = [session.request("a"), session.request("b")];
    transport.arrive('{"jsonrpc":"2.0","id":1,"method":"elicitation/create"}');
    await session.close();
    const outcomes = await Promise.all(calls.map(({ done }) => done));
    expect(outcomes).toMatchObject([
      { failure: { code: "closed" } },
      { failure: { code: "closed" } },
    ]);
    expect(asked[0]?.signal.aborted).toBe(true);
    answering.resolve({ kind: "result", text: "{}" });
    expect(await isSettled(answering.promise)).toBe(true);
    expect(sentTexts()).toHaveLength(2);
    expect(clock.waits()).toEqual([]);
    expect(closedBy).toEqual([]);
  });

  test("a lost channel settles every call and is reported once", async () => {
    const exited: Failure = { code: "exited", exitCode: 1, signal: null, stderr: "oh" };
    const { session, transport, closedBy } = await setUpSession();
    const call = session.request("a");
    transport.breakDown(exited);
    transport.breakDown({ code: "closed" });
    const failure = { ...exited, during: [{ method: "a" }] };
    expect(await call.done).toMatchObject({ kind: "failed", failure });
    expect(closedBy).toEqual([failure]);
  });

  test("the end of a process names what it was asked, except while it starts", async () => {
    const exited: Failure = { code: "exited", exitCode: 1, signal: null, stderr: "" };
    const late = await setUpSession();
    const callOf = (id: number, name: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}"}}`;
    void late.session.send(encodeText(`[${callOf(1, "deploy")},${callOf(2, "undo")}]`));
    void late.session.request("subscriptions/listen");
    late.transport.breakDown(exited);
    const during = ["deploy", "undo"].map((subject) => ({ method: "tools/call", subject }));
    expect(late.closedBy).toEqual([{ ...exited, during }]);
    const early = await setUpSession();
    void early.session.request("initialize");
    early.transport.breakDown(exited);
    expect(early.closedBy).toEqual([exited]);
    const lost = await setUpSession();
    void lost.session.request("tools/call", '{"name":"deploy"}');
    lost.transport.breakDown({ code: "closed" });
    expect(lost.closedBy).toEqual([{ code: "closed" }]);
  });

  test.each<readonly [string, Failure, (setUp: SessionSetUp) => unknown]>([
    ["close", { code: "closed" }, ({ session }) => session.close()],
    [
      "the loss of the channel",
      { code: "exited", exitCode: 1, signal: null, stderr: "oh", during: [] },
      ({ transport }) =>
        transport.breakDown({ code: "exited", exitCode: 1, signal: null, stderr: "oh" }),
    ],
  ])(
    "after %s nothing is sent or logged, and each call fails with the reason",
    async (_, failure, end) => {
      const setUp = await setUpSession();
      const { session, log, sentTexts } = setUp;
      await end(setUp);
      expect(session.closeReason()).toBeDefined();
      expect(await session.request("a").done).toMatchObject({ kind: "failed", failure });
      expect(await session.notify("notifications/a").delivered).toEqual(failure);
      const batch = session.send(encodeText('[{"jsonrpc":"2.0","id":"x","method":"b"},7]'));
      expect(batch.calls).toMatchObject([{ id: "x", method: "b" }]);
      expect(await batch.calls[0]?.done).toMatchObject({ kind: "failed", failure });
      expect(sentTexts()).toEqual([]);
      expect(log.snapshot().length).toBe(0);
    },
  );

  test("after it no request is answered, not even a ping", async () => {
    const { transport, sentTexts } = await setUpSession();
    transport.breakDown({ code: "closed" });
    transport.arrive('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    expect(sentTexts()).toEqual([]);
  });
});
