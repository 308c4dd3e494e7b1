/** Rounds of a request whose result says that the server needs something first. */
import { encodeText } from "../../core/bytes.ts";
import type { Failure } from "../../core/failures/failure.ts";
import { getOwn } from "../../core/getOwn.ts";
import { putText } from "../../core/json/putText.ts";
import { textAt } from "../../core/json/textAt.ts";
import { composeObject } from "../session/compose.ts";
import type { Outcome } from "../session/outcome.ts";
import type { AnswerInput, InputAnswer } from "./serverInput.ts";

/** The requests that may be answered by `input_required`. */
const mayNeedInput = new Set(["tools/call", "prompts/get", "resources/read"]);

/** Whether an outcome asks for another round. */
export function needsInput(method: string, outcome: Outcome): boolean {
  return (
    outcome.kind === "result" &&
    mayNeedInput.has(method) &&
    getOwn(outcome.value, "resultType") === "input_required"
  );
}

export type CollectedInputs =
  | { readonly kind: "responses"; readonly text: string | undefined }
  /** Nobody wants the answers any more. */
  | { readonly kind: "withdrawn" }
  | { readonly kind: "failed"; readonly failure: Failure };

/**
 * Has every question of a map answered, all at once.
 * @param requests the map as it was parsed
 * @param textOf the JSON text of one question, as it came
 * @returns the JSON text of `inputResponses`; undefined where nothing was asked
 */
export async function collectInputs(
  requests: unknown,
  textOf: (key: string) => string | undefined,
  answerInput: AnswerInput,
  facts: {
    readonly seq: number;
    readonly causedBy: number | undefined;
    readonly signal: AbortSignal;
  },
): Promise<CollectedInputs> {
  if (typeof requests !== "object" || requests === null) {
    return { kind: "responses", text: undefined };
  }
  const asking = Object.entries(requests).map(async ([key, request]) => {
    const method = String(getOwn(request, "method"));
    const text = textOf(key) ?? JSON.stringify(request);
    const params = getOwn(request, "params");
    const answer = await answerInput({ method, text, params, ...facts });
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
  return { code: "input-refused", method, reason: answer?.text ?? "Nothing here can answer it" };
}

/**
 * The text of the next round: the request as it was, with a new id, the responses, and the state
 * exactly as the server gave it.
 * @param answerText the text of the answer that asked for input
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow
 */
export function nextRound(
  requestText: string,
  id: number,
  responsesText: string | undefined,
  answerText: string,
  state: unknown,
): Uint8Array {
  const stateText =
    typeof state === "string"
      ? (textAt(answerText, ["result", "requestState"]) ?? JSON.stringify(state))
      : undefined;
  const text = putText(withNewId(requestText, id), ["params", "inputResponses"], responsesText);
  return encodeText(putText(text, ["params", "requestState"], stateText));
}

/** The same request under another id; a progress token that was the old id follows. */
export function withNewId(requestText: string, id: number): string {
  const text = putText(requestText, ["id"], String(id));
  const token = ["params", "_meta", "progressToken"];
  return textAt(requestText, token) === textAt(requestText, ["id"])
    ? putText(text, token, String(id))
    : text;
}
