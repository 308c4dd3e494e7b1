import { expect, test } from "vitest";
import { decodeText, encodeText } from "../core/bytes.ts";
import type { SecretSpan } from "./entry.ts";
import { maskBytes, maskText, spansOf } from "./mask.ts";

const span = (start: number, end: number, part: SecretSpan["part"] = "body"): SecretSpan => ({
  part,
  start,
  end,
  kind: "token",
});

const dots = "••••••••";

const table: readonly (readonly [what: string, spans: SecretSpan[], masked: string])[] = [
  ["none", [], "0123456789"],
  ["one", [span(2, 4)], `01${dots}456789`],
  ["the whole", [span(0, 10)], dots],
  ["two that touch", [span(2, 4), span(4, 6)], `01${dots}${dots}6789`],
  ["two that overlap", [span(2, 5), span(4, 6)], `01${dots}6789`],
  ["one inside another", [span(2, 8), span(4, 6)], `01${dots}89`],
  ["one beyond the end", [span(8, 99)], `01234567${dots}`],
];

test.each(table)("text is masked with spans: %s", (_, spans, masked) => {
  expect(maskText("0123456789", spans)).toBe(masked);
  expect(decodeText(maskBytes(encodeText("0123456789"), spans))).toBe(masked);
});

test("offsets of bytes count bytes", () => {
  const text = '{"ä":"secret"}';
  const start = encodeText('{"ä":"').byteLength;
  expect(decodeText(maskBytes(encodeText(text), [span(start, start + 6)]))).toBe(`{"ä":"${dots}"}`);
});

test("the spans of a part are sorted", () => {
  const spans = [span(5, 6), span(1, 2), span(3, 4, "url")];
  expect(spansOf(spans, "body").map(({ start }) => start)).toEqual([1, 5]);
});
