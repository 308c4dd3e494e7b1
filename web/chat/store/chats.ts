/** Chat: conversations with models over the tools of open servers, and the turns that run in them. */
import { type ChatTurns, createChatTurns } from "./chatTurns.ts";
import { type ChatVariant, type Conversations, createConversations } from "./conversations.ts";
import { createEvals, type Evals } from "./evals/evals.ts";
import type { EvalsOptions } from "./evals/runEval.ts";

export interface Chats {
  readonly evals: Evals;
  readonly conversations: Conversations;
  readonly turns: ChatTurns;
  /**
   * Sends a message and runs the turn; does nothing while one runs.
   * @param after the message that it follows; the last one that is shown by default. Another one
   * begins a branch
   */
  send(id: string, text: string, after?: { readonly parent: string | undefined }): Promise<void>;
  /** Asks again for the reply to a message of the user, with the model that is chosen now. */
  retry(id: string, userMessage: string): Promise<void>;
  /** Stops and removes a conversation. */
  remove(id: string): void;
  /** Sends a message in a copy of the conversation for each variant, shown side by side. */
  compare(id: string, text: string, variants: readonly ChatVariant[]): void;
}

export function createChats(options: EvalsOptions): Chats {
  const { newId, epochMs } = options;
  const conversations = createConversations(options);
  const turns = createChatTurns(conversations, options);
  const evals = createEvals(options);
  const send: Chats["send"] = async (id, text, after) => {
    const conversation = conversations.find(id);
    if (!conversation || turns.isRunning(id) || text.trim() === "") return;
    const { parent } = after ?? { parent: conversation.leaf };
    conversations.append(id, { kind: "user", id: newId(), parent, text, at: epochMs() });
    conversations.save(id);
    await turns.run(id);
  };
  return {
    evals,
    conversations,
    turns,
    send,
    async retry(id, userMessage) {
      if (turns.isRunning(id)) return;
      conversations.showBranch(id, userMessage, true);
      await turns.run(id);
    },
    remove(id) {
      turns.stop(id);
      conversations.remove(id);
    },
    compare(id, text, variants) {
      for (const copy of conversations.copyFor(id, variants)) void send(copy, text);
    },
  };
}
