/** Lists the requests of a recorded session that can be sent again, each with its recorded answer. */

import { getOwn } from "../../core/json/getOwn.ts";
import { parseAnyJson } from "../../core/json/jsonObject.ts";
import { textAt } from "../../core/json/textAt.ts";
import type { EventLog } from "../../log/eventLog.ts";
import { maskCharacters } from "../../log/mask.ts";
import {
  answerTextOf,
  type RecordedRequest,
  recordedRequests,
  requestTextOf,
} from "./recordedRequests.ts";

/** A request with the recorded end of its call, input rounds and tasks included. */
export interface ReplayStep {
  readonly request: RecordedRequest;
  /** The JSON text of its params; undefined if it has none. */
  readonly paramsText: string | undefined;
  /** `{"result":…}` or `{"error":…}`; undefined if the recording has no answer. */
  readonly recorded: string | undefined;
  /** Whether values were masked, so that the request cannot be sent as it was. */
  readonly isMasked: boolean;
}

/** Methods that the connection sends itself, or that belong to another request. */
const excluded = /^(initialize|server\/discover|ping|subscriptions\/listen|tasks\/.*)$/;

/**
 * Lists the requests of a session that can be replayed.
 * @param connectionIds its connections in the log
 */
export async function planReplay(
  log: EventLog,
  connectionIds: Iterable<string>,
): Promise<readonly ReplayStep[]> {
  const steps: { -readonly [K in keyof ReplayStep]: ReplayStep[K] }[] = [];
  for (const id of connectionIds) {
    const own: typeof steps = [];
    for (const request of recordedRequests(log, id)) {
      const text = await requestTextOf(log, request);
      const answer = await answerTextOf(log, request);
      const params = getOwn(parseAnyJson(text), "params");
      const first = callOf(own, request, params);
      if (first) {
        const ended = answer === undefined ? undefined : endOf(request.method, answer);
        if (ended !== undefined) first.recorded = ended;
        continue;
      }
      if (excluded.test(request.method)) continue;
      const paramsText = textAt(text, ["params"]);
      own.push({
        request,
        paramsText,
        recorded: answer === undefined ? undefined : memberOf(answer),
        isMasked: paramsText?.includes(maskCharacters) ?? false,
      });
    }
    steps.push(...own);
  }
  return steps.sort((one, other) => one.request.entry.seq - other.request.entry.seq);
}

/** The call that a request continues: a further round with input, or a question about its task. */
function callOf<Step extends ReplayStep>(
  steps: readonly Step[],
  { method, subject }: RecordedRequest,
  params: unknown,
): Step | undefined {
  if (method === "tasks/get" || method === "tasks/result") {
    const taskId = getOwn(params, "taskId");
    return steps.findLast(({ recorded }) => taskId !== undefined && taskIdOf(recorded) === taskId);
  }
  const isRound =
    getOwn(params, "inputResponses") !== undefined || getOwn(params, "requestState") !== undefined;
  if (!isRound) return undefined;
  return steps.findLast(
    (step) =>
      step.request.method === method && step.request.subject === subject && needsInput(step),
  );
}

function needsInput({ recorded }: ReplayStep): boolean {
  return getOwn(getOwn(parseAnyJson(recorded), "result"), "resultType") === "input_required";
}

function taskIdOf(recorded: string | undefined): unknown {
  const result = getOwn(parseAnyJson(recorded), "result");
  return getOwn(getOwn(result, "task"), "taskId") ?? getOwn(result, "taskId");
}

/** The end of a call by its answer; undefined if its task is still running. */
function endOf(method: string, answer: string): string | undefined {
  if (method !== "tasks/get") return memberOf(answer);
  for (const member of ["result", "error"]) {
    const text = textAt(answer, ["result", member]);
    if (text !== undefined) return `{"${member}":${text}}`;
  }
  return undefined;
}

/** The answer without its envelope. */
function memberOf(answer: string): string {
  for (const member of ["result", "error"]) {
    const text = textAt(answer, [member]);
    if (text !== undefined) return `{"${member}":${text}}`;
  }
  return answer;
}
