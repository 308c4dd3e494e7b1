/** Finds the requests of a recorded connection in the log, with their answers. */
import type { RequestOutcome } from "../../client/session/outcome.ts";
import { outcomeOf } from "../../client/session/outcomeOf.ts";
import { textAt } from "../../core/json/textAt.ts";
import { idKey, type MessageEntry } from "../../log/entry.ts";
import type { EventLog } from "../../log/eventLog.ts";
import { messageText } from "../../log/messageText.ts";
import { decodeMessages } from "../../transport/decodeMessages.ts";

/** A request that the client sent, not as part of a batch. */
export interface RecordedRequest {
  readonly entry: MessageEntry;
  readonly method: string;
  /** `name` or `uri` of its params. */
  readonly subject: string | undefined;
  /** Undefined where the recording has no answer to it. */
  readonly answer: RecordedAnswer | undefined;
}

interface RecordedAnswer {
  readonly entry: MessageEntry;
  /** Position in a batch. */
  readonly index: number;
}

/**
 * Lists the requests of a connection in the order in which they were sent. An id may be used again
 * once its request is answered.
 */
export function recordedRequests(log: EventLog, connectionId: string): readonly RecordedRequest[] {
  const { entries, length } = log.snapshot();
  const sent: { -readonly [K in keyof RecordedRequest]: RecordedRequest[K] }[] = [];
  const open = new Map<string, (typeof sent)[number]>();
  for (let at = 0; at < length; at++) {
    const entry = entries[at];
    if (entry?.connectionId !== connectionId || entry.kind !== "message") continue;
    entry.heads.forEach((head, index) => {
      if (entry.direction === "out" && head.kind === "request" && !entry.batch) {
        const { method, subject } = head;
        const request = { entry, method, subject, answer: undefined };
        sent.push(request);
        open.set(idKey(head.id), request);
      }
      const isAnswer = head.kind === "result" || head.kind === "error";
      if (entry.direction === "in" && isAnswer && head.id !== null) {
        const request = open.get(idKey(head.id));
        open.delete(idKey(head.id));
        if (request) request.answer = { entry, index };
      }
    });
  }
  return sent;
}

/** Reads the text of a recorded request. */
export async function requestTextOf(log: EventLog, request: RecordedRequest): Promise<string> {
  const { carrier, seq } = request.entry;
  return messageText(carrier, await log.read(seq));
}

/** Reads the JSON text of the message that answered; undefined if the recording has none. */
export async function answerTextOf(
  log: EventLog,
  { answer }: RecordedRequest,
): Promise<string | undefined> {
  if (!answer) return undefined;
  const { entry, index } = answer;
  const text = messageText(entry.carrier, await log.read(entry.seq));
  return entry.batch ? textAt(text, [index]) : text;
}

/** The outcome of a recorded request; undefined if the recording has no answer to it. */
export async function recordedOutcome(
  log: EventLog,
  { entry, answer }: RecordedRequest,
): Promise<RequestOutcome | undefined> {
  if (!answer) return undefined;
  const text = messageText(answer.entry.carrier, await log.read(answer.entry.seq));
  const message = decodeMessages(text).messages[answer.index];
  const path = answer.entry.batch ? [String(answer.index), "result"] : ["result"];
  const ms = answer.entry.at - entry.at;
  return message && outcomeOf(message, { entry: answer.entry, text, path, ms });
}
