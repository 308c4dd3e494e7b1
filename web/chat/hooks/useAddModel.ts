/** Opens the dialog that adds a model; the conversation uses it then. */
import { useStores } from "../../stores/StoresContext.tsx";
import type { Chats } from "../store/chats.ts";

export function useAddModel(chats: Chats, conversationId: string): () => void {
  const { view } = useStores();
  return () =>
    view.addModel({
      place: "Chat",
      onAdded([modelId]) {
        chats.conversations.change(conversationId, { modelId });
      },
    });
}
