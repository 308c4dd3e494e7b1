/** Reads the entries of a recording. */
import type { Refusal } from "../../core/failures/refusal.ts";
import type { ProcessEntry } from "../../log/entry.ts";
import type { NegotiationStep } from "../../log/negotiationStep.ts";
import type { RecordedEntry, RecordedMask } from "../entries/recordedEntry.ts";
import {
  byKind,
  code,
  count,
  either,
  finite,
  flag,
  invalid,
  list,
  nothing,
  object,
  oneOf,
  optional,
  type Reader,
  text,
  time,
  tuple,
} from "./fields.ts";

const maxHeaders = 1000;
const maxWords = 500;

const headers = list(tuple<readonly [string, string]>(text, text), maxHeaders);

const part: Reader<RecordedMask[0]> = (value) =>
  typeof value === "string" && /^(?:body|url|header:[^\n\r]{1,256})$/.test(value)
    ? (value as RecordedMask[0])
    : invalid;

const mask = tuple<RecordedMask>(
  part,
  count,
  count,
  oneOf("header", "session-id", "token", "environment", "marked"),
);

const base = {
  connection: optional(text),
  exchange: optional(count),
  at: time,
  direction: optional(oneOf("out", "in")),
  text: optional(text),
  base64: optional(text),
  masked: optional(list(mask, 100_000)),
};

const requestHead = object({ method: text, url: text, headers });

const responseHead = object({
  status: count,
  statusText: text,
  url: text,
  redirected: flag,
  headers,
  httpVersion: optional(text),
  timing: optional(
    object({
      dnsMs: optional(finite),
      connectMs: optional(finite),
      tlsMs: optional(finite),
      waitMs: finite,
    }),
  ),
  hops: optional(list(object({ status: count, location: text }), 100)),
});

const processEvent = byKind<ProcessEntry["event"]>({
  starting: object({ kind: oneOf("starting"), command: list(text, maxWords) }),
  started: object({ kind: oneOf("started"), pid: count }),
  "not-started": object({ kind: oneOf("not-started"), reason: text }),
  exited: object({
    kind: oneOf("exited"),
    code: either<number | null>(finite, nothing),
    signal: either<string | null>(text, nothing),
  }),
  missed: object({ kind: oneOf("missed"), bytes: count }),
});

/** The code of an error; NaN, which JSON writes as null, if the server sent none. */
const errorCode: Reader<number> = (value) => (value === null ? Number.NaN : finite(value));

const revisions = list(text, 1000);

const refusal = byKind<Exclude<Refusal, { kind: "unsupported" }>>({
  error: object({ kind: oneOf("error"), code: errorCode, message: text }),
  status: object({ kind: oneOf("status"), status: count }),
  "no-revision": object({ kind: oneOf("no-revision") }),
  timeout: object({ kind: oneOf("timeout") }),
  network: object({ kind: oneOf("network"), reason: text }),
  exited: object({ kind: oneOf("exited") }),
  "no-mcp": object({ kind: oneOf("no-mcp"), failure: text }),
});

const step = byKind<NegotiationStep>({
  remembered: object({ kind: oneOf("remembered"), era: oneOf("legacy", "modern") }),
  discover: object({ kind: oneOf("discover"), revision: text }),
  discovered: object({ kind: oneOf("discovered"), supported: revisions }),
  unsupported: object({ kind: oneOf("unsupported"), requested: text, supported: revisions }),
  "modern-error": object({ kind: oneOf("modern-error"), code: finite }),
  "not-modern": object({ kind: oneOf("not-modern"), because: refusal }),
  initialize: object({ kind: oneOf("initialize"), revision: text }),
  "http-sse": object({ kind: oneOf("http-sse"), because: text }),
  attached: object({ kind: oneOf("attached"), revision: text }),
  agreed: object({ kind: oneOf("agreed"), revision: text, offered: text }),
});

const evidence: Reader<Readonly<Record<string, string | number | boolean | null>>> = (value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return invalid;
  const members = Object.entries(value);
  const isScalar = (member: unknown) => member === null || typeof member !== "object";
  return members.length <= 100 && members.every(([, member]) => isScalar(member))
    ? Object.fromEntries(members)
    : invalid;
};

const carrier = oneOf("http", "sse", "stdio");

/** Reads one entry; unknown members are dropped. */
export const entry: Reader<RecordedEntry> = byKind<RecordedEntry>({
  message: object({
    kind: oneOf("message"),
    ...base,
    carrier,
    http: optional(requestHead),
    readAt: optional(time),
  }),
  frame: object({
    kind: oneOf("frame"),
    ...base,
    carrier,
    holds: oneOf("stream-metadata", "endpoint", "other-event", "body", "rest"),
  }),
  "http-request": object({
    kind: oneOf("http-request"),
    ...base,
    http: requestHead,
    about: optional(oneOf("authorization")),
  }),
  "http-start": object({ kind: oneOf("http-start"), ...base, http: optional(requestHead) }),
  "http-response": object({
    kind: oneOf("http-response"),
    ...base,
    http: responseHead,
    startedAt: optional(time),
  }),
  "http-end": object({
    kind: oneOf("http-end"),
    ...base,
    outcome: oneOf("complete", "aborted", "failed", "never-sent"),
    reason: optional(text),
    code: optional(code),
    limit: optional(finite),
  }),
  stderr: object({ kind: oneOf("stderr"), ...base }),
  process: object({ kind: oneOf("process"), ...base, event: processEvent }),
  connection: object({
    kind: oneOf("connection"),
    ...base,
    phase: oneOf("connecting", "connected", "failed", "closed", "restored", "not-stored"),
    label: text,
  }),
  negotiation: object({ kind: oneOf("negotiation"), ...base, step }),
  finding: object({
    kind: oneOf("finding"),
    ...base,
    code,
    severity: oneOf("violation", "warning", "note"),
    about: optional(count),
    evidence,
  }),
});
