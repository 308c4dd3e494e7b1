/** Describes what this browser stores for the page. */
import type { StoredKind } from "../persistence/storedData.ts";

interface StoredKindText {
  readonly title: string;
  readonly where: string;
  readonly clear: string;
}

export const storedKindText: Readonly<Record<StoredKind, StoredKindText>> = {
  tab: {
    title: "This tab: traffic, drafts and results",
    where:
      "Masked and encrypted in IndexedDB, the newest 50 MB without messages over 2 MB. What changes after clearing is stored again.",
    clear: "Clear this tab",
  },
  "other-tabs": {
    title: "Other tabs",
    where:
      "The same for each tab of this browser. Closed tabs are deleted after a week; clearing deletes them now.",
    clear: "Clear closed tabs",
  },
  history: {
    title: "History of calls",
    where: "Encrypted in IndexedDB, the newest 1,000 calls or 20 MB.",
    clear: "Clear history",
  },
  collections: {
    title: "Saved calls",
    where:
      "Encrypted in IndexedDB, with the secrets that are to be stored. What is open in a tab stays until it is loaded again.",
    clear: "Clear saved calls",
  },
  settings: {
    title: "Servers, rules, layout and limits",
    where:
      "In localStorage, without secrets; the headers and variables of saved servers are encrypted in IndexedDB. Clearing takes effect when the page is loaded again.",
    clear: "Clear settings",
  },
};
