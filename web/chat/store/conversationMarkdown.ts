/** Writes the shown branch of a conversation as Markdown. */
import { branchOf, type ChatCall, type Conversation, textForModel } from "./conversation.ts";

export function conversationMarkdown(conversation: Conversation): string {
  const { systemPrompt } = conversation;
  const parts = branchOf(conversation).flatMap((message) => {
    if (message.kind === "user") return ["## User", textForModel(message)];
    const texts = message.content.flatMap(({ type, text }) =>
      type === "text" && typeof text === "string" ? [text] : [],
    );
    return [`## ${message.modelName}`, ...texts, ...message.calls.map(callMarkdown)];
  });
  const system = systemPrompt === "" ? [] : ["## System prompt", systemPrompt];
  return `${["# Conversation", ...system, ...parts].join("\n\n")}\n`;
}

function callMarkdown({ offeredName, input, state }: ChatCall): string {
  const result = state.kind === "done" ? state.sent.block.content : "not called";
  return [
    `Tool \`${offeredName}\``,
    fenced(JSON.stringify(input, undefined, 2)),
    "Result",
    fenced(JSON.stringify(result, undefined, 2)),
  ].join("\n\n");
}

/** A fence that the text cannot close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}
