import { describe, expect, test } from "vitest";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createScratchStore } from "./scratch.ts";
import { formatScratch, parseScratch, type ScratchRequest } from "./scratchRequest.ts";

function createMemory() {
  const kept = new Map<string, string>();
  return { kept, ...createMemoryStorage(kept) };
}

const request = (id: string, rest: Partial<ScratchRequest> = {}): ScratchRequest => ({
  id,
  name: `Request ${id}`,
  collection: "",
  revision: "2025-11-25",
  text: '{"messages":[],"maxTokens":12345678901234567890}',
  answers: [],
  ...rest,
});

describe("the store", () => {
  test("keeps saved requests in the browser's storage, and unsaved ones in the tab only", () => {
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

  test("keeps the last 20 answers, newest first", () => {
    const store = createScratchStore(createMemory());
    store.add([request("a")]);
    for (let at = 1; at <= 25; at++) store.addAnswer("a", { at, text: `${at}` });
    const answers = store.getState()[0]?.answers ?? [];
    expect(answers.map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${25 - index}`),
    );
    store.removeAnswer("a", answers[0] as never);
    expect(store.getState()[0]?.answers[0]?.text).toBe("24");
  });

  test.each([["{"], ["7"], ['[null, 7, {"id": 1}, {"id": "a", "name": "x"}]']])(
    "begins empty where the storage holds %s",
    (text) => {
      const storage = createMemory();
      storage.setItem("mcp-playground.sampling", text);
      expect(createScratchStore(storage).getState()).toEqual([]);
    },
  );
});

describe("files", () => {
  let ids = 0;
  const newId = () => `new-${++ids}`;

  test("an exported file is imported unchanged, under new ids", () => {
    const answers = [
      { at: 1, model: "m", text: "{}" },
      { at: 2, text: "[]" },
    ];
    const written = [request("a", { collection: "Weather", answers }), request("b")];
    const read = parseScratch(formatScratch(written), newId, 0);
    expect(read.kind).toBe("requests");
    const { requests } = read as Extract<typeof read, { kind: "requests" }>;
    expect(requests.map(({ id: _, ...rest }) => rest)).toEqual(
      written.map(({ id: _, ...rest }) => rest),
    );
    expect(requests.map(({ id }) => id)).not.toContain("a");
  });

  const file = (requests: unknown) =>
    JSON.stringify({ format: "mcp-playground-sampling/1", requests });

  test.each([
    ["{", { code: "not-json" }],
    ["[]", { code: "other-format" }],
    ['{"format":"mcp-playground-rules/1","requests":[]}', { code: "other-format" }],
    [file(Array.from({ length: 501 }, () => request("a"))), { code: "too-many" }],
    [file([request("a"), { name: "no text" }]), { code: "bad-request", index: 1 }],
    [file([null]), { code: "bad-request", index: 0 }],
  ])("a file is refused: %#", (text, reason) => {
    expect(parseScratch(text, newId, 0)).toEqual({ kind: "refused", ...reason });
  });

  test("names and lists of a file are bounded, and unknown members are dropped", () => {
    const answers = Array.from({ length: 30 }, () => ({ at: "then", text: "{}", more: 1 }));
    const read = parseScratch(
      file([{ name: "n".repeat(999), text: "{}", answers, x: 1 }]),
      newId,
      0,
    );
    expect(read).toMatchObject({
      requests: [{ name: "n".repeat(200), collection: "", revision: "2025-11-25" }],
    });
    const [only] = (read as Extract<typeof read, { kind: "requests" }>).requests;
    expect(only?.answers).toHaveLength(20);
    expect(only?.answers[0]).toEqual({ at: 0, text: "{}" });
    expect(only).not.toHaveProperty("x");
  });
});
