/** Finds in the log what answered a message of the composer, whatever ids the answers have. */
import type {
  Entry,
  FrameEntry,
  HttpEndEntry,
  HttpResponseEntry,
  MessageEntry,
} from "../../../../shared/log/entry.ts";
import { indexFrom, type Snapshot } from "../../../../shared/log/eventLog.ts";

interface ReplyEntries {
  /** The head of the response to the message's own request; undefined over stdio. */
  readonly response: HttpResponseEntry | undefined;
  readonly end: HttpEndEntry | undefined;
  /** Results and errors, and a body that is no message, in the order in which they arrived. */
  readonly answers: readonly (MessageEntry | FrameEntry)[];
}

/**
 * Reads the entries after a sent message as the log grows, each of them once.
 * @param sent the entry of the message
 * @param isMatched whether the session matches answers to requests of the message by their ids;
 * otherwise an error without id is taken for its answer
 */
export function createReplyReader(sent: MessageEntry, isMatched: boolean) {
  let entries: readonly Entry[] | undefined;
  let next = 0;
  let found: ReplyEntries;

  const isAnswer = (entry: Entry): entry is MessageEntry | FrameEntry => {
    const isOfExchange = sent.exchangeId !== undefined && entry.exchangeId === sent.exchangeId;
    if (entry.kind === "frame") return isOfExchange && entry.holds === "body";
    if (entry.kind !== "message" || entry.direction !== "in") return false;
    if (isOfExchange) return !entry.heads.every(({ kind }) => isOwnMessage(kind));
    return (
      !isMatched &&
      entry.connectionId === sent.connectionId &&
      entry.heads.some((head) => head.kind === "error" && head.id === null)
    );
  };

  return (snapshot: Snapshot): ReplyEntries => {
    if (entries !== snapshot.entries) {
      entries = snapshot.entries;
      next = indexFrom(entries, sent.seq + 1);
      found = { response: undefined, end: undefined, answers: [] };
    }
    // entries after the end of the exchange are about other messages
    for (; next < snapshot.length && !found.end; next++) {
      const entry = entries[next] as Entry;
      if (isAnswer(entry)) found = { ...found, answers: [...found.answers, entry] };
      if (entry.exchangeId !== sent.exchangeId || entry.exchangeId === undefined) continue;
      if (entry.kind === "http-response") found = { ...found, response: entry };
      if (entry.kind === "http-end") found = { ...found, end: entry };
    }
    return found;
  };
}

/** Whether the server began the message itself. */
function isOwnMessage(kind: MessageEntry["heads"][number]["kind"]): boolean {
  return kind === "request" || kind === "notification";
}
