/** Follows a task until its result is there. */
import { textAt } from "../json/textAt.ts";
import type { Failure } from "../transport/failure.ts";
import { composeObject } from "./compose.ts";
import { gatherInputs } from "./inputRequired.ts";
import { memberOf } from "./memberOf.ts";
import type { Outcome } from "./outcome.ts";
import { errorOf } from "./outcomeOf.ts";
import type { AnswerInput } from "./serverInput.ts";
import type { CallOptions, Session } from "./session.ts";
import { readTask, type TaskState } from "./taskState.ts";

export interface TaskContext {
  readonly session: Session;
  readonly answerInput: AnswerInput;
  /** Settles when the task is said to have changed, at the latest after `ms` milliseconds. */
  readonly taskChanged: (taskId: string, ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface TaskOptions {
  /** Told each state, the first one too. */
  readonly onTask?: ((task: TaskState) => void) | undefined;
  readonly signal: AbortSignal;
  /** The entry of the request that became the task. */
  readonly causedBy: number;
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
  const { session } = context;
  const { signal } = options;
  const params = JSON.stringify({ taskId: task.taskId });
  const answered = new Set<string>();
  let state = task;
  let known: Extract<Outcome, { kind: "result" }> | undefined;
  options.onTask?.(state);

  for (;;) {
    const isLegacy = session.era().kind === "legacy";
    if (isLegacy && state.status !== "working" && state.status !== "cancelled") {
      const { call } = options;
      return session.request("tasks/result", params, { ...call, signal }).done;
    }
    if (state.status === "cancelled") return { kind: "cancelled", ms: known?.answer.ms ?? 0 };
    if (known && !isLegacy) {
      const ended = endOf(state, known);
      if (ended) return ended;
      const failure = await answerInputs(context, state, known, answered, options);
      if (failure) return { kind: "failed", failure, ms: known.answer.ms };
    }
    if (known || state.status === "working") {
      await context.taskChanged(state.taskId, state.pollMs ?? usualPollMs, signal);
    }
    if (signal.aborted) {
      session.request("tasks/cancel", params);
      return { kind: "cancelled", ms: 0 };
    }
    const outcome = await session.request("tasks/get", params).done;
    if (outcome.kind !== "result") return outcome;
    known = outcome;
    const next = readTask(outcome.value);
    if (!next) return outcome;
    state = next;
    options.onTask?.(state);
  }
}

/** The outcome of a task that has ended, out of the answer that says so. */
function endOf(
  { status }: TaskState,
  { value, answer }: Extract<Outcome, { kind: "result" }>,
): Outcome | undefined {
  if (status === "completed") {
    const path = [...answer.path, "result"];
    return { kind: "result", value: memberOf(value, "result"), answer: { ...answer, path } };
  }
  return status === "failed"
    ? { kind: "error", error: errorOf(memberOf(value, "error")), answer }
    : undefined;
}

/** Has the questions answered that were not answered before, and sends the answers. */
async function answerInputs(
  context: TaskContext,
  { taskId, status }: TaskState,
  { value, answer }: Extract<Outcome, { kind: "result" }>,
  answered: Set<string>,
  { signal, causedBy }: TaskOptions,
): Promise<Failure | undefined> {
  const requests = memberOf(value, "inputRequests");
  if (status !== "input_required" || typeof requests !== "object" || requests === null) {
    return undefined;
  }
  const open = Object.fromEntries(Object.entries(requests).filter(([key]) => !answered.has(key)));
  if (Object.keys(open).length === 0) return undefined;
  for (const key of Object.keys(open)) answered.add(key);
  const gathered = await gatherInputs(
    open,
    (key) => textAt(answer.text, [...answer.path, "inputRequests", key]),
    context.answerInput,
    { seq: answer.entry.seq, causedBy, signal },
  );
  if (signal.aborted) return undefined;
  if (gathered.kind === "failed") return gathered.failure;
  const responses = gathered.text ?? "{}";
  const update = composeObject({ taskId: JSON.stringify(taskId), inputResponses: responses });
  await context.session.request("tasks/update", update).done;
  return undefined;
}
