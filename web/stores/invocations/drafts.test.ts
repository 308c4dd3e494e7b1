import { expect, test } from "vitest";
import { changeDraft, createDrafts, emptyDraft, itemKey } from "./drafts.ts";

test("a change keeps what it does not speak of, and leaves other items alone", () => {
  const drafts = createDrafts();
  const echo = itemKey({ kind: "tool", name: "echo" });
  changeDraft(drafts, echo, { argumentsText: '{"a":1}' });
  changeDraft(drafts, echo, { tab: "json" });
  changeDraft(drafts, itemKey({ kind: "prompt", name: "echo" }), { tab: "raw" });
  expect([...drafts.getState()]).toEqual([
    ["tool echo", { ...emptyDraft, argumentsText: '{"a":1}', tab: "json" }],
    ["prompt echo", { ...emptyDraft, tab: "raw" }],
  ]);
});

test("who looks at the drafts sees each change as new drafts", () => {
  const drafts = createDrafts();
  const before = drafts.getState();
  changeDraft(drafts, "tool echo", { tab: "json" });
  expect(before.size).toBe(0);
  expect(drafts.getState()).not.toBe(before);
});

test("what the item starts with is under the first change, and never over what was written", () => {
  const drafts = createDrafts();
  const initial = { ...emptyDraft, argumentsText: '{"region": "us"}' };
  changeDraft(drafts, "tool echo", { tab: "json" }, initial);
  expect(drafts.getState().get("tool echo")).toEqual({ ...initial, tab: "json" });
  changeDraft(drafts, "tool echo", { argumentsText: "{}" }, initial);
  changeDraft(drafts, "tool echo", { tab: "raw" }, initial);
  expect(drafts.getState().get("tool echo")).toEqual({ ...emptyDraft, tab: "raw" });
});
