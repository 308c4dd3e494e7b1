/** Has answered what a task asks while it goes on being watched. */

import { getOwn } from "../../core/getOwn.ts";
import { textAt } from "../../core/json/textAt.ts";
import { collectInputs } from "../input/inputRequired.ts";
import type { AnswerInput } from "../input/serverInput.ts";
import { composeObject } from "../session/compose.ts";
import type { Outcome } from "../session/outcome.ts";
import type { Session } from "../session/session.ts";

export type ResultOutcome = Extract<Outcome, { kind: "result" }>;

export interface TaskInputs {
  /** Takes in what `tasks/get` said: asks what is new, takes back what is no longer wanted. */
  see(known: ResultOutcome): void;
  /** Settles when answers cannot be given, so that the task cannot go on; else never. */
  readonly trouble: Promise<Outcome>;
  /** Takes every open question back. */
  close(): void;
}

/** Questions that came together, and are answered together. */
interface Batch {
  readonly keys: readonly string[];
  readonly control: AbortController;
}

/**
 * Makes the inputs of one task; each of its keys is asked for once, however often it is seen.
 * @param options the entry of the request that became the task, and what takes every question back
 * @see https://modelcontextprotocol.io/extensions/tasks/overview
 */
export function createTaskInputs(
  { session, answerInput }: { readonly session: Session; readonly answerInput: AnswerInput },
  taskId: string,
  options: { readonly causedBy: number | undefined; readonly signal: AbortSignal },
): TaskInputs {
  const { causedBy, signal } = options;
  const seen = new Set<string>();
  const open = new Set<Batch>();
  const trouble = Promise.withResolvers<Outcome>();

  const answer = async ({ keys, control }: Batch, { value, answer }: ResultOutcome) => {
    const all = getOwn(value, "inputRequests");
    const collected = await collectInputs(
      Object.fromEntries(keys.map((key) => [key, getOwn(all, key)])),
      (key) => textAt(answer.text, [...answer.path, "inputRequests", key]),
      answerInput,
      { seq: answer.entry.seq, causedBy, signal: AbortSignal.any([signal, control.signal]) },
    );
    if (collected.kind === "withdrawn") return;
    if (collected.kind === "failed") {
      return trouble.resolve({ kind: "failed", failure: collected.failure, ms: answer.ms });
    }
    const update = composeObject({
      taskId: JSON.stringify(taskId),
      inputResponses: collected.text ?? "{}",
    });
    const outcome = await session.request("tasks/update", update).done;
    if (outcome.kind !== "result") trouble.resolve(outcome);
  };

  return {
    trouble: trouble.promise,
    see(known) {
      const isAsking = getOwn(known.value, "status") === "input_required";
      const asked = Object.keys((isAsking && getOwn(known.value, "inputRequests")) || {});
      for (const { keys, control } of open) {
        if (!keys.some((key) => asked.includes(key))) control.abort();
      }
      const keys = asked.filter((key) => !seen.has(key));
      if (keys.length === 0) return;
      for (const key of keys) seen.add(key);
      const batch = { keys, control: new AbortController() };
      open.add(batch);
      void answer(batch, known).finally(() => open.delete(batch));
    },
    close() {
      for (const { control } of open) control.abort();
    },
  };
}
