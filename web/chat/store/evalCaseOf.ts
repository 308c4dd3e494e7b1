/** Makes an eval case from a turn: the same message should lead to the same calls. */
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { EvalCase } from "../../../shared/evals/evalSuite.ts";
import { type ChatMessage, type Conversation, textForModel } from "./conversation.ts";

/** @param branch ends with the turn; @param messageId the user's message that begins it */
export function evalCaseOf(
  { systemPrompt }: Pick<Conversation, "systemPrompt">,
  branch: readonly ChatMessage[],
  messageId: string,
): EvalCase | undefined {
  const at = branch.findIndex(({ id }) => id === messageId);
  const message = branch[at];
  if (message?.kind !== "user") return undefined;
  const after = branch.slice(at + 1);
  const next = after.findIndex(({ kind }) => kind === "user");
  const turn = next < 0 ? after : after.slice(0, next);
  const calls = turn.flatMap((reply) => (reply.kind === "reply" ? reply.calls : []));
  const names = calls.map(({ tool, offeredName }) => tool?.name ?? offeredName);
  const text = textForModel(message);
  const name = text.trim().split("\n")[0]?.slice(0, 100) || "case";
  return {
    name,
    message: text,
    ...(systemPrompt !== "" && { systemPrompt }),
    expect: expectationsOf(calls.map(({ input }, index) => ({ tool: names[index] ?? "", input }))),
  };
}

/** What a turn with these calls is expected to do again. */
export function expectationsOf(
  calls: readonly { readonly tool: string; readonly input: JsonObject }[],
): EvalCase["expect"] {
  if (calls.length === 0) return [{ kind: "no-calls" }];
  return [
    ...calls.map(({ tool, input }) => ({ kind: "called" as const, tool, arguments: input })),
    ...(calls.length > 1
      ? [{ kind: "in-order" as const, tools: calls.map(({ tool }) => tool) }]
      : []),
    { kind: "no-error" },
  ];
}
