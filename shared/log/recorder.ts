/** The log as one connection sees it. */
import type { Entry, EntryDraft } from "./entry.ts";
import type { EventLog } from "./eventLog.ts";

type Unconnected<T> = T extends EntryDraft ? Omit<T, "connectionId"> : never;

/** Writes entries of one connection; returns what was written. */
export type Recorder = (draft: Unconnected<EntryDraft>, body?: Uint8Array) => Entry;

/** Binds a log to a connection's id. */
export function createRecorder(log: EventLog, connectionId: string): Recorder {
  return (draft, body) => log.append({ ...draft, connectionId } as EntryDraft, body);
}
