/** Replays the entries of a recording into an event log. */
import { fromBase64 } from "../../core/base64.ts";
import type { EntryDraft, SecretSpan } from "../../log/entry.ts";
import type { EventLog } from "../../log/eventLog.ts";
import { messageInFrame, messageText } from "../../log/messageText.ts";
import { decodeMessages } from "../../transport/decodeMessages.ts";
import { createPackedEncoder } from "../packedEncoder.ts";
import type { Recording } from "../recording.ts";
import type { RecordedEntry } from "./recordedEntry.ts";

/** The log that entries are appended to, and their names in it. */
export interface EntrySink {
  readonly append: EventLog["append"];
  /** The time of the log that the recording's time 0 becomes, in milliseconds. */
  readonly start: number;
  /**
   * The connection id in the log.
   * @param id the id in the recording; undefined for its first connection
   */
  readonly connectionId: (id: string | undefined) => string;
  /** A unique name of an exchange in the log. */
  readonly newExchangeId: () => string;
}

/** Creates a function that appends one entry after the other and returns its `seq`. */
export function createEntryRestorer(sink: EntrySink): (entry: RecordedEntry) => number {
  const exchanges = new Map<number, string>();
  const appended: number[] = [];
  const encode = createPackedEncoder();
  const exchangeIdOf = (number: number | undefined) => {
    if (number === undefined) return undefined;
    const id = exchanges.get(number) ?? sink.newExchangeId();
    exchanges.set(number, id);
    return id;
  };
  const time = (at: number | undefined) => (at === undefined ? undefined : sink.start + at);

  return (entry) => {
    const { connection, exchange, at, direction, text, base64, masked, ...own } = entry;
    // bytes count more than a text beside them
    const known = base64 === undefined ? (text ?? "") : undefined;
    const body =
      base64 === undefined ? encode(text ?? "") : (fromBase64(base64) ?? new Uint8Array(0));
    const secrets = masked?.map(
      ([part, start, end, kind]): SecretSpan => ({ part, start, end, kind }),
    );
    const draft = {
      ...own,
      ...("startedAt" in own ? { startedAt: time(own.startedAt) } : {}),
      ...(own.kind === "message" ? messageMembers(own.carrier, known, body, time(own.readAt)) : {}),
      ...(own.kind === "app"
        ? { heads: messageMembers("http", known, body, undefined).heads }
        : {}),
      ...(refersBack(own) ? aboutOf(appended, own.about) : {}),
      direction: direction ?? "none",
      exchangeId: exchangeIdOf(exchange),
      ...(secrets ? { secrets } : {}),
    };
    const { seq } = sink.append(
      draft as unknown as EntryDraft,
      body,
      sink.connectionId(connection),
      time(at),
    );
    appended.push(seq);
    return seq;
  };
}

/** Appends all entries of a recording. */
export function restoreEntries(
  { entries = [] }: Pick<Recording, "entries">,
  sink: EntrySink,
): void {
  const restore = createEntryRestorer(sink);
  for (const entry of entries) restore(entry);
}

/** Whether `about` of an entry is the distance to an earlier one. */
export function refersBack<E extends Pick<RecordedEntry, "kind">>(
  entry: E,
): entry is Extract<E, { readonly kind: "finding" | "app" }> {
  return entry.kind === "finding" || entry.kind === "app";
}

/** The entry that another one is about; none if it is not restored, as one of an earlier chunk. */
function aboutOf(appended: readonly number[], distance: number | undefined) {
  const about = distance === undefined ? undefined : appended[appended.length - distance];
  return about === undefined ? { about: undefined } : { about };
}

/** Heads are derived, so that a recording cannot claim other ones than its text has. */
function messageMembers(
  carrier: "http" | "sse" | "stdio",
  text: string | undefined,
  body: Uint8Array,
  readAt: number | undefined,
) {
  // what the bytes would be decoded to; decoding them takes time, also of the garbage collection
  const message = text?.isWellFormed() ? messageInFrame(carrier, text) : messageText(carrier, body);
  const { heads, batch } = decodeMessages(message);
  return { heads, batch, readAt };
}
