/** Collects input for a request that the server answered with `input_required`, and composes the next round. */

import { getOwn } from "../../core/json/getOwn.ts";
import { putText } from "../../core/json/putText.ts";
import { textAt } from "../../core/json/textAt.ts";
import { jsonText, textOfJson } from "../../core/text/textOfJson.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import { composeObject, withNewId } from "../session/composeMessage.ts";
import type { RequestOutcome } from "../session/outcome.ts";
import type { AnswerInput, InputAnswer, ServerInput } from "./serverInput.ts";

/** Methods whose result may be `input_required`. */
const mayNeedInput = new Set(["tools/call", "prompts/get", "resources/read"]);

/** Whether an outcome asks for another round of input. */
export function needsInput(method: string, outcome: RequestOutcome): boolean {
  return (
    outcome.kind === "result" &&
    mayNeedInput.has(method) &&
    getOwn(outcome.value, "resultType") === "input_required"
  );
}

type CollectedInputs =
  | { readonly kind: "responses"; readonly text: string | undefined }
  /** The request was cancelled while input was collected. */
  | { readonly kind: "withdrawn" }
  | { readonly kind: "failed"; readonly failure: Failure };

/**
 * Collects the answers to every input request of a map, in parallel.
 * @param requests the parsed `inputRequests`
 * @param textOf returns the JSON text of one input request as received
 * @returns the JSON text of `inputResponses`; undefined if there were no input requests
 */
export async function collectInputs(
  requests: unknown,
  textOf: (key: string) => string | undefined,
  answerInput: AnswerInput,
  facts: Pick<ServerInput, "seq" | "causedBy" | "taskId" | "signal" | "onPerson">,
): Promise<CollectedInputs> {
  if (typeof requests !== "object" || requests === null) {
    return { kind: "responses", text: undefined };
  }
  const entries = Object.entries(requests);
  const asking = entries.map(async ([key, request]) => {
    const method = textOfJson(getOwn(request, "method"));
    const text = textOf(key) ?? jsonText(request);
    const params = getOwn(request, "params");
    const named = entries.length > 1 ? { key } : {};
    const answer = await answerInput({ method, text, params, ...named, ...facts });
    return [key, method, answer] as const;
  });
  const answers = await Promise.race([Promise.all(asking), aborted(facts.signal)]);
  if (answers === "aborted") return { kind: "withdrawn" };
  const members: Record<string, string> = {};
  for (const [key, method, answer] of answers) {
    if (answer?.kind !== "result") return { kind: "failed", failure: refused(method, answer) };
    Object.defineProperty(members, key, { value: answer.text, enumerable: true });
  }
  return { kind: "responses", text: composeObject(members) };
}

function aborted(signal: AbortSignal): Promise<"aborted"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("aborted");
    signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });
}

function refused(method: string, answer: InputAnswer | undefined): Failure {
  return { code: "input-refused", method, ...(answer ? { reason: answer.text } : {}) };
}

/** What the next round adds to the original request. */
interface Round {
  readonly id: number;
  /** JSON text; undefined if there were no input requests. */
  readonly responsesText: string | undefined;
  readonly answerText: string;
  /** The `requestState` of that answer, parsed. */
  readonly state: unknown;
}

/**
 * Composes the next round: the original request with a new id, the responses, and `requestState`
 * byte for byte as the server sent it.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow
 */
export function nextRound(
  requestText: string,
  { id, responsesText, answerText, state }: Round,
): string {
  const stateText =
    typeof state === "string"
      ? (textAt(answerText, ["result", "requestState"]) ?? JSON.stringify(state))
      : undefined;
  const withState = putText(withNewId(requestText, id), ["params", "requestState"], stateText);
  // put in last: an answer may deliberately be invalid JSON, and then the text can no longer be
  // edited
  return putText(withState, ["params", "inputResponses"], responsesText);
}
