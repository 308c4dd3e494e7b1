import { expect, test } from "vitest";
import { editorText, lineEndsOf, withEdit, withLineEnds } from "./lineEnds.ts";

test.each([
  ["keeps Windows line ends", "a\r\nb\r\nc", "a\nB\nc", "a\r\nB\r\nc"],
  ["gives new lines the line end of the first", "a\r\nb", "a\nx\nb", "a\r\nx\r\nb"],
  ["leaves mixed line ends unchanged", "a\r\nb\nc\rd", "a\nb!\nc\nd", "a\r\nb!\nc\rd"],
  ["keeps a byte order mark", "\uFEFF{}", "{ }", "\uFEFF{ }"],
  ["keeps a lone carriage return separate", "a\rX\nb", "a\n\nb", "a\r\n\nb"],
  ["leaves text without carriage returns unchanged", "a\nb", "", ""],
])("an edit %s", (_, source, edited, expected) => {
  expect(withEdit(source, edited)).toBe(expected);
});

test("edits are preserved with any line ends", () => {
  const pieces = ["a", "b", "\n", "\r", "\r\n", "é", "😀"];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const text = () =>
    Array.from({ length: random(9) }, () => pieces[random(pieces.length)]).join("");
  for (let round = 0; round < 5000; round++) {
    const source = (random(4) === 0 ? "\uFEFF" : "") + text();
    const shown = editorText(source);
    expect(withEdit(source, shown)).toBe(source);

    const at = random(shown.length + 1);
    const edited = shown.slice(0, at) + editorText(text()) + shown.slice(at + random(4));
    expect(editorText(withEdit(source, edited))).toBe(edited);
  }
});

test.each([
  ["{}", undefined],
  ["a\nb\n", "\n"],
  ["a\r\nb", "\r\n"],
  ["a\r\nb\n", "mixed"],
  ["a\rb", "mixed"],
])("the line ends of %j are %j", (text, expected) => {
  expect(lineEndsOf(text)).toBe(expected);
});

test("line ends can be converted", () => {
  expect(withLineEnds("a\nb\rc\r\nd", "\r\n")).toBe("a\r\nb\r\nc\r\nd");
});
