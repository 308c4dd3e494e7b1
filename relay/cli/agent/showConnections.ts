/** Shows the connections of an agent to the pages of this user while they last, as a tap shows a client's. */
import type { Entry } from "../../../shared/log/entry.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import type { RecordDraft } from "../../../shared/log/recorder.ts";
import { sharedServer } from "../../../shared/recording/createRecording.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import { createTapSession, type TapSession } from "../tap/recorder/tapSession.ts";
import { type AgentConnection, unnamedServer } from "./agentConnections.ts";

interface ShownConnections {
  /** Nothing more is logged of a connection. */
  end(logId: string): void;
  /** Ends what is shown, once pages have read it. */
  close(): Promise<void>;
}

interface ShownSession extends TapSession {
  /** The numbers of its newest entries, by those in the agent's log. */
  readonly seqs: Map<number, number>;
}

/** Entries that findings can be about. */
const maxSeqs = 10_000;

interface ShowOptions {
  readonly log: EventLog;
  readonly all: () => readonly AgentConnection[];
  /** The secrets of all connections that are known so far. */
  readonly secrets: () => readonly string[];
}

/** Pages decide nothing: the agent and the person agree on what is called. */
const noOrders = { take() {}, leave() {} };

export function showConnections({ log, all, secrets }: ShowOptions): ShownConnections {
  /** By their ids in the log. */
  const sessions = new Map<string, ShownSession>();
  const ended = new Set<string>();
  const ending: Promise<void>[] = [];
  let lastSeq = -1;
  let reading = Promise.resolve();
  let isQueued = false;

  const open = ({ connectionId, at }: Entry): ShownSession | undefined => {
    const connection = all().find(({ logIds }) => logIds.includes(connectionId));
    if (!connection || ended.has(connectionId)) return undefined;
    const { name, target, headers } = connection;
    const shownName = name === unnamedServer ? maskedAddress(target) : name;
    const server = sharedServer(target);
    const facts = { kind: "tap", name: `${shownName} (agent)`, server } as const;
    const session = {
      ...createTapSession(facts, performance.timeOrigin + at, noOrders, {
        target,
        timeOrigin: performance.timeOrigin,
        secrets: () => [...headers.map(([, value]) => value), ...secrets()],
      }),
      seqs: new Map<number, number>(),
    };
    sessions.set(connectionId, session);
    return session;
  };

  const endSession = (logId: string) => {
    const session = sessions.get(logId);
    sessions.delete(logId);
    if (session) ending.push(session.end());
  };

  const readAll = async () => {
    isQueued = false;
    // what is logged meanwhile is read as well
    for (let entry = next(); entry; entry = next()) {
      lastSeq = entry.seq;
      const session = sessions.get(entry.connectionId) ?? open(entry);
      // undefined if the log has dropped it meanwhile
      const body = session && (await log.read(entry.seq).catch(() => undefined));
      if (body) add(session, entry, body);
    }
    for (const logId of ended) endSession(logId);
  };

  const read = () => {
    if (!isQueued) reading = reading.then(readAll);
    isQueued = true;
    return reading;
  };

  const next = () => {
    const { entries, length } = log.snapshot();
    const first = entries[0]?.seq ?? 0;
    const index = Math.max(0, lastSeq + 1 - first);
    return index < length ? entries[index] : undefined;
  };

  const unsubscribe = log.subscribe(() => void read());

  return {
    end(logId) {
      ended.add(logId);
      void read();
    },
    async close() {
      unsubscribe();
      await read();
      for (const logId of [...sessions.keys()]) endSession(logId);
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
