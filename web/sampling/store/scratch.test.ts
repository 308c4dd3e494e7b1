import { expect, test } from "vitest";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createScratchStore, type ScratchRequest } from "./scratch.ts";

function createMemory() {
  const kept = new Map<string, string>();
  return { kept, ...createMemoryStorage(kept) };
}

const request = (id: string, rest: Partial<ScratchRequest> = {}): ScratchRequest => ({
  id,
  name: `Request ${id}`,
  revision: "2025-11-25",
  text: '{"messages":[],"maxTokens":12345678901234567890}',
  ...rest,
});

test("saved requests are in the browser's storage, and unsaved ones in the tab only", () => {
  const storage = createMemory();
  const store = createScratchStore(storage);
  store.add([request("a", { name: "" })]);
  expect(storage.kept.size).toBe(0);
  store.change("a", { text: "{}" });
  expect(storage.kept.size).toBe(0);
  store.change("a", { name: "Weather" });
  store.add([request("b", { name: "" })]);
  expect(createScratchStore(storage).getState()).toEqual([
    request("a", { name: "Weather", text: "{}" }),
  ]);
  store.remove("a");
  expect(createScratchStore(storage).getState()).toEqual([]);
});

test("a request that is too large for the browser's storage is not saved, and others are", () => {
  const storage = createMemory();
  const store = createScratchStore(storage);
  store.add([request("a"), request("b", { text: "x".repeat(4_000_001) }), request("c")]);
  expect(store.getState()).toHaveLength(3);
  expect(createScratchStore(storage).getState()).toEqual([request("a"), request("c")]);
});

test.each([["{"], ["7"], ['[null, 7, {"id": 1}, {"id": "a", "name": "x"}]']])(
  "begins empty where the storage holds %s",
  (text) => {
    const storage = createMemory();
    storage.setItem("mcp-playground.sampling", text);
    expect(createScratchStore(storage).getState()).toEqual([]);
  },
);

test("reads of a stored request only what it knows", () => {
  const storage = createMemory();
  storage.setItem("mcp-playground.sampling", JSON.stringify([{ ...request("a"), answers: [1] }]));
  expect(createScratchStore(storage).getState()).toEqual([request("a")]);
});
