/** Stores the conversations of this browser, encrypted. */
import { defaultTurnLimits } from "../../../shared/models/agent/turn.ts";
import type { SealedItems } from "../../platform/storage/sealedItems.ts";
import { type Conversation, closedCall } from "./conversation.ts";

export const chatsDatabase = "mcp-playground.chats";

/** Older conversations are removed. */
const maxConversations = 100;

const prefix = "chat ";

interface StoredChats {
  /** In the order in which they were changed last. */
  read(): Promise<readonly Conversation[]>;
  write(conversation: Conversation): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createStoredChats(items: SealedItems): StoredChats {
  const names = async () => (await items.names()).filter((name) => name.startsWith(prefix));
  return {
    async read() {
      const all = (await Promise.all((await names()).map((name) => items.read(name))))
        .filter((one) => one !== undefined)
        .map((one) => ended(one as Conversation))
        .sort((one, other) => one.changedAt - other.changedAt);
      const old = all.splice(0, Math.max(0, all.length - maxConversations));
      for (const { id } of old) await items.remove(prefix + id);
      return all;
    },
    async write(conversation) {
      await items.write(prefix + conversation.id, conversation);
    },
    remove: (id) => items.remove(prefix + id),
  };
}

/** A reload ends the turns that were running, and the numbers of the log begin anew. */
function ended(conversation: Conversation): Conversation {
  return {
    ...conversation,
    ticked: conversation.ticked ?? {},
    limits: conversation.limits ?? defaultTurnLimits,
    messages: conversation.messages.map((message) => {
      if (message.kind === "user") return message;
      const { seq: _, ...reply } = message;
      const calls = reply.calls.map(({ seq: _, ...call }) => closedCall(call));
      return { ...reply, calls };
    }),
  };
}
