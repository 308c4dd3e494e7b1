/** Reads the entries of a recording. */

import type { ProcessEntry } from "../../log/entry.ts";
import type { NegotiationStep } from "../../log/negotiationStep.ts";
import type { RevisionRefusal } from "../../protocol/failures/refusal.ts";
import type { RecordedEntry, RecordedMask } from "../entries/recordedEntry.ts";
import {
  byKind,
  code,
  count,
  either,
  type FieldReader,
  finite,
  flag,
  invalidField,
  nothing,
  oneOf,
  optional,
  readList,
  readObject,
  text,
  time,
  tuple,
} from "./fieldReaders.ts";

const maxHeaders = 1000;
const maxWords = 500;

const headers = readList(tuple<readonly [string, string]>(text, text), maxHeaders);

const part: FieldReader<RecordedMask[0]> = (value) =>
  typeof value === "string" && /^(?:body|url|header:[^\n\r]{1,256})$/.test(value)
    ? (value as RecordedMask[0])
    : invalidField;

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
  masked: optional(readList(mask, 100_000)),
};

const requestHead = readObject({ method: text, url: text, headers });

const responseHead = readObject({
  status: count,
  statusText: text,
  url: text,
  redirected: flag,
  headers,
  httpVersion: optional(text),
  timing: optional(
    readObject({
      dnsMs: optional(finite),
      connectMs: optional(finite),
      tlsMs: optional(finite),
      waitMs: finite,
    }),
  ),
  hops: optional(readList(readObject({ status: count, location: text }), 100)),
});

const processEvent = byKind<ProcessEntry["event"]>({
  starting: readObject({ kind: oneOf("starting"), command: readList(text, maxWords) }),
  started: readObject({ kind: oneOf("started"), pid: count }),
  "not-started": readObject({ kind: oneOf("not-started"), reason: text }),
  exited: readObject({
    kind: oneOf("exited"),
    code: either<number | null>(finite, nothing),
    signal: either<string | null>(text, nothing),
  }),
  missed: readObject({ kind: oneOf("missed"), bytes: count }),
});

/** The code of an error; NaN, which JSON writes as null, if the server sent none. */
const errorCode: FieldReader<number> = (value) => (value === null ? Number.NaN : finite(value));

const revisions = readList(text, 1000);

const refusal = byKind<Exclude<RevisionRefusal, { kind: "unsupported" }>>({
  error: readObject({ kind: oneOf("error"), code: errorCode, message: text }),
  status: readObject({ kind: oneOf("status"), status: count }),
  "no-revision": readObject({ kind: oneOf("no-revision") }),
  timeout: readObject({ kind: oneOf("timeout") }),
  network: readObject({ kind: oneOf("network"), reason: text }),
  exited: readObject({ kind: oneOf("exited") }),
  "no-mcp": readObject({ kind: oneOf("no-mcp"), failure: text }),
});

const step = byKind<NegotiationStep>({
  remembered: readObject({ kind: oneOf("remembered"), era: oneOf("legacy", "modern") }),
  discover: readObject({ kind: oneOf("discover"), revision: text }),
  discovered: readObject({ kind: oneOf("discovered"), supported: revisions }),
  unsupported: readObject({ kind: oneOf("unsupported"), requested: text, supported: revisions }),
  "modern-error": readObject({ kind: oneOf("modern-error"), code: finite }),
  "not-modern": readObject({ kind: oneOf("not-modern"), because: refusal }),
  initialize: readObject({ kind: oneOf("initialize"), revision: text }),
  "http-sse": readObject({ kind: oneOf("http-sse"), because: text }),
  attached: readObject({ kind: oneOf("attached"), revision: text }),
  agreed: readObject({ kind: oneOf("agreed"), revision: text, offered: text }),
});

const evidence: FieldReader<Readonly<Record<string, string | number | boolean | null>>> = (
  value,
) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return invalidField;
  const members = Object.entries(value);
  const isScalar = (member: unknown) => member === null || typeof member !== "object";
  return members.length <= 100 && members.every(([, member]) => isScalar(member))
    ? Object.fromEntries(members)
    : invalidField;
};

const carrier = oneOf("http", "sse", "stdio");

/** Reads one entry; unknown members are dropped. */
export const entry: FieldReader<RecordedEntry> = byKind<RecordedEntry>({
  message: readObject({
    kind: oneOf("message"),
    ...base,
    carrier,
    http: optional(requestHead),
    readAt: optional(time),
  }),
  frame: readObject({
    kind: oneOf("frame"),
    ...base,
    carrier,
    holds: oneOf("stream-metadata", "endpoint", "other-event", "body", "rest"),
  }),
  "http-request": readObject({
    kind: oneOf("http-request"),
    ...base,
    http: requestHead,
    about: optional(oneOf("authorization")),
  }),
  "http-start": readObject({ kind: oneOf("http-start"), ...base, http: optional(requestHead) }),
  "http-response": readObject({
    kind: oneOf("http-response"),
    ...base,
    http: responseHead,
    startedAt: optional(time),
  }),
  "http-end": readObject({
    kind: oneOf("http-end"),
    ...base,
    outcome: oneOf("complete", "aborted", "failed", "never-sent"),
    reason: optional(text),
    code: optional(code),
    limit: optional(finite),
  }),
  stderr: readObject({ kind: oneOf("stderr"), ...base }),
  process: readObject({ kind: oneOf("process"), ...base, event: processEvent }),
  connection: readObject({
    kind: oneOf("connection"),
    ...base,
    phase: oneOf("connecting", "connected", "failed", "closed", "restored", "not-stored"),
    label: text,
  }),
  negotiation: readObject({ kind: oneOf("negotiation"), ...base, step }),
  finding: readObject({
    kind: oneOf("finding"),
    ...base,
    code,
    severity: oneOf("violation", "warning", "note"),
    about: optional(count),
    evidence,
  }),
});
