/** Follows a task until its result is there. */
import { getOwn } from "../../core/getOwn.ts";
import type { AnswerInput } from "../input/serverInput.ts";
import type { Outcome } from "../session/outcome.ts";
import { errorOf } from "../session/outcomeOf.ts";
import type { CallOptions, Session } from "../session/session.ts";
import { createTaskInputs, type ResultOutcome, type TaskInputs } from "./taskInputs.ts";
import { readTask, type TaskState } from "./taskState.ts";

export interface TaskContext {
  readonly session: Session;
  readonly answerInput: AnswerInput;
  /** Settles when the task is said to have changed, at the latest after `ms` milliseconds. */
  readonly taskChanged: (taskId: string, ms: number, signal: AbortSignal) => Promise<void>;
}

export interface TaskOptions {
  /** Told each state, the first one too. */
  readonly onTask?: ((task: TaskState) => void) | undefined;
  readonly signal: AbortSignal;
  /** The entry of the request that became the task. */
  readonly causedBy: number | undefined;
  /** For the requests of the legacy era that wait for the result. */
  readonly call?: Pick<CallOptions, "onProgress" | "limits">;
}

/** Milliseconds between questions where the server names none. */
const usualPollMs = 1000;

/**
 * Asks until the task has ended, answers what it needs on the way, and fetches its result.
 * Aborting the signal asks the server to cancel the task.
 * @param task the state that is known: of the announcement, or of an earlier visit
 * @see https://modelcontextprotocol.io/extensions/tasks/overview
 */
export async function followTask(
  context: TaskContext,
  task: TaskState,
  options: TaskOptions,
): Promise<Outcome> {
  const isLegacy = context.session.era().kind === "legacy";
  if (isLegacy) return pollUntilEnd(context, task, options);
  const inputs = createTaskInputs(context, task.taskId, options);
  return pollUntilEnd(context, task, options, inputs).finally(inputs.close);
}

/** @param inputs where the era has them in what `tasks/get` answers */
async function pollUntilEnd(
  { session, taskChanged }: TaskContext,
  task: TaskState,
  options: TaskOptions,
  inputs?: TaskInputs,
): Promise<Outcome> {
  const { signal } = options;
  const params = JSON.stringify({ taskId: task.taskId });
  let state = task;
  let known: ResultOutcome | undefined;
  const cancelled = (): Outcome => ({ kind: "cancelled", ms: known?.answer.ms ?? 0 });
  const giveUp = () => {
    session.request("tasks/cancel", params);
    return cancelled();
  };

  for (;;) {
    options.onTask?.(state);
    if (state.status === "cancelled") return cancelled();
    if (!inputs && state.status !== "working") {
      const outcome = await session.request("tasks/result", params, callFor(state, options)).done;
      return signal.aborted && outcome.kind === "cancelled" ? giveUp() : outcome;
    }
    const ended = known && endOf(state, known);
    if (ended) return ended;
    if (known) inputs?.see(known);
    if (known || state.status === "working") {
      const changed = taskChanged(state.taskId, state.pollMs ?? usualPollMs, signal);
      const trouble = await Promise.race([inputs?.trouble ?? changed, changed]);
      if (trouble) return trouble;
    }
    if (signal.aborted) return giveUp();

    const outcome = await session.request("tasks/get", params, { signal }).done;
    if (signal.aborted) return giveUp();
    const next = outcome.kind === "result" ? readTask(outcome.value) : undefined;
    if (outcome.kind !== "result" || !next) return outcome;
    known = outcome;
    state = next;
  }
}

/** A result that needs input first may take as long as a person takes. */
function callFor({ status }: TaskState, { call, signal }: TaskOptions): CallOptions {
  const limits = status === "input_required" ? { timeoutMs: 0, maximumMs: 0 } : call?.limits;
  return { ...call, ...(limits ? { limits } : {}), signal };
}

/** The outcome of a task that has ended, out of the answer that says so. */
function endOf({ status }: TaskState, { value, answer }: ResultOutcome): Outcome | undefined {
  if (status === "completed") {
    const path = [...answer.path, "result"];
    return { kind: "result", value: getOwn(value, "result"), answer: { ...answer, path } };
  }
  return status === "failed"
    ? { kind: "error", error: errorOf(getOwn(value, "error")), answer }
    : undefined;
}
