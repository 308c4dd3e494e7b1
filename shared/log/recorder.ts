/** Appends log entries on behalf of one connection. */
import type { ByteRange } from "../core/bytes.ts";
import type { Entry, EntryDraft, Initiator } from "./entry.ts";
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

/**
 * Creates a recorder that adds the connection id to every entry.
 * @param initiator of the requests and notifications that do not name another one
 */
export function createRecorder(
  log: EventLog,
  connectionId: string,
  initiator: Initiator = engine,
): Recorder {
  return <D extends RecordDraft>(draft: D, body?: ByteRange, at?: number) => {
    const isCaused = draft.initiator === undefined && needsInitiator(draft);
    const caused = (isCaused ? { ...draft, initiator } : draft) as EntryDraft;
    return log.append(caused, body, connectionId, at) as Extract<
      Entry,
      { readonly kind: D["kind"] }
    >;
  };
}

const engine: Initiator = { kind: "engine" };

/** Whether the client began something: an answer to the server has no cause of its own. */
function needsInitiator(draft: RecordDraft): boolean {
  if (draft.kind === "http-request") return true;
  if (draft.kind !== "message" || draft.direction !== "out") return false;
  return !draft.heads.every(({ kind }) => kind === "result" || kind === "error");
}
