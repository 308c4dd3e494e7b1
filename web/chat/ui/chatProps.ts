/** What every part of Chat gets. */
import type { ReactNode } from "react";
import type { Chats } from "../store/chats.ts";
import type { ChatCall, Conversation } from "../store/conversation.ts";

export interface ChatProps {
  readonly chats: Chats;
}

/** What the parts around the columns get. */
export interface ShowsConversations {
  /** Side by side; what is set for one of them is set for all. */
  readonly shown: readonly [Conversation, ...Conversation[]];
}

/** What the parts that show calls get. */
export interface ShowsCalls {
  /** Renders what else belongs to a call that is done: the app of its tool. */
  readonly renderApp: (chats: Chats, conversationId: string, call: ChatCall) => ReactNode;
}
