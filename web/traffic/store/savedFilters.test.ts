import { expect, test } from "vitest";
import { createOrigin } from "../../app/persistence/persistence.fixture.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import {
  createLoadedStorage,
  createPlainStorage,
} from "../../servers/store/recent/recentStorage.ts";
import { createSealedStorage } from "../../servers/store/recent/sealedRecent.ts";
import { createSavedFilters } from "./savedFilters.ts";

/** Pages of a relay, one after the other. */
function createPages() {
  const origin = createOrigin();
  const texts = new Map<string, string>();
  const open = () => {
    const { items, pair } = origin.openAtRelay(new Uint8Array(32).fill(1));
    const plain = createMemoryStorage(texts);
    const sealed = createSealedStorage(plain, async () => items);
    pair();
    return createSavedFilters(createLoadedStorage(plain, async () => sealed));
  };
  return { texts, open };
}

test("the page after a reload has the saved filters, the newest first, and nobody else reads them", async () => {
  const { texts, open } = createPages();
  const filters = open();
  filters.save("status:500");
  filters.save("  customer-4711 dur:>2s ", " Slow ");
  const slow = { text: "customer-4711 dur:>2s", name: "Slow" };
  const both = [slow, { text: "status:500", name: "" }];
  expect(filters.getState()).toEqual(both);
  await expect.poll(() => [...texts.values()]).toEqual(['"encrypted"']);
  const next = open();
  await expect.poll(() => next.getState()).toEqual(both);
  next.remove("status:500");
  await expect
    .poll(() => {
      const other = open();
      return new Promise((resolve) => other.subscribe((state) => resolve(state)));
    })
    .toEqual([slow]);
});

test("one that is saved again is not repeated, and what else stands in the storage does no harm", () => {
  const storage = createMemoryStorage();
  const stored = ["one", 7, "", "one", null, { name: "no text" }, { text: "three", name: 3 }];
  storage.setItem("mcp-playground.filters", JSON.stringify(stored));
  const filters = createSavedFilters(createPlainStorage(storage));
  filters.save("two");
  filters.save("one");
  filters.save("   ");
  filters.save("x".repeat(3000));
  filters.save("one", "n".repeat(99));
  expect(filters.getState()).toEqual([
    { text: "one", name: "n".repeat(60) },
    { text: "two", name: "" },
    { text: "three", name: "" },
  ]);
});
