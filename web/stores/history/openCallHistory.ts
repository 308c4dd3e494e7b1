/** Opens the history of calls of this browser. */
import { openSealedItems } from "../persistence/sealedItems.ts";
import { type CallHistory, createCallHistory, historyDatabase } from "./callHistory.ts";

export function openCallHistory(newId: () => string): CallHistory {
  return createCallHistory(openSealedItems(historyDatabase), () => newId().slice(0, 8));
}
