/** A question for the person as a form of the protocol, and the answer to it. */
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { Question } from "./agentTool.ts";

/** An elicitation without a mode is a form. */
export function canElicit({ elicitation }: JsonObject): boolean {
  const modes = isJsonObject(elicitation) ? Object.keys(elicitation) : undefined;
  return modes !== undefined && (modes.length === 0 || modes.includes("form"));
}

/** The choices have no default: whoever answers, chooses. */
export function elicitation({ message, choices }: Question): JsonObject {
  const answer = { type: "string", title: "Answer", enum: choices };
  const requestedSchema = { type: "object", properties: { answer }, required: ["answer"] };
  return { method: "elicitation/create", params: { message, requestedSchema } };
}

/** What the person chose; the first choice refuses. @param answer a response, or the result in it */
export function choiceOf({ choices }: Pick<Question, "choices">, answer: JsonObject): string {
  const { action, content } = isJsonObject(answer.result) ? answer.result : answer;
  const chosen = getOwn(content, "answer");
  const isAllowed = action === "accept" && choices.some((choice) => choice === chosen);
  return isAllowed ? String(chosen) : choices[0];
}
