/** Appends log entries on behalf of one connection. */
import type { ByteRange } from "../core/bytes.ts";
import type { Entry, EntryDraft } from "./entry.ts";
import type { EventLog } from "./eventLog.ts";

type Unconnected<T> = T extends EntryDraft ? Omit<T, "connectionId"> : never;

/** An entry draft without a connection id. */
export type RecordDraft = Unconnected<EntryDraft>;

/** Appends an entry of one connection, now or at a given time of the clock, and returns it. */
export type Recorder = <D extends RecordDraft>(
  draft: D,
  body?: ByteRange,
  at?: number,
) => Extract<Entry, { readonly kind: D["kind"] }>;

/** Creates a recorder that adds the connection id to every entry. */
export function createRecorder(log: EventLog, connectionId: string): Recorder {
  return <D extends RecordDraft>(draft: D, body?: ByteRange, at?: number) =>
    log.append(draft as EntryDraft, body, connectionId, at) as Extract<
      Entry,
      { readonly kind: D["kind"] }
    >;
}
