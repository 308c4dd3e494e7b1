import { expect, test } from "vitest";
import { createDrafts, draftOf, emptyDraft, itemKey, unconnected } from "./drafts.ts";

test("a change keeps what it does not speak of, and leaves other items alone", () => {
  const drafts = createDrafts();
  const echo = itemKey({ kind: "tool", name: "echo" });
  drafts.change("a", echo, { argumentsText: '{"a":1}' });
  drafts.change("a", echo, { tab: "json" });
  drafts.change("a", itemKey({ kind: "prompt", name: "echo" }), { tab: "raw" });
  expect([...(drafts.getState().get("a") ?? [])]).toEqual([
    ["tool echo", { ...emptyDraft, argumentsText: '{"a":1}', tab: "json" }],
    ["prompt echo", { ...emptyDraft, tab: "raw" }],
  ]);
});

test("who looks at the drafts sees each change as new drafts", () => {
  const drafts = createDrafts();
  const before = drafts.getState();
  drafts.change("a", "tool echo", { tab: "json" });
  expect(before.size).toBe(0);
  expect(drafts.getState()).not.toBe(before);
});

test("the first change is applied to the initial draft, later ones to what was written", () => {
  const drafts = createDrafts();
  const initial = { ...emptyDraft, argumentsText: '{"region": "us"}' };
  const written = () => draftOf(drafts.getState(), "a", "tool echo");
  drafts.change("a", "tool echo", { tab: "json" }, initial);
  expect(written()).toEqual({ ...initial, tab: "json" });
  drafts.change("a", "tool echo", { argumentsText: "{}" }, initial);
  drafts.change("a", "tool echo", { tab: "raw" }, initial);
  expect(written()).toEqual({ ...emptyDraft, tab: "raw" });
});

test("what was written before there was a connection wins over what the server had", () => {
  const drafts = createDrafts();
  drafts.change("a", "tool echo", { tab: "json" });
  drafts.change("a", "tool other", { tab: "raw" });
  drafts.change(unconnected, "tool echo", { argumentsText: '{"from":"a link"}' });
  drafts.move(unconnected, "a");
  expect(draftOf(drafts.getState(), "a", "tool echo")).toMatchObject({
    argumentsText: '{"from":"a link"}',
    tab: "form",
  });
  expect(draftOf(drafts.getState(), "a", "tool other")).toMatchObject({ tab: "raw" });
  expect(drafts.getState().has(unconnected)).toBe(false);
});
