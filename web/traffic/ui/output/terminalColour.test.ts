import { expect, test } from "vitest";
import { terminalRuns } from "./terminalColour.ts";

const coloursOf = (text: string) =>
  terminalRuns(text).map(({ text: run, colour, ground }) => [run, colour, ground]);

test("named colours come from the theme, others are used as given", () => {
  expect(coloursOf("a\u001b[31mb\u001b[92mc\u001b[0md")).toEqual([
    ["a", undefined, undefined],
    ["b", "var(--terminal-red)", undefined],
    ["c", "var(--terminal-green)", undefined],
    ["d", undefined, undefined],
  ]);
  expect(coloursOf("\u001b[38;5;208mx")).toEqual([["x", "rgb(255, 135, 0)", undefined]]);
  expect(coloursOf("\u001b[38;5;244mx")).toEqual([["x", "rgb(128, 128, 128)", undefined]]);
  expect(coloursOf("\u001b[38;2;1;2;3;44mx")).toEqual([
    ["x", "rgb(1, 2, 3)", "var(--terminal-blue)"],
  ]);
});

test("bold, faint, italic and underlined text", () => {
  const [run] = terminalRuns("\u001b[1;2;3;4mx");
  expect(run).toMatchObject({ isBold: true, isFaint: true, isItalic: true, isUnderlined: true });
});

test("markup is shown as text", () => {
  expect(coloursOf("\u001b[31m<b>&amp;</b>")).toEqual([
    ["<b>&amp;</b>", "var(--terminal-red)", undefined],
  ]);
});
