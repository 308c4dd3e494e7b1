import { expect, test } from "vitest";
import { formatHex, parseHex, toHex } from "./hex.ts";

test.each([
  ["", []],
  ["7b 7D", [0x7b, 0x7d]],
  ["00ff\n80", [0, 255, 128]],
])("%j is read as bytes", (text, bytes) => {
  expect([...(parseHex(text) ?? [])]).toEqual(bytes);
});

test.each(["7", "7b7", "xy", "7b,7d", "0x7b"])("%j is not hexadecimal", (text) => {
  expect(parseHex(text)).toBeUndefined();
});

test("toHex writes two lower-case digits for each byte", () => {
  expect(toHex(Uint8Array.of(0, 15, 171, 255))).toBe("000fabff");
});

test("parseHex reads what formatHex writes", () => {
  const bytes = Uint8Array.from({ length: 40 }, (_, at) => (at * 37) % 256);
  expect(formatHex(bytes).split("\n")).toHaveLength(3);
  expect(parseHex(formatHex(bytes))).toEqual(bytes);
});
