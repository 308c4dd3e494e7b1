/** Checks that updates of resources are recorded by connection, and how many. */
import { expect, test } from "vitest";
import { createResourceChanges } from "./resourceChanges.ts";

const method = "notifications/resources/updated";

test("the newest time of a resource counts, for its connection only", () => {
  const changes = createResourceChanges();
  const seen: (number | undefined)[] = [];
  changes.subscribe(({ at }) => seen.push(at("c", "demo://a")));
  changes.note("c", method, { uri: "demo://a" }, () => 1);
  changes.note("c", method, { uri: "demo://a" }, () => 2);
  changes.note("other", method, { uri: "demo://a" }, () => 3);
  changes.note("c", "notifications/message", { uri: "demo://a" }, () => 4);
  changes.note("c", method, { uri: 5 }, () => 5);
  expect(seen).toEqual([1, 2, 2]);
});

test("a server that names ever more resources fills nothing", () => {
  const changes = createResourceChanges();
  for (let n = 0; n < 100_000; n++) changes.note("c", method, { uri: `demo://${n}` }, () => n);
  const { at } = changes.getState();
  expect(at("c", "demo://99999")).toBe(99_999);
  expect(at("c", "demo://99000")).toBe(99_000);
  expect(at("c", "demo://98999")).toBeUndefined();
});
