import { expect, test } from "vitest";
import { createDrafts, draftOf, emptyDraft, itemKey } from "./drafts.ts";

test("a change keeps the other members of the draft and other items", () => {
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

test("every change creates a new state", () => {
  const drafts = createDrafts();
  const before = drafts.getState();
  drafts.change("a", "tool echo", { tab: "json" });
  expect(before.size).toBe(0);
  expect(drafts.getState()).not.toBe(before);
});

test("the first change is applied to the initial draft, later ones to the current draft", () => {
  const drafts = createDrafts();
  const initial = { ...emptyDraft, argumentsText: '{"region": "us"}' };
  const written = () => draftOf(drafts.getState(), "a", "tool echo");
  drafts.change("a", "tool echo", { tab: "json" }, initial);
  expect(written()).toEqual({ ...initial, tab: "json" });
  drafts.change("a", "tool echo", { argumentsText: "{}" }, initial);
  drafts.change("a", "tool echo", { tab: "raw" }, initial);
  expect(written()).toEqual({ ...emptyDraft, tab: "raw" });
});

test("drafts written before there was a connection replace those of the server", () => {
  const drafts = createDrafts();
  drafts.change("a", "tool echo", { tab: "json" });
  drafts.change("a", "tool other", { tab: "raw" });
  drafts.change("entered", "tool echo", { argumentsText: '{"from":"a link"}' });
  drafts.move("entered", "a");
  expect(draftOf(drafts.getState(), "a", "tool echo")).toMatchObject({
    argumentsText: '{"from":"a link"}',
    tab: "form",
  });
  expect(draftOf(drafts.getState(), "a", "tool other")).toMatchObject({ tab: "raw" });
  expect(drafts.getState().has("entered")).toBe(false);
});
