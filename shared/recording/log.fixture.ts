/** Arbitrary logs for property tests: every kind of entry, with any bytes. */
import fc from "fast-check";
import { encodeText } from "../core/bytes.ts";
import { type EntryDraft, initiatorKinds } from "../log/entry.ts";
import { createEventLog, type EventLog } from "../log/eventLog.ts";
import { messageText } from "../log/messageText.ts";
import { decodeMessages } from "../transport/decodeMessages.ts";

/** An entry that is still to be appended. */
export interface LoggedEntry {
  readonly draft: EntryDraft;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Milliseconds since the entry before. */
  readonly after: number;
}

const words = fc.string({ unit: fc.constantFrom(..."abc é\u{1f600}"), maxLength: 8 });
const name = fc.constantFrom("tools/call", "tools/list", "ping", "notifications/progress");
const bigNumber = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String);
const json = fc
  .tuple(fc.json({ maxDepth: 2 }), bigNumber, name, fc.nat(9))
  .map(([value, big, method, id]) =>
    fcMessage(
      `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{"n":${big},"v":${value}}}`,
    ),
  );
const fcMessage = (text: string) => encodeText(text);
const bytes = fc
  .uint8Array({ maxLength: 40 })
  .map((array) => new Uint8Array(array) as Uint8Array<ArrayBuffer>);
const body = fc.oneof({ weight: 3, arbitrary: json }, bytes);
const headers = fc.array(
  fc.tuple(fc.constantFrom("Accept", "Content-Type", "Date"), fc.constantFrom("text/plain", "x")),
  { maxLength: 3 },
);
const url = fc.constantFrom("https://one.example/mcp", "http://localhost:3000/");
const requestHead = fc.record(
  { method: fc.constantFrom("POST", "GET"), url, headers },
  { noNullPrototype: true },
);
const responseHead = fc.record(
  {
    status: fc.constantFrom(200, 202, 404),
    statusText: words,
    url,
    redirected: fc.boolean(),
    headers,
    httpVersion: fc.constant("1.1"),
    timing: fc.record({ dnsMs: fc.nat(9), waitMs: fc.nat(9) }, { noNullPrototype: true }),
    hops: fc.array(
      fc.record({ status: fc.constant(307), location: url }, { noNullPrototype: true }),
      {
        maxLength: 2,
      },
    ),
  },
  {
    noNullPrototype: true,
    requiredKeys: ["status", "statusText", "url", "redirected", "headers"],
  },
);
const carrier = fc.constantFrom("http", "sse", "stdio");
const none = new Uint8Array(0);

const initiator = fc.option(
  fc.record(
    { kind: fc.constantFrom(...initiatorKinds), id: words },
    { noNullPrototype: true, requiredKeys: ["kind"] },
  ),
  { nil: undefined },
);

/** The members of each kind of entry, with a body where it may have one. */
const own = fc.oneof(
  fc
    .record({ carrier, body, initiator, http: fc.option(requestHead, { nil: undefined }) })
    .map((made) => ({
      kind: "message",
      carrier: made.carrier,
      body: made.body,
      ...(made.http ? { http: made.http } : {}),
      ...(made.initiator ? { initiator: made.initiator } : {}),
      ...heads(made.carrier, made.body),
    })),
  fc.record({
    kind: fc.constant("frame"),
    carrier,
    holds: fc.constantFrom("stream-metadata", "endpoint", "other-event", "body", "rest"),
    body,
  }),
  fc.record({ kind: fc.constant("http-request"), http: requestHead, body: fc.constant(none) }),
  fc.record({ kind: fc.constant("http-start"), http: requestHead, body: fc.constant(none) }),
  fc.record({ kind: fc.constant("http-response"), http: responseHead, body: fc.constant(none) }),
  fc.record({
    kind: fc.constant("http-end"),
    outcome: fc.constantFrom("complete", "aborted", "failed", "never-sent"),
    reason: words,
    body: fc.constant(none),
  }),
  fc.record({ kind: fc.constant("stderr"), body }),
  body.map((made) => ({
    kind: "app",
    app: "app-1",
    body: made,
    heads: heads("http", made).heads,
  })),
  fc.record({
    kind: fc.constant("process"),
    event: fc.oneof(
      fc.record({ kind: fc.constant("starting"), command: fc.constant(["npx", "-y", "server"]) }),
      fc.record({ kind: fc.constant("started"), pid: fc.nat() }),
      fc.record({ kind: fc.constant("not-started"), reason: words }),
      fc.record({
        kind: fc.constant("exited"),
        code: fc.option(fc.nat(255)),
        signal: fc.option(fc.constant("SIGTERM")),
      }),
      fc.record({ kind: fc.constant("missed"), bytes: fc.nat() }),
      fc.record({
        kind: fc.constant("restarted"),
        pid: fc.nat(),
        ms: fc.nat(),
        changes: fc.constant([{ kind: "tools", name: "read", change: "changed" }]),
      }),
      fc.record({ kind: fc.constant("not-restarted"), reason: words, isRunning: fc.boolean() }),
      fc.record({
        kind: fc.constant("rewritten"),
        path: words,
        member: words,
        from: words,
        to: words,
      }),
    ),
    body: fc.constant(none),
  }),
  fc.record(
    {
      kind: fc.constant("connection"),
      phase: fc.constantFrom(
        "connecting",
        "connected",
        "failed",
        "closed",
        "restored",
        "not-stored",
      ),
      label: words,
      initiator: fc.constant({ kind: "examination" }),
      body: fc.constant(none),
    },
    { requiredKeys: ["kind", "phase", "label", "body"] },
  ),
  fc.record({
    kind: fc.constant("negotiation"),
    step: fc.oneof(
      fc.record({ kind: fc.constant("initialize"), revision: fc.constant("2025-11-25") }),
      fc.record({ kind: fc.constant("discovered"), supported: fc.array(words, { maxLength: 2 }) }),
      fc.constant({ kind: "not-modern", because: { kind: "error", code: NaN, message: "" } }),
    ),
    body: fc.constant(none),
  }),
  fc.record({
    kind: fc.constant("finding"),
    code: fc.constant("listener-threw"),
    severity: fc.constantFrom("violation", "warning", "note"),
    evidence: fc.dictionary(words, fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null)), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    body: fc.constant(none),
  }),
);

/** Entries of one or two connections. */
export const loggedEntries: fc.Arbitrary<readonly LoggedEntry[]> = fc.array(
  fc
    .record({
      own,
      connectionId: fc.constantFrom("a", "b"),
      exchangeId: fc.constantFrom(undefined, "x", "y"),
      direction: fc.constantFrom("out", "in", "none"),
      after: fc.nat(2_000_000).map((microseconds) => microseconds / 1000),
    })
    .map(({ own: { body: bodyOf, ...members }, after, ...base }) => ({
      draft: { ...members, ...base } as unknown as EntryDraft,
      body: bodyOf as Uint8Array<ArrayBuffer>,
      after,
    })),
  { maxLength: 12 },
);

/** Appends entries to a new log. */
export function logOf(entries: readonly LoggedEntry[]): EventLog {
  let now = 1000;
  const log = createEventLog({ now: () => now });
  for (const { draft, body: of, after } of entries) {
    now += after;
    log.append(draft, of);
  }
  return log;
}

function heads(of: "http" | "sse" | "stdio", bytesOf: Uint8Array) {
  const decoded = decodeMessages(messageText(of, bytesOf));
  return { heads: decoded.heads, batch: decoded.batch };
}
