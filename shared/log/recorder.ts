/** The log as one connection sees it. */
import type { ByteRange } from "../core/bytes.ts";
import type { Entry, EntryDraft } from "./entry.ts";
import type { EventLog } from "./eventLog.ts";

type Unconnected<T> = T extends EntryDraft ? Omit<T, "connectionId"> : never;

/** An entry's draft without the connection it belongs to. */
export type RecordDraft = Unconnected<EntryDraft>;

/** Writes entries of one connection, of now or of another time on the clock; returns what was written. */
export type Recorder = <D extends RecordDraft>(
  draft: D,
  body?: ByteRange,
  at?: number,
) => Extract<Entry, { readonly kind: D["kind"] }>;

/** Binds a log to a connection's id. */
export function createRecorder(log: EventLog, connectionId: string): Recorder {
  return <D extends RecordDraft>(draft: D, body?: ByteRange, at?: number) =>
    log.append(draft as EntryDraft, body, connectionId, at) as Extract<
      Entry,
      { readonly kind: D["kind"] }
    >;
}
