/** What is said about another's act has its evidence in the log, and is not said without it. */
import { expect, onTestFinished, test, vi } from "vitest";
import { startModelServer } from "../../e2e/servers/models.ts";
import { endInput, type ServerInput } from "../../shared/client/input/serverInput.ts";
import { decodeText, encodeText } from "../../shared/core/bytes.ts";
import type { EntryDraft } from "../../shared/log/entry.ts";
import { createEventLog } from "../../shared/log/eventLog.ts";
import { parseFilter } from "../../shared/log/filter.ts";
import { createRecorder } from "../../shared/log/recorder.ts";
import { modelAt, question } from "../../shared/models/models.fixture.ts";
import { timedOutReason } from "../../shared/protocol/jsonRpc.ts";
import { createRecording } from "../../shared/recording/createRecording.ts";
import { exportReport } from "../../shared/recording/export/report.ts";
import { followFaults, summarizeFaults } from "../../shared/taps/faultSummary.ts";
import { decodeMessages } from "../../shared/transport/decodeMessages.ts";
import { createInbox, type Inbox } from "../inbox/store/inbox.ts";
import { endReasonText } from "../messages/requestMessages.ts";
import { createRecordedFetch } from "../sampling/store/recordedFetch.ts";
import { faultSummaryText } from "../taps/messages/tapRuleMessages.ts";
import { itemRow } from "../traffic/ui/messages/groupRows.ts";
import { createLogIndex } from "../traffic/ui/messages/logIndex.ts";
import { createRowList } from "../traffic/ui/messages/rowList.ts";
import { frameSummary } from "../traffic/ui/messages/summaries.ts";

type Step = Readonly<Record<string, unknown>>;

const message = (direction: "out" | "in", body: object, more: Step = {}): Step => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...body });
  const { heads, batch } = decodeMessages(text);
  return { kind: "message", carrier: "stdio", direction, heads, batch, text, ...more };
};
const call = (id: number, more?: Step, name = "add") =>
  message("out", { id, method: "tools/call", params: { name } }, more);
const answer = (id: number, more?: Step) => message("in", { id, result: { content: [] } }, more);
const cancel = (reason?: string, more?: Step) =>
  message("out", { method: "notifications/cancelled", params: { requestId: 1, reason } }, more);
const post = { exchangeId: "x", carrier: "http", http: { method: "POST", url: "", headers: [] } };
const end = (outcome: string, code?: string): Step => ({
  kind: "http-end",
  exchangeId: "x",
  outcome,
  code,
});
const closed = (byClient?: true): Step => ({
  kind: "connection",
  phase: "closed",
  label: "s",
  byClient,
});
const exited: Step = { kind: "process", event: { kind: "exited", code: 1, signal: null } };
const notStored: Step = { kind: "connection", phase: "not-stored", label: "9" };
const drop: Step = { change: { action: "drop", rule: "f" } };

function logOf(steps: readonly Step[]) {
  let now = 0;
  const log = createEventLog({ now: () => ++now });
  for (const { text, ...step } of steps) {
    const draft = { connectionId: "c", exchangeId: undefined, direction: "none", ...step };
    const known = Object.entries(draft).filter(
      ([name, value]) => name === "exchangeId" || value !== undefined,
    );
    const body = typeof text === "string" ? encodeText(text) : undefined;
    log.append(Object.fromEntries(known) as unknown as EntryDraft, body);
  }
  return log;
}

/** What Traffic says about the first request. */
function rowWords(steps: readonly Step[]): string {
  const log = logOf(steps);
  const index = createLogIndex();
  index.update(log.snapshot());
  const [first] = createRowList(index, parseFilter("")).update(log.snapshot()).top;
  return (first && itemRow(first, index)?.state?.words) ?? "nothing";
}

/** What a bug report says about the first request, without times. */
async function reportWords(steps: readonly Step[], included?: ReadonlySet<number>) {
  const log = logOf(steps);
  const target = { kind: "stdio", command: "s", args: [] } as const;
  const { recording } = await createRecording({
    snapshot: log.snapshot(),
    read: (seq: number) => log.read(seq),
    connections: new Map([["c", { target }]]),
    head: { server: target },
    ...(included && { choices: { include: included } }),
  } as never);
  const [section = ""] = exportReport(recording)
    .split(/### |## Left out/)
    .slice(1);
  return (
    section.split("\n").findLast((line) => line.trim() !== "" && !line.startsWith("`")) ?? ""
  ).replace(/ after \d+ ms/, "");
}

const noAnswer = "No answer was recorded.";
const left = "No answer: the client disconnected.";
const cancelled = "Cancelled, without an answer.";
const timedOut = "Timed out, without an answer.";

test.each<[string, readonly Step[], string, string]>([
  [
    "cancelled by a notification",
    [call(1), cancel("Cancelled by the user")],
    "cancelled",
    cancelled,
  ],
  ["cancelled without a reason", [call(1), cancel()], "cancelled", cancelled],
  ["cancelled by the end of its exchange", [call(1, post), end("aborted")], "cancelled", cancelled],
  ["timed out on stdio", [call(1), cancel(timedOutReason)], "timed out", timedOut],
  ["timed out over HTTP", [call(1, post), end("aborted", "timeout")], "timed out", timedOut],
  [
    "timed out, then disconnected",
    [call(1), cancel(timedOutReason), closed(true)],
    "timed out",
    timedOut,
  ],
  ["cancelled, then disconnected", [call(1), cancel(), closed(true)], "cancelled", cancelled],
  [
    "disconnected over Streamable HTTP",
    [call(1, post), end("aborted", "closed")],
    "disconnected",
    left,
  ],
  ["disconnected on stdio", [call(1), closed(true)], "disconnected", left],
  ["disconnected on stdio, then ended", [call(1), closed(true), exited], "disconnected", left],
  [
    "disconnected over HTTP+SSE",
    [call(1, post), end("complete"), closed(true)],
    "disconnected",
    left,
  ],
  ["disconnected in an older log", [call(1), closed()], "nothing", noAnswer],
  ["the process ended", [call(1), exited, closed()], "process ended", noAnswer],
  ["its answer may not be kept", [call(1), notStored, closed(true)], "nothing", noAnswer],
  ["another request was cancelled", [call(2), cancel()], "no response yet", noAnswer],
])("a call: %s", async (_, steps, words, report) => {
  expect(rowWords(steps)).toBe(words);
  expect(await reportWords(steps)).toBe(report);
});

test.each<[string, readonly Step[]]>([
  ["cancelled", [call(1), answer(1), cancel()]],
  ["timed out", [call(1), answer(1), cancel(timedOutReason)]],
  ["disconnected", [call(1), answer(1), closed(true)]],
  [
    "ended by the client",
    [call(1, post), answer(1, { exchangeId: "x" }), end("aborted", "timeout")],
  ],
])("an answered call is not said to be %s", (_, steps) => {
  expect(rowWords(steps)).toBe("ok");
});

test("a report of a part of a log does not say that the client disconnected before the answer", async () => {
  const steps = [call(1), answer(1), closed(true)];
  const seqs = logOf(steps)
    .snapshot()
    .entries.map(({ seq }) => seq);
  const withoutAnswer = new Set(seqs.filter((_, at) => at !== 1));
  expect(await reportWords(steps, withoutAnswer)).toBe(noAnswer);
});

const ms = 5;
const hello = (name: string, more?: Step) =>
  message("out", { id: 0, method: "initialize", params: { clientInfo: { name } } }, more);
test.each<[string, readonly Step[], string, readonly Step[]]>([
  ["retried", [call(1, drop), call(2)], "went on", [call(1, drop), call(2, undefined, "other")]],
  [
    "gave up",
    [call(1, drop), cancel()],
    "has sent nothing yet",
    [call(1, drop), cancel(undefined, { change: { action: "added" } })],
  ],
  [
    "went on",
    [call(1, drop), message("out", { method: "ping", id: 3 })],
    "has sent nothing yet",
    [call(1, drop), message("in", { method: "ping", id: 3 })],
  ],
  [
    "got an answer",
    [call(1, { change: { action: "delay", rule: "f" } }), answer(1)],
    "has sent nothing yet",
    [call(1, drop), answer(2)],
  ],
  [
    "sent nothing more before the session ended",
    [call(1, drop), exited],
    "has sent nothing yet",
    [call(1, drop), { ...exited, connectionId: "other" }],
  ],
  [
    "connected again",
    [hello("a"), call(1, drop), hello("a", { connectionId: "d" })],
    "has sent nothing yet",
    [hello("a"), call(1, drop), hello("b", { connectionId: "d" })],
  ],
  [
    "sent errors",
    [call(1, drop), message("out", { id: 9, error: { code: 1, message: "" } })],
    "went on",
    [call(1, drop), message("out", { id: 9, result: {} })],
  ],
])(
  "a client %s after a fault, and not without its evidence",
  async (words, evidence, other, nearMiss) => {
    const textOf = async (steps: readonly Step[]) => {
      const log = logOf(steps);
      const read = async ({ seq }: { readonly seq: number }) => decodeText(await log.read(seq));
      return faultSummaryText(
        summarizeFaults(await followFaults(log.snapshot().entries, ms, read)).get("f"),
      );
    };
    expect(await textOf(evidence)).toBe(`1 time: the client ${words}`);
    expect(await textOf(nearMiss)).toBe(`1 time: the client ${other}`);
  },
);

test.each([
  ["openai", {}],
  ["openai", { onDelta: () => {} }],
  ["anthropic", {}],
  ["anthropic", { onDelta: () => {} }],
  ["google", {}],
  ["google", { onDelta: () => {} }],
] as const)("a whole reply of %s is not said to be incomplete: %j", async (provider, options) => {
  const server = await startModelServer();
  onTestFinished(server.close);
  const log = createEventLog({ now: () => performance.now() });
  let ids = 0;
  const recorded = createRecordedFetch({
    fetch,
    record: createRecorder(log, "c"),
    newId: () => String(++ids),
    initiator: { kind: "user" },
    model: "model-1",
    key: undefined,
  });
  server.script({ text: ["Hello"] });
  const model = modelAt(server, provider, { fetch: recorded });
  const revision = "2025-11-25";
  expect(await model.generate(question, { revision, ...options })).toMatchObject({ kind: "reply" });
  const entries = () => log.snapshot().entries;
  await vi.waitFor(() => expect(entries().at(-1)).toMatchObject({ kind: "http-end" }));
  const frames = entries().filter((entry) => entry.kind === "frame");
  expect(frames.map(frameSummary)).toEqual(["body without a message"]);
  expect(entries().at(-1)).toMatchObject({ outcome: "complete" });
});

test("a request of the server is said to be withdrawn, or lost with its connection, by what ended it", async () => {
  const endedBy = (end: (control: AbortController, inbox: Inbox) => void) => {
    const inbox = createInbox(
      () => "key",
      () => 0,
    );
    const control = new AbortController();
    const { signal } = control;
    const input = { method: "roots/list", text: "{}", params: {}, seq: 1, causedBy: undefined };
    void inbox.ask({ serverId: "s", connectionId: "c", server: "s" }, {
      ...input,
      signal,
    } as ServerInput);
    end(control, inbox);
    const [item] = inbox.getState();
    return item ? (item.ended ? endReasonText(item.ended) : "waits") : "gone";
  };
  expect(endedBy((control) => endInput(control, "withdrawn"))).toMatch(/^The server no longer/);
  expect(endedBy((_, inbox) => inbox.endConnection("c"))).toMatch(/^The connection ended before/);
  // a connection that ended took no request of another one, and who cancelled a call needs no word
  expect(endedBy((_, inbox) => inbox.endConnection("d"))).toBe("waits");
  expect(endedBy((control) => control.abort())).toBe("gone");
  // what was withdrawn before was not lost with the connection
  const both = endedBy((control, inbox) => {
    endInput(control, "withdrawn");
    inbox.endConnection("c");
  });
  expect(both).toMatch(/^The server no longer/);
});
