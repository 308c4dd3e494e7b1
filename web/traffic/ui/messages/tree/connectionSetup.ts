/** Tells which entries of the log are the making of a connection, and which ended the one before it. */
import type { ConnectionEntry, Entry, MessageEntry } from "../../../../../shared/log/entry.ts";
import type { LogIndex } from "../logIndex.ts";

interface Setups {
  /** @returns the ends of a connection to the same server that this one replaces */
  begin(entry: ConnectionEntry): readonly Entry[];
  /** The connection that has replaced the one of an entry, if the entry is the late end of that one. */
  replacementOf(entry: Entry): string | undefined;
  /** Whether an entry that is part of no exchange is part of making its connection. */
  has(entry: Entry): boolean;
  /** Notes an entry with a row of its own. */
  noteEnd(entry: Entry): void;
}

/** @param index has read each entry */
export function createSetups(index: LogIndex): Setups {
  /** Connections that are being made: nothing has happened in them that has rows of its own. */
  const open = new Set<string>();
  /** By address, until the next connection begins. */
  const endings = new Map<string, Entry[]>();
  /** The newest connection of each address. */
  const newest = new Map<string, ConnectionEntry>();
  return {
    begin(entry) {
      const { connectionId, label, at } = entry;
      newest.set(label, entry);
      open.add(connectionId);
      const ended = endings.get(label) ?? [];
      endings.delete(label);
      return ended.filter((one) => {
        const isSoon = at - one.at <= maxRestartMs;
        return isSoon && index.isRecorded(one.connectionId) === index.isRecorded(connectionId);
      });
    },
    replacementOf(entry) {
      const { connectionId, at } = entry;
      // the former process of a restart may end after the next one was started
      if (!isEnding(entry) || index.disconnectedAt(connectionId) === undefined) return undefined;
      const next = newest.get(index.connections().get(connectionId) ?? "");
      const isLate = next && next.connectionId !== connectionId && at - next.at <= maxRestartMs;
      return isLate ? next.connectionId : undefined;
    },
    has(entry) {
      if (!open.has(entry.connectionId)) return false;
      if (settles(entry)) open.delete(entry.connectionId);
      const ready = index.ready(entry.connectionId);
      const isReady = ready !== undefined && ready.seq < entry.seq;
      return open.has(entry.connectionId) && isOfSetup(entry, isReady, index);
    },
    noteEnd(entry) {
      const label = index.connections().get(entry.connectionId);
      if (!label || !isEnding(entry)) return;
      endings.set(label, [...(endings.get(label) ?? []), entry].slice(-maxEndings));
    },
  };
}

/** Milliseconds from the end of a connection to the next one of the same server for a restart. */
const maxRestartMs = 5000;

/** A restart ends a process and a connection. */
const maxEndings = 4;

const isEnding = (entry: Entry) =>
  (entry.kind === "connection" && entry.phase === "closed" && entry.byClient === true) ||
  (entry.kind === "process" && entry.event.kind === "exited");

/** Whether an entry of a setup says that the connection was not made. */
export const failsSetup = (entry: Entry) =>
  (entry.kind === "connection" && entry.phase === "failed") ||
  (entry.kind === "process" &&
    (entry.event.kind === "not-started" || entry.event.kind === "exited"));

/** Requests with which the client reads what a server offers. */
const lists: ReadonlySet<string> = new Set([
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
  "skills/list",
]);

const handshakes: ReadonlySet<string> = new Set(["initialize", "server/discover"]);

/** Whether an entry shows that a connection is no longer being made. */
function settles(entry: Entry): boolean {
  if (entry.kind === "connection") return entry.phase !== "connected" && entry.phase !== "failed";
  if (entry.kind !== "message") return false;
  return entry.heads.some((head) => {
    if (head.kind === "notification") return head.method.endsWith("/list_changed");
    const isCall = head.kind === "request" && entry.direction === "out";
    // the stream of a connection is opened before its lists are read
    return isCall && entry.initiator?.kind !== "engine" && !handshakes.has(head.method);
  });
}

const isList = ({ heads, initiator }: MessageEntry) =>
  initiator?.kind === "engine" &&
  heads.every((head) => head.kind === "request" && lists.has(head.method));

/** Whether an entry helps to make a connection: what the client does until it is ready, then its lists. */
function isOfSetup(entry: Entry, isReady: boolean, index: LogIndex): boolean {
  switch (entry.kind) {
    case "negotiation":
      return true;
    case "connection":
    case "process":
      return !isReady;
    case "message": {
      if (entry.direction !== "out") return false;
      const isNote = entry.heads.every((head) => head.kind === "notification");
      return isReady ? isList(entry) || isNote : true;
    }
    case "http-request":
      return !isReady && entry.service !== "model";
    case "http-response": {
      // a stream that the server does not offer
      const request = index.exchange(entry)?.request;
      return request?.kind === "http-request" && (!isReady || entry.http.status === 405);
    }
    default:
      return false;
  }
}
