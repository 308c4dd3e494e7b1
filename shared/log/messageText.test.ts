import { expect, test } from "vitest";
import type { Carrier } from "./entry.ts";
import { messageText } from "./messageText.ts";

const table: readonly (readonly [Carrier, frame: string, text: string])[] = [
  ["http", '{"a": 1}\r\n', '{"a": 1}\r\n'],
  ["http", "\u{feff}{}", "{}"],
  ["http", "", ""],
  ["stdio", '{"a":1}\n', '{"a":1}'],
  ["stdio", '{"a":1}\r\n', '{"a":1}'],
  ["stdio", '{"a":1}', '{"a":1}'],
  ["stdio", "a\rb\n\n", "a\rb\n"],
  ["sse", 'data: {"a":1}\n\n', '{"a":1}'],
  ["sse", 'data:{"a":1}\r\r', '{"a":1}'],
  ["sse", "\n\nevent: message\r\nid: 7\r\ndata: [1,\r\ndata:2]\r\n\r\n", "[1,\n2]"],
  ["sse", "\u{feff}data: 1\n\n", "1"],
  ["sse", ": nothing but a comment\n\n", ""],
  ["sse", "data: never ended", ""],
  ["sse", "data:  ä€😀 \n\n", " ä€😀 "],
];

test.each(table)("the text of the %s frame %j is %j", (carrier, frame, text) => {
  expect(messageText(carrier, new TextEncoder().encode(frame))).toBe(text);
});

test("invalid UTF-8 becomes replacement characters", () => {
  const bytes = Uint8Array.of(0x22, 0xff, 0xe2, 0x82, 0x22, 0x0a);
  expect(messageText("stdio", bytes)).toBe('"\u{fffd}\u{fffd}"');
});
