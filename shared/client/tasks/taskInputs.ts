/** Answers a task's input requests while polling continues. */

import { getOwn } from "../../core/json/getOwn.ts";
import { textAt } from "../../core/json/textAt.ts";
import { collectInputs } from "../input/inputRequired.ts";
import { type AnswerInput, endInput } from "../input/serverInput.ts";
import { composeObject } from "../session/composeMessage.ts";
import type { RequestOutcome } from "../session/outcome.ts";
import type { Session } from "../session/session.ts";

export type ResultOutcome = Extract<RequestOutcome, { kind: "result" }>;

export type TaskInputs = ReturnType<typeof createTaskInputs>;

/** Input requests of one result, answered together. */
interface Batch {
  readonly keys: readonly string[];
  readonly control: AbortController;
}

/**
 * Creates the inputs of one task; each key is requested once, however often a result repeats it.
 * @param options.causedBy the log entry of the request that became the task
 * @param options.signal cancels every input request
 * @see https://modelcontextprotocol.io/extensions/tasks/overview
 */
export function createTaskInputs(
  { session, answerInput }: { readonly session: Session; readonly answerInput: AnswerInput },
  taskId: string,
  options: { readonly causedBy: number | undefined; readonly signal: AbortSignal },
) {
  const { causedBy, signal } = options;
  const seen = new Set<string>();
  const open = new Set<Batch>();
  const failure = Promise.withResolvers<RequestOutcome>();
  let nextAnswer = new AbortController();

  const answer = async ({ keys, control }: Batch, { value, answer }: ResultOutcome) => {
    const all = getOwn(value, "inputRequests");
    const collected = await collectInputs(
      Object.fromEntries(keys.map((key) => [key, getOwn(all, key)])),
      (key) => textAt(answer.text, [...answer.path, "inputRequests", key]),
      answerInput,
      {
        seq: answer.entry.seq,
        causedBy,
        taskId,
        signal: AbortSignal.any([signal, control.signal]),
      },
    );
    if (collected.kind === "withdrawn") return;
    if (collected.kind === "failed") {
      return failure.resolve({ kind: "failed", failure: collected.failure, ms: answer.ms });
    }
    const update = composeObject({
      taskId: JSON.stringify(taskId),
      inputResponses: collected.text ?? "{}",
    });
    const outcome = await session.request("tasks/update", update).done;
    if (outcome.kind !== "result") failure.resolve(outcome);
    nextAnswer.abort();
    nextAnswer = new AbortController();
  };

  return {
    /** Settles if input cannot be provided, so that the task cannot continue; otherwise never. */
    failure: failure.promise,
    /** Aborted when the next answers have been sent, after which the task may go on. */
    nextAnswer: () => nextAnswer.signal,
    /** Handles a result of `tasks/get`: requests new inputs, cancels those no longer needed. */
    update(known: ResultOutcome): void {
      const isAsking = getOwn(known.value, "status") === "input_required";
      const asked = Object.keys((isAsking && getOwn(known.value, "inputRequests")) || {});
      for (const { keys, control } of open) {
        if (!keys.some((key) => asked.includes(key))) endInput(control, "withdrawn");
      }
      const keys = asked.filter((key) => !seen.has(key));
      if (keys.length === 0) return;
      for (const key of keys) seen.add(key);
      const batch = { keys, control: new AbortController() };
      open.add(batch);
      void answer(batch, known).finally(() => open.delete(batch));
    },
    /** Cancels every open input request. */
    close(): void {
      for (const { control } of open) control.abort();
    },
  };
}
