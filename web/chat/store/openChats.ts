/** Opens the conversations of this browser, with those of earlier visits. */
import type { OpenSealedItems } from "../../platform/storage/sealedItems.ts";
import type { OpenModels } from "../../sampling/store/openModels.ts";
import { type Chats, createChats } from "./chats.ts";
import type { EvalsOptions } from "./evals/runEval.ts";
import { chatsDatabase } from "./storedChats.ts";

interface OpenChatsOptions extends Omit<EvalsOptions, "items" | "models" | "run" | "epochMs"> {
  readonly sealedItems: OpenSealedItems;
  readonly openModels: OpenModels;
}

export async function openChats(options: OpenChatsOptions): Promise<Chats> {
  const { sealedItems, openModels } = options;
  const [items, { models, runner }] = await Promise.all([sealedItems(chatsDatabase), openModels()]);
  const chats = createChats({ ...options, items, models, run: runner.run, epochMs: Date.now });
  await Promise.all([chats.conversations.load(), chats.evals.load()]);
  return chats;
}
