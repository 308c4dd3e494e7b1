import { expect, test } from "vitest";
import { showHidden } from "./showHidden.ts";

test.each([
  ["two\nlines\r\nand\ta tab", "two\nlines\nand\ta tab"],
  ["    indented  code", "    indented  code"],
  ["Привет, 你好, مرحبا", "Привет, 你好, مرحبا"],
  ["👩‍💻 and ❤️", "👩‍💻 and ❤️"],
  ["safe\u202egnp.exe", "safe\\u{202e}gnp.exe"],
  ["zero\u200bwidth", "zero\\u{200b}width"],
  ["bell\u0007", "bell\\u{7}"],
  ["tag\u{e0041}", "tag\\u{e0041}"],
  ["lone\rreturn", "lone\\u{d}return"],
])("%j is shown as %j", (text, shown) => {
  expect(showHidden(text)).toBe(shown);
});

test("a long text ends with an ellipsis, before its escapes make it longer", () => {
  const text = "\u200b".repeat(2_000_000);
  expect(showHidden(text, 2)).toBe("\\u{200b}\\u{200b}…");
  expect(showHidden(text)).toHaveLength(8 * 4000 + 1);
});
