/** What every part of Chat gets. */
import type { Chats } from "../store/chats.ts";

export interface ChatProps {
  readonly chats: Chats;
}
