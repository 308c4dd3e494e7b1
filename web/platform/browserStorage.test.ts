import { expect, test } from "vitest";
import { createKeptStorage } from "./browserStorage.ts";

test("uses the storage it is given", () => {
  const kept = new Map([["a", "1"]]);
  const storage = createKeptStorage(() => ({
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
  const storage = createKeptStorage(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  storage.setItem("a", "1");
  expect(storage.getItem("a")).toBe("1");
  storage.removeItem("a");
  expect(storage.getItem("a")).toBeNull();
});
