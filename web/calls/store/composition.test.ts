import { expect, test } from "vitest";
import { createCompositionStore, draftsOf, maxDrafts } from "./composition.ts";

const texts = (store: ReturnType<typeof createCompositionStore>) =>
  draftsOf(store.getState()).map(({ text }) => text);

test("a message opens in a new draft, unless the one that is shown is unchanged", () => {
  const store = createCompositionStore();
  store.open({ text: "one" });
  expect(texts(store)).toEqual(["one"]);
  store.open({ text: "two" });
  expect(texts(store)).toEqual(["one", "two"]);
  store.show(1);
  expect(store.getState()).toMatchObject({ id: 1, text: "one" });
  store.change({ text: "one, edited", headers: "A: b" });
  store.show(2);
  expect(store.getState()).toMatchObject({ text: "two", headers: "" });
  expect(texts(store)).toEqual(["one, edited", "two"]);
});

test("closing a draft shows the one before it; the last one is emptied", () => {
  const store = createCompositionStore();
  for (const text of ["one", "two", "three"]) store.open({ text });
  store.show(2);
  store.close();
  expect(store.getState()).toMatchObject({ id: 1, text: "one" });
  store.close();
  expect(store.getState().text).toBe("three");
  store.close();
  expect(draftsOf(store.getState())).toMatchObject([{ text: expect.stringContaining("ping") }]);
});

test("the number of drafts is limited", () => {
  const store = createCompositionStore();
  for (let at = 0; at < maxDrafts + 5; at++) store.open({ text: String(at) });
  expect(draftsOf(store.getState())).toHaveLength(maxDrafts);
  expect(store.getState().text).toBe(String(maxDrafts + 4));
});
