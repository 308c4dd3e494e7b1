/** Converts log entries to entries of a recording, field by field, with their secrets masked. */
import { toBase64 } from "../../core/base64.ts";
import type { Steps } from "../../core/steps.ts";
import {
  type Entry,
  type FindingEntry,
  type Initiator,
  isOfSession,
  type ProcessEntry,
  type TapChange,
} from "../../log/entry.ts";
import { spansOf } from "../../log/mask.ts";
import { detectArguments } from "../../log/secrets/detectArguments.ts";
import { addMarkedSecrets, inspectBody } from "../redaction/entrySecrets.ts";
import type { Redactor, TextPlace } from "../redaction/redactor.ts";
import { createStreams } from "../redaction/streams.ts";
import type { RecordedEntry, RecordedMask } from "./recordedEntry.ts";
import { createHeadRecorder } from "./recordHeads.ts";

interface EntryRecorderOptions {
  readonly redactor: Redactor;
  /** The time of the log that becomes 0, in milliseconds. */
  readonly start: number;
  /** The id of a connection in the recording; undefined leaves the member out, for the first. */
  readonly connectionOf: (connectionId: string) => string | undefined;
}

const event: TextPlace = { place: "event" };
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Creates the recorder of one recording; exchanges and requests are numbered in the order of their entries. */
export function createEntryRecorder(options: EntryRecorderOptions) {
  const { redactor, start, connectionOf } = options;
  const exchanges = new Map<string, number>();
  const withoutBodies = new Set<string>();
  const indices = new Map<number, number>();
  const heads = createHeadRecorder(redactor);
  const streams = createStreams(redactor);

  const time = (at: number) => Math.round((at - start) * 1000) / 1000;
  const plain = (text: string) => redactor.text(text, event).text;
  const recordedInitiator = ({ kind, id, act }: Initiator) => ({
    kind,
    ...(id === undefined ? {} : { id: plain(id) }),
    ...(act === undefined ? {} : { act: plain(act) }),
  });
  const exchangeOf = ({ exchangeId }: Entry) => {
    if (exchangeId === undefined) return undefined;
    const number = exchanges.get(exchangeId) ?? exchanges.size;
    exchanges.set(exchangeId, number);
    return number;
  };

  /**
   * Converts one entry whose secrets were added; entries must come in the order of the log. Output that
   * arrives in pieces is masked across those whose secrets were added before.
   */
  function* record(entry: Entry, body: Uint8Array): Steps<RecordedEntry> {
    if (entry.kind === "http-request" && !isOfSession(entry) && entry.exchangeId !== undefined) {
      withoutBodies.add(entry.exchangeId);
    }
    yield* streams.inspect();
    const masked: RecordedMask[] = [];
    const isWithoutBody = entry.exchangeId !== undefined && withoutBodies.has(entry.exchangeId);
    const bodyMembers = isWithoutBody ? {} : yield* bodyOf(entry, body, masked);
    if (isWithoutBody && body.byteLength > 0) redactor.count("authorization-bodies");
    const own = ownMembers(entry, masked);
    const connection = connectionOf(entry.connectionId);
    const exchange = exchangeOf(entry);
    indices.set(entry.seq, indices.size);
    return {
      kind: entry.kind,
      ...(connection === undefined ? {} : { connection }),
      ...(exchange === undefined ? {} : { exchange }),
      at: time(entry.at),
      ...(entry.direction === "none" ? {} : { direction: entry.direction }),
      ...(entry.initiator ? { initiator: recordedInitiator(entry.initiator) } : {}),
      ...own,
      ...bodyMembers,
      ...(masked.length === 0 ? {} : { masked }),
    } as RecordedEntry;
  }

  function* bodyOf(entry: Entry, body: Uint8Array, masked: RecordedMask[]) {
    if (body.byteLength === 0) return {};
    const marked = spansOf(entry.secrets, "body");
    const ranges =
      (yield* streams.rangesOf(entry)) ?? (yield* redactor.rangesInSteps(body, marked));
    const { bytes, masks } = redactor.bytes(body, ranges, placeOf(entry));
    for (const { start, end, kind } of masks) masked.push(["body", start, end, kind]);
    try {
      return { text: utf8.decode(bytes) };
    } catch {
      return { base64: toBase64(bytes) };
    }
  }

  const processEvent = (happened: ProcessEntry["event"]): ProcessEntry["event"] => {
    if (happened.kind === "starting") return startingEvent(happened.command, redactor);
    if (happened.kind === "rewritten") {
      const { kind, path, member, from, to } = happened;
      // as in the heads, which have the same addresses
      return {
        ...{ kind, path: heads.url(path), member: plain(member) },
        ...{ from: heads.url(from), to: heads.url(to) },
      };
    }
    return { ...redactor.json(happened, event), kind: happened.kind } as typeof happened;
  };

  const ownMembers = (entry: Entry, masked: RecordedMask[]): object => {
    switch (entry.kind) {
      case "message":
        return {
          carrier: entry.carrier,
          ...(entry.http ? { http: heads.request(entry.http, entry, masked) } : {}),
          ...(entry.readAt === undefined ? {} : { readAt: time(entry.readAt) }),
          ...(entry.change ? { change: recordedChange(entry.change, redactor) } : {}),
        };
      case "app":
        return { app: plain(entry.app), ...aboutMember(entry, indices) };
      case "frame":
        return { carrier: entry.carrier, holds: entry.holds };
      case "http-request":
        return {
          http: heads.request(entry.http, entry, masked),
          ...(entry.service ? { service: entry.service } : {}),
          ...(entry.model === undefined ? {} : { model: plain(entry.model) }),
        };
      case "http-start":
        return entry.http ? { http: heads.request(entry.http, entry, masked) } : {};
      case "http-response":
        return {
          http: heads.response(entry.http, entry, masked),
          ...(entry.startedAt === undefined ? {} : { startedAt: time(entry.startedAt) }),
        };
      case "http-end": {
        const { outcome, reason, code, limit } = entry;
        return {
          outcome,
          ...(reason === undefined ? {} : { reason: plain(reason) }),
          ...(code === undefined ? {} : { code }),
          ...(limit === undefined ? {} : { limit }),
        };
      }
      case "stderr":
        return {};
      case "process":
        return { event: processEvent(entry.event) };
      case "connection":
        return {
          phase: entry.phase,
          ...(entry.byClient && { byClient: true }),
          label: plain(entry.label),
        };
      case "negotiation":
        return { step: { ...redactor.json(entry.step, event), kind: entry.step.kind } };
      case "finding":
        return findingMembers(entry, indices, redactor);
    }
  };

  return {
    /** Adds the secrets of an entry, so that entries recorded later do not show them. */
    *addSecrets(entry: Entry, body: Uint8Array): Steps<void> {
      addMarkedSecrets(redactor, entry, body);
      if (entry.kind === "message" && entry.change?.original !== undefined) {
        yield* redactor.inspectInSteps(entry.change.original);
      }
      if (!(yield* streams.add(entry, body))) yield* inspectBody(redactor, entry, body);
    },
    record,
  };
}

function recordedChange(change: TapChange, redactor: Redactor): TapChange {
  if (change.original === undefined) return change;
  return { ...change, original: redactor.text(change.original, { place: "message" }).text };
}

function findingMembers(
  entry: FindingEntry,
  indices: ReadonlyMap<number, number>,
  redactor: Redactor,
): object {
  const { code, severity, evidence } = entry;
  return {
    code,
    severity,
    ...aboutMember(entry, indices),
    evidence: redactor.json(evidence, event),
  };
}

/** The distance to the entry that another one is about. */
function aboutMember(
  { seq, about }: Pick<FindingEntry, "seq" | "about">,
  indices: ReadonlyMap<number, number>,
): object {
  const from = indices.get(about ?? seq);
  return from === undefined || about === undefined ? {} : { about: indices.size - from };
}

function startingEvent(command: readonly string[], redactor: Redactor): ProcessEntry["event"] {
  const [program = "", ...args] = command;
  const found = detectArguments(args);
  const words = args.map((word, index) => {
    const marked = found.filter(({ argument }) => argument === index);
    for (const { start, end } of marked) redactor.addSecret(word.slice(start, end));
    return redactor.text(
      word,
      event,
      marked.map(({ start, end }) => ({ start, end, kind: "token" })),
    ).text;
  });
  return { kind: "starting", command: [redactor.text(program, event).text, ...words] };
}

/** Where the body of an entry is listed as masked. */
function placeOf({ kind }: Entry): TextPlace {
  return { place: kind === "message" || kind === "app" ? "message" : "output" };
}
