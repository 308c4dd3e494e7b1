import { expect, test } from "vitest";
import { createBrowserStorage } from "./browserStorage.ts";
import { createMemoryStorage } from "./memoryStorage.fixture.ts";

test("uses the given storage", () => {
  const items = new Map([["a", "1"]]);
  const storage = createBrowserStorage(() => createMemoryStorage(items));
  storage.setItem("b", "2");
  expect([storage.getItem("a"), items.get("b")]).toEqual(["1", "2"]);
  storage.removeItem("b");
  expect([storage.getItem("b"), items.has("b")]).toEqual([null, false]);
});

test("keeps values in memory when the browser refuses them", () => {
  const storage = createBrowserStorage(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  storage.setItem("a", "1");
  expect(storage.getItem("a")).toBe("1");
  storage.removeItem("a");
  expect(storage.getItem("a")).toBeNull();
});
