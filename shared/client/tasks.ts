/** Follows a task until its result is there. */
import { textAt } from "../json/textAt.ts";
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
  readonly causedBy: number | undefined;
  /** For the requests of the legacy era that wait for the result. */
  readonly call?: Pick<CallOptions, "onProgress" | "limits">;
}

type ResultOutcome = Extract<Outcome, { kind: "result" }>;

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
  const isLegacy = session.era().kind === "legacy";
  const params = JSON.stringify({ taskId: task.taskId });
  const answered = new Set<string>();
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
    if (isLegacy && state.status !== "working") {
      const outcome = await session.request("tasks/result", params, callFor(state, options)).done;
      return signal.aborted && outcome.kind === "cancelled" ? giveUp() : outcome;
    }
    const ended = known && endOf(state, known);
    if (ended) return ended;
    // waits from here on, so that news is heard while a person answers
    const isDue = known === undefined && state.status !== "working";
    const changed = isDue || context.taskChanged(state.taskId, state.pollMs ?? usualPollMs, signal);
    const trouble = known && (await answerInputs(context, state, known, answered, options));
    if (trouble) return trouble;
    await changed;
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
    return { kind: "result", value: memberOf(value, "result"), answer: { ...answer, path } };
  }
  return status === "failed"
    ? { kind: "error", error: errorOf(memberOf(value, "error")), answer }
    : undefined;
}

/**
 * Has the questions answered that were not answered before, and sends the answers.
 * @returns why the task cannot go on, if so
 */
async function answerInputs(
  context: TaskContext,
  { taskId, status }: TaskState,
  { value, answer }: ResultOutcome,
  answered: Set<string>,
  { signal, causedBy }: TaskOptions,
): Promise<Outcome | undefined> {
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
  if (gathered.kind === "withdrawn") return undefined;
  if (gathered.kind === "failed") {
    return { kind: "failed", failure: gathered.failure, ms: answer.ms };
  }
  const responses = gathered.text ?? "{}";
  const update = composeObject({ taskId: JSON.stringify(taskId), inputResponses: responses });
  const outcome = await context.session.request("tasks/update", update, { signal }).done;
  return outcome.kind === "result" ? undefined : outcome;
}
