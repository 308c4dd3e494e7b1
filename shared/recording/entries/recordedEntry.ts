/** Format of a log entry in a recording. */
import * as v from "valibot";
import { count, finite, pairOf, readonlyList } from "../../core/json/members.ts";
import { initiatorKinds, type SecretSpan } from "../../log/entry.ts";

/** Times further from the start are invalid: ten years in milliseconds. */
export const maxTimeMs = 10 * 365 * 86_400_000;

/** Milliseconds since the start of the recording, or before it, rounded to microseconds. */
const time = v.pipe(v.number(), v.minValue(-maxTimeMs), v.maxValue(maxTimeMs));

/** A stable code: lower-case words with hyphens. */
const code = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/));

/** A range of the entry that was masked; offsets as in {@link SecretSpan}, over the masked text. */
const mask = v.pipe(
  v.strictTuple([
    v.custom<SecretSpan["part"]>(
      (part) => typeof part === "string" && /^(?:body|url|header:[^\n\r]{1,256})$/.test(part),
    ),
    count,
    count,
    v.picklist(["header", "session-id", "token", "environment", "marked"]),
  ]),
  v.readonly(),
);

export type RecordedMask = v.InferOutput<typeof mask>;

/** What is shown of an id. */
const maxIdLength = 200;

const initiatorId = v.pipe(
  v.string(),
  v.transform((id) => id.slice(0, maxIdLength)),
);

/** Of a kind that a later version has added, nobody knows; a string, in older recordings, is an app. */
export const recordedInitiator = v.fallback(
  v.optional(
    v.union([
      v.object({
        kind: v.picklist(initiatorKinds),
        id: v.exactOptional(initiatorId),
        act: v.exactOptional(initiatorId),
      }),
      v.pipe(
        initiatorId,
        v.transform((id) => ({ kind: "app" as const, id })),
      ),
    ]),
  ),
  undefined,
);

const base = {
  /** The id of the connection; the first connection of the recording if absent. */
  connection: v.exactOptional(v.string()),
  /** The number of the HTTP exchange; absent for stdio and events of the client. */
  exchange: v.exactOptional(count),
  at: time,
  /** Absent for what happened in the client. */
  direction: v.exactOptional(v.picklist(["out", "in"])),
  /** Who caused it, see {@link Initiator}. */
  initiator: v.exactOptional(recordedInitiator),
  /** The body, if it is valid UTF-8; absent if it is empty. */
  text: v.exactOptional(v.string()),
  /** The body as base64, if it is not valid UTF-8. */
  base64: v.exactOptional(v.string()),
  masked: v.exactOptional(readonlyList(mask)),
};

const headers = readonlyList(pairOf(v.string()));

/** The head of a request; the values of headers that may hold secrets are masked. */
const requestHead = v.object({ method: v.string(), url: v.string(), headers });

export type RecordedRequestHead = Readonly<v.InferOutput<typeof requestHead>>;

/** The head of a response, without addresses and certificates. */
const responseHead = v.object({
  status: count,
  statusText: v.string(),
  url: v.string(),
  redirected: v.boolean(),
  headers,
  httpVersion: v.exactOptional(v.string()),
  timing: v.exactOptional(
    v.object({
      dnsMs: v.exactOptional(finite),
      connectMs: v.exactOptional(finite),
      tlsMs: v.exactOptional(finite),
      waitMs: finite,
    }),
  ),
  hops: v.exactOptional(readonlyList(v.object({ status: count, location: v.string() }))),
});

export type RecordedResponseHead = Readonly<v.InferOutput<typeof responseHead>>;

const processEvent = v.variant("kind", [
  v.object({ kind: v.literal("starting"), command: readonlyList(v.string()) }),
  v.object({ kind: v.literal("started"), pid: count }),
  v.object({ kind: v.literal("not-started"), reason: v.string() }),
  v.object({
    kind: v.literal("exited"),
    code: v.nullable(finite),
    signal: v.nullable(v.string()),
  }),
  v.object({ kind: v.literal("missed"), bytes: count }),
  v.object({
    kind: v.literal("restarted"),
    pid: count,
    ms: finite,
    changes: readonlyList(
      v.object({
        kind: v.picklist(["tools", "resources", "prompts"]),
        name: v.string(),
        change: v.picklist(["added", "changed", "removed"]),
      }),
    ),
  }),
  v.object({ kind: v.literal("not-restarted"), reason: v.string(), isRunning: v.boolean() }),
  v.object({
    kind: v.literal("rewritten"),
    path: v.string(),
    member: v.string(),
    from: v.string(),
    to: v.string(),
  }),
]);

const refusal = v.variant("kind", [
  v.object({
    kind: v.literal("error"),
    // NaN, which JSON writes as null, if the server sent none
    code: v.pipe(
      v.nullable(finite),
      v.transform((sent) => sent ?? Number.NaN),
    ),
    message: v.string(),
  }),
  v.object({ kind: v.literal("status"), status: count }),
  v.object({ kind: v.literal("no-revision") }),
  v.object({ kind: v.literal("timeout") }),
  v.object({ kind: v.literal("network"), reason: v.string() }),
  v.object({ kind: v.literal("exited") }),
  v.object({ kind: v.literal("no-mcp"), failure: v.string() }),
]);

const revisions = readonlyList(v.string());

const step = v.variant("kind", [
  v.object({ kind: v.literal("remembered"), era: v.picklist(["legacy", "modern"]) }),
  v.object({ kind: v.literal("discover"), revision: v.string() }),
  v.object({ kind: v.literal("discovered"), supported: revisions }),
  v.object({ kind: v.literal("unsupported"), requested: v.string(), supported: revisions }),
  v.object({ kind: v.literal("modern-error"), code: finite }),
  v.object({ kind: v.literal("not-modern"), because: refusal }),
  v.object({ kind: v.literal("initialize"), revision: v.string() }),
  v.object({ kind: v.literal("http-sse"), because: v.string() }),
  v.object({ kind: v.literal("attached"), revision: v.string() }),
  v.object({ kind: v.literal("agreed"), revision: v.string(), offered: v.string() }),
]);

const carrier = v.picklist(["http", "sse", "stdio"]);

/** What a tap did to the message; see {@link TapChange}. */
const change = v.object({
  action: v.picklist([
    "held",
    "edited",
    "dropped",
    "answered",
    "added",
    "of-tap",
    "for-tap",
    "delay",
    "drop",
    "duplicate",
    "reorder",
    "cut",
    "wrong-id",
    "error",
    "invalid-json",
    "status",
    "close",
    "kill",
    "slow-reader",
  ]),
  rule: v.exactOptional(v.string()),
  waitedMs: v.exactOptional(finite),
  original: v.exactOptional(v.string()),
});

const message = v.object({
  kind: v.literal("message"),
  ...base,
  carrier,
  http: v.exactOptional(requestHead),
  readAt: v.exactOptional(time),
  change: v.exactOptional(change),
});

export type RecordedMessage = Readonly<v.InferOutput<typeof message>>;

/** An entry of the log without derived members: the heads of messages, sizes and numbers. */
export const recordedEntry = v.variant("kind", [
  message,
  v.object({
    kind: v.literal("app"),
    ...base,
    app: v.string(),
    /** The call whose app it is: so many entries before it. */
    about: v.exactOptional(count),
  }),
  v.object({
    kind: v.literal("frame"),
    ...base,
    carrier,
    holds: v.picklist(["stream-metadata", "endpoint", "other-event", "body", "rest"]),
  }),
  v.pipe(
    v.object({
      kind: v.literal("http-request"),
      ...base,
      http: requestHead,
      /** What it is sent to, if that is not the server. */
      service: v.exactOptional(v.picklist(["authorization", "model"])),
      /** In older recordings: its service, or that a diagnosis caused it. */
      about: v.exactOptional(v.picklist(["authorization", "model", "diagnosis"])),
      model: v.exactOptional(v.string()),
    }),
    v.transform(({ about, ...entry }) => ({
      ...(about === "diagnosis" && { initiator: { kind: about } }),
      ...(about !== undefined && about !== "diagnosis" && { service: about }),
      ...entry,
    })),
  ),
  v.object({ kind: v.literal("http-start"), ...base, http: v.exactOptional(requestHead) }),
  v.object({
    kind: v.literal("http-response"),
    ...base,
    http: responseHead,
    startedAt: v.exactOptional(time),
  }),
  v.object({
    kind: v.literal("http-end"),
    ...base,
    outcome: v.picklist(["complete", "aborted", "failed", "never-sent"]),
    reason: v.exactOptional(v.string()),
    code: v.exactOptional(code),
    limit: v.exactOptional(finite),
  }),
  v.object({ kind: v.literal("stderr"), ...base }),
  v.object({ kind: v.literal("process"), ...base, event: processEvent }),
  v.pipe(
    v.object({
      kind: v.literal("connection"),
      ...base,
      phase: v.picklist(["connecting", "connected", "failed", "closed", "restored", "not-stored"]),
      byClient: v.exactOptional(v.literal(true)),
      label: v.string(),
      /** In older recordings: what caused it. */
      purpose: v.exactOptional(v.literal("examination")),
    }),
    v.transform(({ purpose, ...entry }) =>
      purpose === undefined ? entry : { initiator: { kind: purpose }, ...entry },
    ),
  ),
  v.object({ kind: v.literal("negotiation"), ...base, step }),
  v.object({
    kind: v.literal("finding"),
    ...base,
    code,
    severity: v.picklist(["violation", "warning", "note"]),
    /** The entry it is about is so many entries before it. */
    about: v.exactOptional(count),
    evidence: v.record(v.string(), v.union([v.string(), finite, v.boolean(), v.null()])),
  }),
]);

type Fixed<T> = T extends object ? Readonly<T> : never;

export type RecordedEntry = Fixed<v.InferOutput<typeof recordedEntry>>;
