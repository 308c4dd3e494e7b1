import { expect, test } from "vitest";
import { createBrowserStorage } from "./browserStorage.ts";

test("uses the storage it is given", () => {
  const kept = new Map([["a", "1"]]);
  const storage = createBrowserStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
  storage.setItem("b", "2");
  expect([storage.getItem("a"), kept.get("b")]).toEqual(["1", "2"]);
  storage.removeItem("b");
  expect([storage.getItem("b"), kept.has("b")]).toEqual([null, false]);
});

test("keeps in memory what the browser refuses", () => {
  const storage = createBrowserStorage(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  storage.setItem("a", "1");
  expect(storage.getItem("a")).toBe("1");
  storage.removeItem("a");
  expect(storage.getItem("a")).toBeNull();
});
