/** Runs a user request to its end: input rounds, tasks and recoverable errors included. */

import type { Clock } from "../core/clock.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { textAt } from "../core/json/textAt.ts";
import type { Initiator, MessageEntry } from "../log/entry.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { createCallTimer } from "./callTimes.ts";
import { collectInputs, needsInput, nextRound } from "./input/inputRequired.ts";
import type { ServerInput } from "./input/serverInput.ts";
import type { Call, CallOptions, ComposeOptions } from "./session/call.ts";
import { withNewId } from "./session/composeMessage.ts";
import type { RequestOutcome, TextOutcome } from "./session/outcome.ts";
import { announcedTask, type TaskState } from "./tasks/taskState.ts";
import { followTask, type TaskContext } from "./tasks/tasks.ts";

export interface Operation<Outcome = RequestOutcome> {
  /** The log entry of the first request. */
  readonly entry: MessageEntry;
  /** Settles with the outcome of the last request; never rejects. */
  readonly done: Promise<Outcome>;
  cancel(): void;
  /** Milliseconds that the whole call took, with the outcome of `done`; see `tookMs`. */
  took(outcome: Outcome): number | undefined;
}

/** The operation of a text that the user wrote, which may be any message or none. */
export interface TextOperation extends Operation<TextOutcome> {
  /** How each of its requests ends: one of a request, several of a batch, none of another text. */
  readonly outcomes: readonly Promise<RequestOutcome>[];
  /** Why it could not be delivered; undefined if it was. */
  readonly delivered: Promise<Failure | undefined>;
}

export interface OperationOptions extends CallOptions {
  /** Who caused the request, and so its further rounds and the polling of its task. */
  readonly initiator: Initiator;
  /** Called with each state of the task that the server created for the request. */
  readonly onTask?: (task: TaskState) => void;
  /** Leaves to the user what the answer asks for: input, the polling of a task, a second attempt. */
  readonly sendsOnce?: boolean;
}

/** Of a request that the client composes; it asks for progress where somebody wants to hear of it. */
export type RequestOptions = OperationOptions & Pick<ComposeOptions, "isForeign">;

interface OperationContext extends TaskContext {
  readonly clock: Pick<Clock, "now">;
  readonly maximumRounds: () => number;
  /**
   * Fixes the cause of an error so that the request can be sent again.
   * @returns the request to send instead, or undefined if the error cannot be recovered from
   */
  readonly recoverRequest: (
    requestText: string,
    outcome: RequestOutcome,
  ) => Promise<string | undefined>;
}

/**
 * Sends the text of a request and runs it to its end.
 * Text that is not a single request is only sent, as are bytes.
 */
export function startOperation(
  context: OperationContext,
  text: string | Uint8Array,
  options: OperationOptions,
): TextOperation {
  const { session } = context;
  const control = new AbortController();
  const { signal: given } = options;
  const signal = given ? AbortSignal.any([given, control.signal]) : control.signal;
  const timer = createCallTimer(context.clock, options);
  const callOptions = { ...options, ...timer.options, signal };
  const sent = session.send(text, callOptions);
  const { entry, calls, delivered } = sent;
  const [call, ...others] = calls;
  const isSingle = others.length === 0 && !entry.batch && !options.sendsOnce;
  const outcomes =
    call && isSingle && typeof text === "string"
      ? [runToEnd(context, text, call, callOptions)]
      : calls.map(({ done }) => done);
  const done = outcomes[0] ?? delivered.then((failure) => ({ kind: "sent" as const, failure }));
  const took = (outcome: TextOutcome) => timer.took(entry, outcome);
  return { entry, outcomes, delivered, done, cancel: () => control.abort(), took };
}

/**
 * Composes a request and runs it to its end.
 * @throws {TypeError} if the params are not JSON
 */
export function startRequest(
  context: OperationContext,
  method: string,
  paramsText: string | undefined,
  { isForeign = false, ...options }: RequestOptions,
): Operation {
  const hasProgress = options.onProgress !== undefined;
  const text = context.session.compose(method, paramsText, { hasProgress, isForeign });
  const { entry, outcomes, cancel, took } = startOperation(context, text, options);
  const [done] = outcomes;
  if (!done || entry.heads[0]?.kind !== "request") {
    throw new TypeError(`The params of ${method} are not JSON: ${paramsText}`);
  }
  return { entry, done, cancel, took };
}

async function runToEnd(
  context: OperationContext,
  firstText: string,
  first: Call,
  options: OperationOptions & { readonly signal: AbortSignal },
): Promise<RequestOutcome> {
  const { session } = context;
  const { signal, onTask } = options;
  const facts = { causedBy: first.entry.seq, signal };
  let text = firstText;
  let call: Call = first;
  let isRecovered = false;
  const resend = (nextText: string) => {
    call = session.send(nextText, options).calls[0] ?? call;
  };
  for (let round = 0; ; ) {
    const outcome: RequestOutcome = await call.done;
    if (signal.aborted) return outcome;
    if (outcome.kind === "result" && needsInput(call.method, outcome)) {
      if (++round > context.maximumRounds()) return tooManyRounds(outcome, round);
      let asksPerson = false;
      const next = await answerInputs(context, text, outcome, {
        ...facts,
        onPerson() {
          asksPerson = true;
          options.onPause?.(true, outcome.answer.entry.at);
        },
      });
      if (asksPerson) options.onPause?.(false, context.clock.now());
      if (typeof next !== "string") return next;
      resend(next);
      continue;
    }
    const task =
      outcome.kind === "result"
        ? announcedTask(session.era().kind, call.method, outcome.value)
        : undefined;
    if (task) return followTask(context, task, { ...facts, onTask, call: options });
    const recovered = isRecovered ? undefined : await context.recoverRequest(text, outcome);
    if (recovered === undefined) return outcome;
    isRecovered = true;
    text = withNewId(recovered, session.nextId());
    resend(text);
  }
}

type Result = Extract<RequestOutcome, { readonly kind: "result" }>;

/**
 * Collects the input that a result asks for.
 * @returns the request of the next round; the outcome of the call if there is none
 */
async function answerInputs(
  { session, answerInput }: OperationContext,
  requestText: string,
  { value, answer }: Result,
  facts: Pick<ServerInput, "causedBy" | "signal" | "onPerson">,
): Promise<string | RequestOutcome> {
  const collected = await collectInputs(
    getOwn(value, "inputRequests"),
    (key) => textAt(answer.text, ["result", "inputRequests", key]),
    answerInput,
    { ...facts, seq: answer.entry.seq },
  );
  if (collected.kind === "withdrawn") return { kind: "cancelled", ms: answer.ms };
  if (collected.kind === "failed") {
    return { kind: "failed", failure: collected.failure, ms: answer.ms };
  }
  return nextRound(requestText, {
    id: session.nextId(),
    responsesText: collected.text,
    answerText: answer.text,
    state: getOwn(value, "requestState"),
  });
}

function tooManyRounds({ answer }: Result, rounds: number): RequestOutcome {
  return { kind: "failed", failure: { code: "too-many-rounds", rounds }, ms: answer.ms };
}
