import { expect, test } from "vitest";
import type { OutputLine } from "./outputLines.ts";
import { createLineFilter, type VisibleLines } from "./visibleLines.ts";

const line = (text: string): OutputLine => ({ kind: "stderr", at: 0, tone: "plain", text });
const texts = (visible: VisibleLines) =>
  Array.from({ length: visible.length }, (_, index) => visible.at(index)?.text);

test("without a query all lines after a clear are visible", () => {
  const lines = [line("one"), line("two")];
  const output = { lines, length: 2, written: 2 };
  expect(texts(createLineFilter().apply(output, 0, " "))).toEqual(["one", "two"]);
  expect(texts(createLineFilter().apply(output, 1, ""))).toEqual(["two"]);
});

test("every word of the query must occur, in upper or lower case", () => {
  const lines = [line("GET /a 200"), line("get /b 404"), line("POST /b 404")];
  const output = { lines, length: 3, written: 3 };
  expect(texts(createLineFilter().apply(output, 0, "get 404"))).toEqual(["get /b 404"]);
});

test("new lines are checked, and a last line that grew is checked again", () => {
  const filter = createLineFilter();
  const lines = [line("match one"), line("mat")];
  expect(texts(filter.apply({ lines, length: 2, written: 2 }, 0, "match"))).toEqual(["match one"]);
  lines[1] = line("match two");
  lines.push(line("match three"));
  expect(texts(filter.apply({ lines, length: 3, written: 3 }, 0, "match"))).toEqual([
    "match one",
    "match two",
    "match three",
  ]);
  expect(
    texts(filter.apply({ lines: [line("match new")], length: 1, written: 1 }, 0, "match")),
  ).toEqual(["match new"]);
});
