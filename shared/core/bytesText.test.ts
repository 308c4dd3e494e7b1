import { expect, test } from "vitest";
import { formatHex, parseHex } from "./bytesText.ts";

test.each([
  ["", []],
  ["7b 7D", [0x7b, 0x7d]],
  ["00ff\n80", [0, 255, 128]],
])("%j are bytes", (text, bytes) => {
  expect([...(parseHex(text) ?? [])]).toEqual(bytes);
});

test.each(["7", "7b7", "xy", "7b,7d", "0x7b"])("%j are none", (text) => {
  expect(parseHex(text)).toBeUndefined();
});

test("what is written is read again", () => {
  const bytes = Uint8Array.from({ length: 40 }, (_, at) => (at * 37) % 256);
  expect(formatHex(bytes).split("\n")).toHaveLength(3);
  expect(parseHex(formatHex(bytes))).toEqual(bytes);
});
