/** Chat: conversations with models over the tools of open servers, and the turns that run in them. */
import { type ChatTurns, createChatTurns } from "./chatTurns.ts";
import { isSendable, type UserMessage } from "./conversation.ts";
import { type ChatVariant, type Conversations, createConversations } from "./conversations.ts";
import { createEvals, type Evals } from "./evals/evals.ts";
import type { EvalsOptions } from "./evals/runEval.ts";
import { createUnsentMessages, type UnsentMessages } from "./unsentMessages.ts";

export interface Chats {
  readonly evals: Evals;
  readonly conversations: Conversations;
  readonly turns: ChatTurns;
  readonly unsent: UnsentMessages;
  /**
   * Sends a message, with what apps added to it, and runs the turn; does nothing while one runs.
   * @param instead the message whose place it takes, as a branch; by default it follows the last one
   * that is shown
   */
  send(id: string, text: string, instead?: UserMessage): Promise<void>;
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
  const send: Chats["send"] = async (id, text, instead) => {
    const conversation = conversations.find(id);
    if (!conversation || turns.isRunning(id)) return;
    const { parent, addedContent = [] } = instead ?? {
      parent: conversation.leaf,
      addedContent: conversation.addedContent,
    };
    if (!isSendable(text, addedContent)) return;
    if (!instead) conversations.clearAddedContent(id);
    const message = { kind: "user", id: newId(), parent, text, at: epochMs() } as const;
    conversations.append(id, addedContent.length > 0 ? { ...message, addedContent } : message);
    conversations.save(id);
    await turns.run(id);
  };
  return {
    evals,
    conversations,
    turns,
    unsent: createUnsentMessages(),
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
      const copies = conversations.copyFor(id, variants);
      conversations.clearAddedContent(id);
      for (const copy of copies) void send(copy, text);
    },
  };
}
