/** Checks for each protocol violation that nothing is lost, the rule is named and the session continues. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createSession, type Session } from "../../../shared/client/session/session.ts";
import { concatBytes } from "../../../shared/core/bytes.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createLint, type Lint } from "../../../shared/lint/lint.ts";
import { createEventLog, type EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { createStreamableHttp } from "../../../shared/transport/http/streamableHttp.ts";
import { reportMemory } from "../../bench/testFigures.ts";
import { type MisbehavingServer, startMisbehavingServer } from "./misbehaving.ts";
import { misbehaviours } from "./misbehaviours.ts";

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

interface SetUp {
  readonly session: Session;
  readonly log: EventLog;
  readonly lint: Lint;
  call(tool: string, timeoutMs?: number): ReturnType<Session["request"]>;
  /** Severity and code of everything found, in order. */
  found(): Promise<readonly string[]>;
}

async function setUp(): Promise<SetUp> {
  const log = createEventLog({ now: systemClock.now });
  let exchanges = 0;
  const transport = createStreamableHttp({
    url: server.url,
    headers: [],
    fetch: globalThis.fetch,
    clock: systemClock,
    record: createRecorder(log, "connection"),
    newId: () => `exchange-${++exchanges}`,
    bodyLimit: { bytes: () => 100_000_000 },
  });
  const session = createSession({
    transport,
    clock: systemClock,
    limits: () => ({ timeoutMs: 60_000, maximumMs: 0 }),
    answerInput: () => undefined,
    onNotification: () => {},
    onClosed: () => {},
  });
  await session.open();
  await session.request(
    "initialize",
    '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"0"}}',
  ).done;
  transport.negotiated("2025-11-25");
  await session.notify("notifications/initialized").delivered;
  const lint = createLint({
    log,
    loadCheck: () => import("../../../shared/protocol/check/checkMessage.ts"),
    now: systemClock.now,
    budgetMs: 5,
    yieldToEventLoop: () => new Promise(setImmediate),
  });
  onTestFinished(() => {
    lint.close();
    return session.close();
  });
  return {
    session,
    log,
    lint,
    call: (tool, timeoutMs = 10_000) =>
      session.request(
        "tools/call",
        `{"name":${JSON.stringify(tool)},"arguments":{},"_meta":{"progressToken":"token of ${tool}"}}`,
        { limits: { timeoutMs, maximumMs: 0 } },
      ),
    async found() {
      await lint.settled();
      return [...lint.snapshot().bySeq.values()]
        .flat()
        .map(({ severity, code }) => `${severity} ${code}`);
    },
  };
}

/** A digest of every byte that the log has of the exchange of an entry. */
async function digestIn(log: EventLog, exchangeId: string | undefined) {
  const { entries, length } = log.snapshot();
  const bodies = entries
    .slice(0, length)
    .filter((entry) => entry.exchangeId === exchangeId && entry.direction === "in")
    .map(({ seq }) => log.read(seq));
  const bytes = concatBytes(await Promise.all(bodies));
  return {
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

const answered = { kind: "result" };
const failed = (code: string) => ({ kind: "failed", failure: { code } });
const refused = { kind: "error" };

/** The tool, how the call ends, what is found. */
const table: readonly (readonly [tool: string, outcome: object, found: readonly string[]])[] = [
  ["behaves-well", answered, []],
  [
    "drops-mid-stream",
    failed("stream-broken"),
    ["warning event-never-ended", "warning stream-broken"],
  ],
  ["answers-twice", answered, ["violation second-answer"]],
  ["answers-unknown-id", answered, ["violation answer-to-unknown-id"]],
  ["answers-with-text-id", failed("no-answer"), ["violation answer-to-unknown-id"]],
  ["large-and-wrong", answered, ["note not-checked"]],
  [
    "invalid-utf8",
    { kind: "result", value: { content: [{ text: "a\u{fffd}\u{fffd}b" }] } },
    ["violation invalid-utf8"],
  ],
  ["byte-order-mark", answered, ["violation byte-order-mark"]],
  ["byte-order-mark-in-stream", answered, ["note byte-order-mark"]],
  ["line-ends-lf", answered, []],
  ["line-ends-cr", answered, []],
  ["line-ends-crlf", answered, []],
  ["splits-characters", { kind: "result", value: { content: [{ text: "ä€😀" }] } }, []],
  ["html-with-200", failed("not-mcp"), ["violation not-mcp"]],
  ["json-as-text", answered, ["violation wrong-content-type"]],
  ["stream-as-json", failed("not-json"), ["violation not-json"]],
  [
    "json-as-stream",
    failed("no-answer"),
    ["warning event-never-ended", "warning stream-without-answer"],
  ],
  ["stream-without-answer", failed("no-answer"), ["warning stream-without-answer"]],
  [
    "event-without-end",
    failed("no-answer"),
    ["warning event-never-ended", "warning stream-without-answer"],
  ],
  ["broken-json", failed("not-json"), ["violation not-json"]],
  ["wrong-version", refused, ["violation wrong-value"]],
  ["no-version", refused, ["violation missing-member"]],
  ["result-and-error", refused, ["violation result-and-error"]],
  ["null-id-result", failed("no-answer"), ["violation wrong-type"]],
  ["null-id-error", refused, ["warning null-id"]],
  ["null-id-request", answered, ["violation wrong-type"]],
  ["requests-reusing-ids", answered, ["violation request-id-reused"]],
  ["batch-in-stream", answered, ["violation batch-not-allowed"]],
  ["batch-as-json", answered, ["violation batch-not-allowed"]],
  ["only-accepts", failed("no-answer"), ["violation request-only-accepted"]],
  ["accepts-with-body", answered, ["violation request-only-accepted", "violation body-with-202"]],
  ["empty-answer", failed("no-answer"), ["violation empty-answer"]],
  ["speaks-after-answer", answered, ["warning message-after-answer"]],
  [
    "progress-backwards",
    answered,
    ["violation progress-not-increasing", "violation progress-not-increasing"],
  ],
  ["progress-for-nobody", answered, ["violation progress-for-unknown-token"]],
  ["event-ids-reused", answered, ["violation event-id-reused"]],
  ["custom-event", answered, ["note unknown-event"]],
  ["cancels-what-is-not-its-own", answered, ["violation cancel-of-unknown-request"]],
  ["undeclared-notification", answered, ["violation capability-not-declared"]],
];

describe("one call", () => {
  test.each(table)("%s", async (tool, outcome, expected) => {
    const { session, log, call, found } = await setUp();
    const asked = call(tool);
    expect(await asked.done).toMatchObject(outcome);
    const { exchangeId } = asked.entry;
    await vi.waitFor(async () => {
      const sent = server.transcript.findLast(({ about }) => about === tool);
      expect(sent).toMatchObject(await digestIn(log, exchangeId));
    });
    expect(await session.request("ping").done).toMatchObject(answered);
    expect(await found()).toEqual(expected);
  });
});

test("calls that are answered in another order succeed", async () => {
  const { call, found } = await setUp();
  const calls = [call("answers-out-of-order"), call("answers-out-of-order")];
  const outcomes = await Promise.all(calls.map(({ done }) => done));
  const texts = outcomes.map((outcome) => outcome.kind === "result" && outcome.value);
  expect(texts).toMatchObject(["first", "second"].map((text) => ({ content: [{ text }] })));
  expect(await found()).toEqual([]);
});

test("a call that is never answered ends with the timeout, and is reported", async () => {
  const { session, call, found } = await setUp();
  expect(await call("never-answers", 200).done).toMatchObject(failed("timeout"));
  expect(await session.request("ping").done).toMatchObject(answered);
  await vi.waitFor(async () => expect(await found()).toEqual(["note given-up"]));
});

test("a stream that never ends does not block other calls, and is reported once it ends", async () => {
  const { session, call, found } = await setUp();
  expect(await call("never-ends").done).toMatchObject(answered);
  expect(await session.request("ping").done).toMatchObject(answered);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await session.close();
  await vi.waitFor(async () => expect(await found()).toEqual(["warning stream-left-open"]));
});

test("a redirect that preserves the request is followed, and reported without its query", async () => {
  const { call, found, lint } = await setUp();
  expect(await call("redirects").done).toMatchObject(answered);
  expect(await found()).toEqual(["warning redirected"]);
  expect(JSON.stringify([...lint.snapshot().bySeq])).not.toContain("secret");
});

test("a redirect that changes the method to GET fails the call, and the session continues", async () => {
  const { session, call, found } = await setUp();
  expect(await call("redirects-to-get").done).toMatchObject({
    failure: { code: "http-status", status: 405 },
  });
  expect(await session.request("ping").done).toMatchObject(answered);
  expect(await found()).toEqual(["warning redirected"]);
});

test("64 MiB arrive whole, and are not parsed a second time", async () => {
  const size = 64 * 1024 * 1024;
  const { session, log, call, found } = await setUp();
  globalThis.gc?.();
  const before = process.memoryUsage();
  let peak = 0;
  const watch = setInterval(() => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + arrayBuffers);
  }, 10);
  const asked = call("sends-64-mib", 60_000);
  const outcome = await asked.done;
  clearInterval(watch);
  expect(outcome.kind).toBe("result");
  expect(await found()).toEqual(["note not-checked"]);
  const digest = await digestIn(log, asked.entry.exchangeId);
  expect(digest.bytes).toBeGreaterThan(size);
  expect(server.transcript.at(-1)).toEqual({ about: "sends-64-mib", ...digest });
  reportMemory("a result of 64 MiB", peak - before.heapUsed - before.arrayBuffers, 256);
  expect(await session.request("ping").done).toMatchObject(answered);
});

test("every misbehaviour has its test", () => {
  const others = [
    "answers-out-of-order",
    "never-answers",
    "never-ends",
    "redirects",
    "redirects-to-get",
    "sends-64-mib",
  ];
  const shown = [...table.map(([tool]) => tool), ...others];
  expect(shown.toSorted()).toEqual(Object.keys(misbehaviours).toSorted());
});
