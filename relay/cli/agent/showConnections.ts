/** Shows the connections of an agent to the pages of this user while they last, as a tap shows a client's. */
import { type Clock, sleep } from "../../../shared/core/clock.ts";
import type { Entry } from "../../../shared/log/entry.ts";
import { type EventLog, indexFrom } from "../../../shared/log/eventLog.ts";
import type { RecordDraft } from "../../../shared/log/recorder.ts";
import { sharedServer } from "../../../shared/recording/createRecording.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import { agentSuffix } from "../../../shared/relay/frames/tapFrames.ts";
import { createTapSession, type TapSession } from "../tap/recorder/tapSession.ts";
import { type AgentConnection, unnamedServer } from "./agentConnections.ts";
import { entryBytes } from "./limitLog.ts";

interface ShownConnections {
  /** Nothing more is logged of a connection. */
  end(logId: string): void;
  /** Ends what is shown, once pages have read it or the time for it is over. */
  close(): Promise<void>;
}

interface ShowOptions {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly all: () => readonly AgentConnection[];
  /** The secrets of all servers that are known so far. */
  readonly secrets: () => readonly string[];
}

interface ShownSession extends TapSession {
  readonly logId: string;
  /** The numbers of its newest entries, by those in the agent's log. */
  readonly seqs: Map<number, number>;
  /** Whether a page has asked for it: masking takes time, which is the agent's. */
  isWanted: boolean;
  /** The last entry that was looked at. */
  lastSeq: number;
  feeding: Promise<void> | undefined;
}

/** Entries that findings can be about. */
const maxSeqs = 10_000;
/** Bytes that are recorded at once, and milliseconds until the next ones: the agent comes first. */
const [batchBytes, batchPauseMs] = [50_000, 100];
/** Bytes of a message; a larger one is counted only. */
const maxBodyBytes = 250_000;
/** Milliseconds at the end in which the rest is recorded. */
const closeMs = 2000;

/** Pages decide nothing: the agent and the person agree on what is called. */
const noOrders = { take() {}, leave() {} };

export function showConnections({ log, clock, all, secrets }: ShowOptions): ShownConnections {
  /** By their ids in the log. */
  const sessions = new Map<string, ShownSession>();
  const ended = new Set<string>();
  const ending: Promise<void>[] = [];
  let lookedAt = -1;
  let isClosing = false;

  const open = ({ connectionId, at }: Entry) => {
    const connection = all().find(({ logIds }) => logIds.includes(connectionId));
    if (!connection || isClosing) return;
    const { name, target } = connection;
    const shownName = name === unnamedServer ? maskedAddress(target) : name;
    const server = sharedServer(target);
    const facts = { kind: "tap", name: `${shownName}${agentSuffix}`, server } as const;
    const session: ShownSession = {
      ...createTapSession(facts, {
        startedAt: performance.timeOrigin + at,
        orders: noOrders,
        secrets,
        agent: {
          target,
          timeOrigin: performance.timeOrigin,
          maxBodyBytes,
          onRead: () => {
            session.isWanted = true;
            feed(session);
          },
        },
      }),
      logId: connectionId,
      seqs: new Map(),
      isWanted: false,
      lastSeq: -1,
      feeding: undefined,
    };
    sessions.set(connectionId, session);
  };

  const next = ({ logId, lastSeq }: ShownSession): Entry | undefined => {
    const { entries, length } = log.snapshot();
    for (let index = indexFrom(entries, lastSeq + 1); index < length; index++) {
      const entry = entries[index];
      if (entry?.connectionId === logId) return entry;
    }
    return undefined;
  };

  const record = async (session: ShownSession) => {
    let bytes = 0;
    for (let entry = next(session); entry; entry = next(session)) {
      session.lastSeq = entry.seq;
      // undefined if the log has dropped it meanwhile
      const body = await log.read(entry.seq).catch(() => undefined);
      if (body) add(session, entry, body);
      bytes += entryBytes + Math.min(entry.size, maxBodyBytes);
      if (bytes < batchBytes) continue;
      bytes = 0;
      await sleep(clock, batchPauseMs);
    }
  };

  const feed = (session: ShownSession) => {
    if (!session.isWanted || session.feeding !== undefined) return;
    session.feeding = record(session)
      // what a server says must not end the agent's tool
      .catch(() => endSession(session))
      .finally(() => {
        session.feeding = undefined;
        if (ended.has(session.logId)) endSession(session);
      });
  };

  const endSession = (session: ShownSession) => {
    if (sessions.get(session.logId) !== session) return;
    sessions.delete(session.logId);
    ended.add(session.logId);
    ending.push(session.end());
  };

  const look = () => {
    const { entries, length } = log.snapshot();
    for (let index = indexFrom(entries, lookedAt + 1); index < length; index++) {
      const entry = entries[index];
      if (!entry) break;
      lookedAt = entry.seq;
      const { connectionId } = entry;
      if (!sessions.has(connectionId) && !ended.has(connectionId)) open(entry);
    }
    for (const session of sessions.values()) feed(session);
  };
  const unsubscribe = log.subscribe(look);

  return {
    end(logId) {
      look();
      ended.add(logId);
      const session = sessions.get(logId);
      if (session && session.feeding === undefined) endSession(session);
    },
    async close() {
      unsubscribe();
      look();
      isClosing = true;
      const feeding = [...sessions.values()].map((session) => session.feeding);
      const done = new AbortController();
      await Promise.race([Promise.all(feeding), sleep(clock, closeMs, done.signal)]);
      // a timer would keep the process
      done.abort();
      for (const session of sessions.values()) endSession(session);
      await Promise.all(ending);
    },
  };
}

function add({ seqs, record }: ShownSession, entry: Entry, body: Uint8Array): void {
  const { connectionId: _connection, seq, at, size: _size, ...draft } = entry;
  const wanted = "about" in draft ? draft.about : undefined;
  const about = wanted === undefined ? undefined : seqs.get(wanted);
  // the entry that it is about is not shown
  if (wanted !== about && about === undefined) return;
  const own = { ...draft, ...(about === undefined ? {} : { about }) } as RecordDraft;
  seqs.set(seq, record(own, body, at).seq);
  const [oldest] = seqs.keys();
  if (oldest !== undefined && seqs.size > maxSeqs) seqs.delete(oldest);
}
