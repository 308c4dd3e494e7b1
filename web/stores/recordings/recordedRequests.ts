/** Finds the requests of a recorded connection in the log, with their answers. */
import type { Outcome } from "../../../shared/client/session/outcome.ts";
import { outcomeOf } from "../../../shared/client/session/outcomeOf.ts";
import { idKey, type MessageEntry } from "../../../shared/log/entry.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import { decodeMessages } from "../../../shared/transport/decodeMessages.ts";

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

/** Lists the requests of a connection in the order in which they were sent. */
export function recordedRequests(log: EventLog, connectionId: string): readonly RecordedRequest[] {
  const { entries, length } = log.snapshot();
  const sent: { entry: MessageEntry; method: string; subject: string | undefined; key: string }[] =
    [];
  const answers = new Map<string, RecordedAnswer>();
  for (let at = 0; at < length; at++) {
    const entry = entries[at];
    if (entry?.connectionId !== connectionId || entry.kind !== "message") continue;
    entry.heads.forEach((head, index) => {
      if (entry.direction === "out" && head.kind === "request" && !entry.batch) {
        const { method, subject } = head;
        sent.push({ entry, method, subject, key: idKey(head.id) });
      }
      const isAnswer = head.kind === "result" || head.kind === "error";
      if (entry.direction === "in" && isAnswer && head.id !== null) {
        answers.set(idKey(head.id), { entry, index });
      }
    });
  }
  return sent.map(({ key, ...request }) => ({ ...request, answer: answers.get(key) }));
}

/** Reads the text of a recorded request. */
export async function requestTextOf(log: EventLog, request: RecordedRequest): Promise<string> {
  const { carrier, seq } = request.entry;
  return messageText(carrier, await log.read(seq));
}

/** Reads how a recorded request ended; undefined where the recording has no answer to it. */
export async function recordedOutcome(
  log: EventLog,
  { entry, answer }: RecordedRequest,
): Promise<Outcome | undefined> {
  if (!answer) return undefined;
  const text = messageText(answer.entry.carrier, await log.read(answer.entry.seq));
  const message = decodeMessages(text).messages[answer.index];
  const path = answer.entry.batch ? [String(answer.index), "result"] : ["result"];
  const ms = answer.entry.at - entry.at;
  return message && outcomeOf(message, { entry: answer.entry, text, path, ms });
}
