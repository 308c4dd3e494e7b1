/** Opens the history of calls of this browser. */
import type { OpenSealedItems } from "../../../platform/storage/sealedItems.ts";
import { type CallHistory, createCallHistory, historyDatabase } from "./callHistory.ts";

export async function openCallHistory(
  open: OpenSealedItems,
  newId: () => string,
): Promise<CallHistory> {
  return createCallHistory(await open(historyDatabase), () => newId().slice(0, 8));
}
