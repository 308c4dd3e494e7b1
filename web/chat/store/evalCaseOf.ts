/** Makes an eval suite with one case from a turn: the same message should lead to the same calls. */
import { type EvalSuite, evalFormat } from "../../../shared/evals/evalSuite.ts";
import type { ChatMessage, Conversation } from "./conversation.ts";

/** @param branch ends with the turn; @param messageId the user's message that begins it */
export function evalCaseOf(
  { systemPrompt }: Pick<Conversation, "systemPrompt">,
  branch: readonly ChatMessage[],
  messageId: string,
): EvalSuite | undefined {
  const at = branch.findIndex(({ id }) => id === messageId);
  const message = branch[at];
  if (message?.kind !== "user") return undefined;
  const after = branch.slice(at + 1);
  const next = after.findIndex(({ kind }) => kind === "user");
  const turn = next < 0 ? after : after.slice(0, next);
  const calls = turn.flatMap((reply) => (reply.kind === "reply" ? reply.calls : []));
  const names = calls.map(({ tool, offeredName }) => tool?.name ?? offeredName);
  const name = message.text.trim().split("\n")[0]?.slice(0, 100) || "case";
  return {
    format: evalFormat,
    name,
    ...(systemPrompt !== "" && { systemPrompt }),
    cases: [
      {
        name,
        message: message.text,
        expect:
          calls.length === 0
            ? [{ kind: "no-calls" }]
            : [
                ...calls.map(({ input }, index) => ({
                  kind: "called" as const,
                  tool: names[index] ?? "",
                  arguments: input,
                })),
                ...(names.length > 1 ? [{ kind: "in-order" as const, tools: names }] : []),
                { kind: "no-error" },
              ],
      },
    ],
  };
}
