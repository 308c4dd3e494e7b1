/** Estimates what the next request of a conversation takes of its model's context. */
import type { OfferedTool } from "../../../shared/models/agent/offeredTools.ts";
import { bytesPerToken } from "../../../shared/models/fit/tokens.ts";
import { branchOf, type ChatMessage, type Conversation, textForModel } from "./conversation.ts";
import { tokensOfTools } from "./offered.ts";

/** Tokens by what they are used for. */
export interface ContextUse {
  readonly system: number;
  readonly tools: number;
  readonly messages: number;
  readonly answers: number;
  readonly results: number;
}

export function contextUse(
  conversation: Pick<Conversation, "messages" | "leaf" | "systemPrompt">,
  tools: readonly OfferedTool[],
): ContextUse {
  const branch = branchOf(conversation);
  const sum = (count: (message: ChatMessage) => number) =>
    branch.reduce((total, message) => total + count(message), 0);
  return {
    system: tokens(conversation.systemPrompt.length),
    tools: tokensOfTools(tools),
    messages: sum((message) =>
      message.kind === "user" ? tokens(textForModel(message).length) : 0,
    ),
    answers: sum((message) => (message.kind === "reply" ? sizesOf(message).answer : 0)),
    results: sum((message) => (message.kind === "reply" ? sizesOf(message).results : 0)),
  };
}

const tokens = (characters: number) => Math.ceil(characters / bytesPerToken);

interface ReplySizes {
  readonly answer: number;
  readonly results: number;
}

/** Replies are not changed in place, and there may be thousands. */
const known = new WeakMap<ChatMessage, ReplySizes>();

function sizesOf(reply: ChatMessage & { readonly kind: "reply" }): ReplySizes {
  const before = known.get(reply);
  if (before) return before;
  const sizes = {
    answer: tokens(JSON.stringify(reply.content).length),
    results: reply.calls.reduce(
      (sum, { state }) =>
        sum + (state.kind === "done" ? tokens(JSON.stringify(state.sent.block).length) : 0),
      0,
    ),
  };
  known.set(reply, sizes);
  return sizes;
}
