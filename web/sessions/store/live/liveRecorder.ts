/** Converts the log of a session to documents for its viewers, with its secrets masked. */
import type { Clock } from "../../../../shared/core/clock.ts";
import { finishInSlices } from "../../../../shared/core/steps.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import { type EventLog, indexFrom } from "../../../../shared/log/eventLog.ts";
import { addTargetSecrets, createRecording } from "../../../../shared/recording/createRecording.ts";
import { createEntryRecorder } from "../../../../shared/recording/entries/recordEntry.ts";
import type { RecordedEntry } from "../../../../shared/recording/entries/recordedEntry.ts";
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";
import { createRedactor } from "../../../../shared/recording/redaction/redactor.ts";
import { startSlices } from "../../../platform/slices.ts";
import { isAttemptOf, type Server, type ServersState } from "../../../servers/store/server.ts";
import { secretsOfServers } from "../../../servers/store/sessionSecrets.ts";
import { connectionsOf, type ShareChoices } from "../recordSession.ts";

interface LiveRecorderOptions {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly server: () => Server | undefined;
  readonly servers: () => ServersState;
  readonly choices: ShareChoices;
  readonly head: Pick<Recording, "server" | "revision" | "selected">;
  /** Milliseconds since 1970 at time 0 of the log. */
  readonly timeOrigin: number;
}

export interface LiveRecorder {
  /** What viewers need to know about the server, if it changed. */
  head(): Promise<LiveDocument | undefined>;
  /** The next part of the log; undefined if there is nothing new. */
  next(): Promise<LiveDocument | undefined>;
}

/** Bytes of a body; larger ones are left out. */
const maxBodyBytes = 2_000_000;
/** Characters of the entries of one document. */
const maxDocumentLength = 400_000;
/** Milliseconds in which a process may write the rest of a line of output. */
const restOfLineMs = 300;
const lineFeed = 10;

export function createLiveRecorder(options: LiveRecorderOptions): LiveRecorder {
  const { log, clock, server, servers, choices, head, timeOrigin } = options;
  const keepsDetected = choices.keepsSecrets;
  const redactor = createRedactor({ keepsDetected });
  for (const text of choices.masked) redactor.addChosen(text);
  const knownSecrets = () => secretsOfServers(servers());
  // all attempts to connect are one connection for the viewers
  const recorder = createEntryRecorder({ redactor, start: 0, connectionOf: () => undefined });
  const ids = new Set<string>();
  let collected = Number.NEGATIVE_INFINITY;
  let recorded = Number.NEGATIVE_INFINITY;
  let lastHead: string | undefined;

  const isOwn = (entry: Entry) => {
    const own = server();
    if (own?.connection) ids.add(own.connection.id);
    const isAttempt =
      entry.kind === "connection" && own && isAttemptOf(own, servers(), entry.connectionId);
    if (isAttempt) ids.add(entry.connectionId);
    return ids.has(entry.connectionId);
  };

  const { ofMessages, leftOut } = exchangesOf(log, choices.excluded);
  const isIncluded = ({ kind, seq, exchangeId }: Entry) => {
    if (kind === "message") {
      if (exchangeId) ofMessages.add(exchangeId);
      return !choices.excluded.has(seq);
    }
    // the body of a refusal, for example, may repeat the request
    if (exchangeId !== undefined && leftOut.has(exchangeId)) return false;
    return choices.hasEvents || (exchangeId !== undefined && ofMessages.has(exchangeId));
  };

  const pauseIfDue = startSlices(clock.now);
  const entriesAfter = (seq: number) => {
    const { entries, length } = log.snapshot();
    return entries.slice(indexFrom(entries, seq + 1), length);
  };

  /** Waits for the rest of a line: a secret in it may be split between two pieces. */
  const restOfLine = async () => {
    const { entries, length } = log.snapshot();
    const last = entries[length - 1];
    if (last?.kind !== "stderr" || last.seq <= collected) return;
    const waited = clock.now() - last.at;
    if (waited < 0 || waited >= restOfLineMs) return;
    const body = await log.read(last.seq).catch(() => undefined);
    if (body?.at(-1) === lineFeed) return;
    await new Promise<void>((resolve) => void clock.after(restOfLineMs - waited, resolve));
  };

  /** Collects the secrets of the whole log, before any of it is sent. */
  const addSecrets = async () => {
    for (const secret of knownSecrets()) redactor.addSecret(secret);
    const own = server();
    if (own) addTargetSecrets(redactor, own.target, keepsDetected);
    for (const entry of entriesAfter(collected)) {
      collected = entry.seq;
      // its secrets are masked where they are marked
      if (entry.size > maxBodyBytes) continue;
      const body = await log.read(entry.seq).catch(() => undefined);
      if (body) await finishInSlices(recorder.addSecrets(entry, body), pauseIfDue);
    }
  };

  return {
    async head() {
      const own = server();
      if (!own) return undefined;
      const snapshot = log.snapshot();
      const [id, facts] = [...connectionsOf(snapshot, own, servers())].at(-1) ?? [];
      if (id === undefined || !facts) return undefined;
      const { recording } = await createRecording({
        snapshot,
        read: (seq) => log.read(seq).catch(() => new Uint8Array(0)),
        connections: new Map([[id, facts]]),
        head,
        timeOrigin,
        knownSecrets: knownSecrets(),
        choices: { include: new Set(), chosen: choices.masked, keepsDetected },
        pauseIfDue,
      });
      const { entries: _, leftOut: __, ...known } = recording;
      const text = JSON.stringify(known);
      if (text === lastHead) return undefined;
      lastHead = text;
      return { head: known };
    },
    async next() {
      await restOfLine();
      await addSecrets();
      const entries: RecordedEntry[] = [];
      let skipped = 0;
      let length = 0;
      for (const entry of entriesAfter(recorded)) {
        if (entry.seq > collected || length > maxDocumentLength) break;
        recorded = entry.seq;
        if (!isOwn(entry) || !isIncluded(entry)) continue;
        const body = await log.read(entry.seq).catch(() => undefined);
        if (!body) continue;
        if (entry.size > maxBodyBytes) {
          skipped++;
          continue;
        }
        entries.push(await finishInSlices(recorder.record(entry, body), pauseIfDue));
        length += 200 + body.byteLength;
      }
      if (entries.length === 0 && skipped === 0) return undefined;
      return { entries, ...(skipped > 0 ? { skipped } : {}) };
    },
  };
}

/** The exchanges that hold messages, and those of them whose messages are all left out. */
function exchangesOf(log: Pick<EventLog, "snapshot">, excluded: ReadonlySet<number>) {
  const { entries, length } = log.snapshot();
  const ofMessages = new Set<string>();
  const kept = new Set<string>();
  for (const { kind, seq, exchangeId } of entries.slice(0, length)) {
    if (kind !== "message" || exchangeId === undefined) continue;
    ofMessages.add(exchangeId);
    if (!excluded.has(seq)) kept.add(exchangeId);
  }
  return { ofMessages, leftOut: new Set([...ofMessages].filter((id) => !kept.has(id))) };
}
