import { expect, test } from "vitest";
import { sideBySide } from "./sideBySide.ts";

const json = (value: unknown) => JSON.stringify(value, null, 2);

test("changed lines are beside each other; added and removed lines are alone", () => {
  expect(sideBySide("a\nb\nc\nd", "a\nB\nc\nd\ne")).toEqual([
    { kind: "same", before: "a", after: "a" },
    { kind: "different", before: "b", after: "B" },
    { kind: "same", before: "c", after: "c" },
    { kind: "same", before: "d", after: "d" },
    { kind: "different", before: undefined, after: "e" },
  ]);
  expect(sideBySide("a\nb\nb\nc", "a\nc")).toEqual([
    { kind: "same", before: "a", after: "a" },
    { kind: "different", before: "b", after: undefined },
    { kind: "different", before: "b", after: undefined },
    { kind: "same", before: "c", after: "c" },
  ]);
});

test("a member that is added after another changes one line, and each side keeps its commas", () => {
  const rows = sideBySide(json({ a: 1 }), json({ a: 1, b: 2 }));
  expect(rows).toEqual([
    { kind: "same", before: "{", after: "{" },
    { kind: "same", before: '  "a": 1', after: '  "a": 1,' },
    { kind: "different", before: undefined, after: '  "b": 2' },
    { kind: "same", before: "}", after: "}" },
  ]);
});

test("long equal parts are left out, and counted", () => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`);
  const rows = sideBySide(lines.join("\n"), lines.with(20, "other").join("\n"));
  expect(rows.map(({ kind }) => kind)).toEqual([
    "skipped",
    ...["same", "same", "same", "different", "same", "same", "same"],
    "skipped",
  ]);
  expect(rows.at(0)).toEqual({ kind: "skipped", lines: 17 });
  expect(rows.at(-1)).toEqual({ kind: "skipped", lines: 16 });
});

test("no part of either text is lost, for any texts", () => {
  const texts = [
    "",
    "\n",
    "a",
    "a\n",
    json({ a: [1, 2, 3], b: { c: "x" } }),
    json({ a: [3, 1], d: null }),
    Array.from({ length: 6000 }, (_, i) => `old ${i}`).join("\n"),
    Array.from({ length: 6000 }, (_, i) => `new ${i}`).join("\n"),
  ];
  for (const before of texts) {
    for (const after of texts) {
      const rows = sideBySide(before, after);
      const skipped = rows.reduce((sum, row) => sum + (row.kind === "skipped" ? row.lines : 0), 0);
      const count = (side: "before" | "after") =>
        rows.filter((row) => row.kind !== "skipped" && row[side] !== undefined).length + skipped;
      expect([count("before"), count("after")]).toEqual([
        before.split("\n").length,
        after.split("\n").length,
      ]);
    }
  }
});
