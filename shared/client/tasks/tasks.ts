/** Polls a task until it ends and fetches its result. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { AnswerInput } from "../input/serverInput.ts";
import type { CallOptions } from "../session/call.ts";
import type { RequestOutcome } from "../session/outcome.ts";
import { errorOf } from "../session/outcomeOf.ts";
import type { Session } from "../session/session.ts";
import { createTaskInputs, type ResultOutcome, type TaskInputs } from "./taskInputs.ts";
import { isEndedTask, readTask, type TaskState } from "./taskState.ts";

export interface TaskContext {
  readonly session: Session;
  readonly answerInput: AnswerInput;
  /** Settles when the server notifies that the task changed, at the latest after `ms` milliseconds. */
  readonly waitForTaskChange: (taskId: string, ms: number, signal: AbortSignal) => Promise<void>;
}

interface TaskOptions {
  /** Called with each state, including the first. */
  readonly onTask?: ((task: TaskState) => void) | undefined;
  readonly signal: AbortSignal;
  /** The log entry of the request that became the task. */
  readonly causedBy: number | undefined;
  /** Who caused the call, and options of the legacy request that waits for the result. */
  readonly call?: Pick<CallOptions, "onProgress" | "limits" | "initiator">;
}

/** The state of a task whose result was received while it waited for input. */
const statusAfter: { readonly [K in RequestOutcome["kind"]]?: string } = {
  result: "completed",
  error: "failed",
};

/** A server that returns a task supports asking for it, even if it forgot to declare so. */
const evenIfUndeclared = true;

/** Default poll interval in milliseconds. */
const defaultPollMs = 1000;

/**
 * The longest interval in milliseconds between polls of a task that waits for input, which changes
 * only by the answer, or when the server gives up.
 */
const maximumIdleMs = 60_000;

/**
 * Polls a task until it ends, answers its input requests and fetches its result.
 * Aborting the signal asks the server to cancel the task.
 * @param task the last known state, from the result that created it or from an earlier connection
 * @see https://modelcontextprotocol.io/extensions/tasks/overview
 */
export async function followTask(
  context: TaskContext,
  task: TaskState,
  options: TaskOptions,
): Promise<RequestOutcome> {
  const isLegacy = context.session.era().kind === "legacy";
  if (isLegacy) return pollUntilEnd(context, task, options);
  const inputs = createTaskInputs(context, task.taskId, options);
  return pollUntilEnd(context, task, options, inputs).finally(inputs.close);
}

/** @param inputs present in the modern era, where `tasks/get` carries input requests */
async function pollUntilEnd(
  { session, waitForTaskChange }: TaskContext,
  task: TaskState,
  options: TaskOptions,
  inputs?: TaskInputs,
): Promise<RequestOutcome> {
  const { signal, call } = options;
  const caused = call?.initiator ? { initiator: call.initiator } : {};
  const params = JSON.stringify({ taskId: task.taskId });
  let state = task;
  let known: ResultOutcome | undefined;
  /** Polls since the task began to wait for input. */
  let idlePolls = 0;
  const cancelled = (): RequestOutcome => ({ kind: "cancelled", ms: known?.answer.ms ?? 0 });
  const giveUp = () => {
    session.request("tasks/cancel", params, caused);
    return cancelled();
  };

  for (;;) {
    options.onTask?.(state);
    if (state.status === "cancelled") return cancelled();
    if (!inputs && state.status !== "working") {
      const outcome = await session.request("tasks/result", params, callFor(state, options)).done;
      if (signal.aborted && outcome.kind === "cancelled") return giveUp();
      const status = statusAfter[outcome.kind];
      const isNews = status !== undefined && state.status === "input_required";
      if (isNews) options.onTask?.({ ...state, status, statusMessage: undefined });
      return outcome;
    }
    const ended = known && endOf(state, known);
    if (ended) return ended;
    if (known) inputs?.update(known);
    if (known || state.status === "working") {
      idlePolls = state.status === "input_required" ? idlePolls + 1 : 0;
      const answer = inputs?.nextAnswer();
      const woken = answer ? AbortSignal.any([signal, answer]) : signal;
      const changed = waitForTaskChange(state.taskId, pollMs(state, idlePolls), woken);
      const failure = await Promise.race([inputs?.failure ?? changed, changed]);
      if (failure) return failure;
      if (answer?.aborted) idlePolls = 0;
    }
    if (signal.aborted) return giveUp();

    const poll = session.request("tasks/get", params, { ...caused, signal, evenIfUndeclared });
    const outcome = await poll.done;
    if (signal.aborted) return giveUp();
    const next = outcome.kind === "result" ? readTask(outcome.value) : undefined;
    if (outcome.kind !== "result" || !next) return outcome;
    known = outcome;
    // what the task did last says nothing of how it ended
    const isOldMessage = isEndedTask(next.status) && next.statusMessage === state.statusMessage;
    state = isOldMessage ? { ...next, statusMessage: undefined } : next;
  }
}

/**
 * Milliseconds until the next poll: the interval that the server asks for, doubled with each poll of
 * a task that waits for input.
 */
function pollMs({ pollMs: asked = defaultPollMs }: TaskState, idlePolls: number): number {
  return Math.max(asked, Math.min(asked * 2 ** Math.max(0, idlePolls - 1), maximumIdleMs));
}

/** The request for a result has no timeout while the task waits for the user. */
function callFor({ status }: TaskState, { call, signal }: TaskOptions): CallOptions {
  const limits = status === "input_required" ? { timeoutMs: 0, maximumMs: 0 } : call?.limits;
  return { ...call, ...(limits ? { limits } : {}), signal, evenIfUndeclared };
}

/** The outcome of an ended task, read from the answer of `tasks/get`; undefined while it runs. */
function endOf(
  { status }: TaskState,
  { value, answer }: ResultOutcome,
): RequestOutcome | undefined {
  if (status === "completed") {
    const path = [...answer.path, "result"];
    return { kind: "result", value: getOwn(value, "result"), answer: { ...answer, path } };
  }
  return status === "failed"
    ? { kind: "error", error: errorOf(getOwn(value, "error")), answer }
    : undefined;
}
