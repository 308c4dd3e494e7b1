import { expect, test } from "vitest";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { entryState, noteEntry } from "./tabIds.ts";

test("an entry that lost its state in a reload has the one that this tab wrote for its fragment", () => {
  const storage = createMemoryStorage();
  const state = { tab: "tab", server: "server" };
  noteEntry(storage, "#s=older", { ...state, server: "other" });
  noteEntry(storage, "#s=before", state);
  noteEntry(storage, "#s=own", state);
  const at = (fragment: string, navigation = "reload", now: unknown = null) =>
    entryState(now, storage, { fragment, navigation });
  expect(at("#s=own")).toEqual(state);
  expect(at("#s=before")).toEqual(state);
  // what others wrote, or led to, is a link
  expect(at("#s=older")).toBeNull();
  expect(at("#s=foreign")).toBeNull();
  expect(at("#s=own", "navigate")).toBeNull();
  const present = { tab: "another", server: "server" };
  expect(at("#s=own", "reload", present)).toBe(present);
});
