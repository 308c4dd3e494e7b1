/** Answers requests from the server: pings, sampling, elicitation, roots. */

import { membersOf } from "../../core/json/jsonObject.ts";
import { textAt } from "../../core/json/textAt.ts";
import { type Initiator, idKey, type MessageEntry } from "../../log/entry.ts";
import type { JsonRpcId, MessageHead } from "../../protocol/jsonRpc.ts";
import type { ReceivedFrame, ReceivedMessage } from "../../transport/transport.ts";
import { composeAnswer } from "../session/composeMessage.ts";
import type { ReceivedTasks } from "../tasks/receivedTasks.ts";
import { type AnswerInput, endInput } from "./serverInput.ts";

export interface ServerRequests {
  /** Handles a request; the answer is sent when it is ready. */
  handle(frame: ReceivedFrame, message: ReceivedMessage, causedBy: number | undefined): void;
  cancel(id: JsonRpcId): void;
  /** Cancels every open request; nothing further is sent. */
  close(): void;
}

interface ServerRequestsOptions {
  readonly answerInput: AnswerInput;
  /** Sends the text of an answer; returns its log entry. */
  readonly reply: (text: string, initiator?: Initiator) => MessageEntry;
  /** Pauses request timeouts until there is an answer; returns the function that resumes them. */
  readonly pause: () => () => void;
  /** Notes that requests wait for a person from a time on; returns the function that ends it. */
  readonly waitForPerson: (from: number) => (to?: number) => void;
  /** Runs requests as tasks, if the client declares that. */
  readonly tasks: ReceivedTasks | undefined;
}

const methodNotFound = '{"code":-32601,"message":"Method not found"}';

/**
 * Answers pings and questions about tasks, passes known methods to `answerInput` and rejects the others.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping
 */
export function createServerRequests({
  answerInput,
  reply,
  pause,
  waitForPerson,
  tasks,
}: ServerRequestsOptions): ServerRequests {
  const open = new Map<string, AbortController>();
  let isClosed = false;

  const answer = async (
    frame: ReceivedFrame,
    message: ReceivedMessage,
    head: Extract<MessageHead, { kind: "request" }>,
    causedBy: number | undefined,
  ) => {
    const text = frame.entry.batch ? itemText(frame, message) : frame.text;
    const idText = textAt(text, ["id"]) ?? JSON.stringify(head.id);
    let endWait: ((to?: number) => void) | undefined;
    const send = (member: "result" | "error", memberText: string) => {
      if (isClosed) return;
      const entry = reply(composeAnswer(idText, member, memberText), endWait && { kind: "user" });
      // the log and the times of the calls that wait have one end of it
      endWait?.(entry.at);
    };
    if (head.method === "ping") return send("result", "{}");

    const control = new AbortController();
    const { params } = membersOf(message.value);
    const { signal } = control;
    const { method } = head;
    const aboutTask = tasks?.answer(method, params);
    const pendingAnswer =
      aboutTask ??
      answerInput({
        ...{ method, text, params, seq: frame.entry.seq, causedBy, signal },
        onPerson() {
          if (!signal.aborted) endWait ??= waitForPerson(frame.entry.at);
        },
      });
    if (!pendingAnswer) return send("error", methodNotFound);

    const key = idKey(head.id);
    const resumeTimers = aboutTask === undefined ? pause() : () => {};
    const resume = () => {
      resumeTimers();
      endWait?.();
    };
    signal.addEventListener("abort", resume, { once: true });
    if (tasks?.accepts(method, params)) {
      void pendingAnswer.finally(resume);
      const { kind, text: taskText } = tasks.create({ params, answer: pendingAnswer, control });
      if (!isClosed) reply(composeAnswer(idText, kind, taskText));
      return;
    }
    open.set(key, control);
    try {
      const { kind, text: answerText } = await pendingAnswer;
      if (!signal.aborted) send(kind, answerText);
    } finally {
      resume();
      // another request may have taken the same id meanwhile
      if (open.get(key) === control) open.delete(key);
    }
  };

  return {
    handle(frame, message, causedBy) {
      if (message.head.kind === "request") void answer(frame, message, message.head, causedBy);
    },
    cancel(id) {
      const control = open.get(idKey(id));
      if (control) endInput(control, "withdrawn");
    },
    close() {
      isClosed = true;
      for (const control of open.values()) endInput(control, "connection-closed");
      tasks?.close();
    },
  };
}

/** The JSON text of one message of a batch. */
function itemText(frame: ReceivedFrame, message: ReceivedMessage): string {
  const index = frame.messages.indexOf(message);
  return textAt(frame.text, [index]) ?? JSON.stringify(message.value);
}
