import { expect, test } from "vitest";
import { decodeText, encodeText } from "../../core/bytes.ts";
import { createLineAssembler, type Line } from "./lines.ts";

const words = (lines: Iterable<Line | undefined>) =>
  [...lines].map((line) => line && `${line.whole ? "" : "…"}${decodeText(line.bytes)}`);

test.each([1, 2, 3, 7, 100])("lines are the same in chunks of %i bytes", (size) => {
  const bytes = encodeText('{"a":1}\n\nžluť\r\nlast');
  const assembler = createLineAssembler();
  const lines: (Line | undefined)[] = [];
  for (let offset = 0; offset < bytes.byteLength; offset += size) {
    const startsLine = offset === 0 || bytes[offset - 1] === 0x0a;
    lines.push(
      ...assembler.push({ offset, startsLine, bytes: bytes.slice(offset, offset + size) }),
    );
  }
  expect(assembler.heldFrom()).toBe(bytes.byteLength - "last".length);
  lines.push(...assembler.finish());
  expect(words(lines)).toEqual(['{"a":1}', "", "žluť\r", "last"]);
  expect([...assembler.finish()]).toEqual([]);
});

test("where bytes are missing, both ends of the cut are marked", () => {
  const assembler = createLineAssembler();
  const push = (offset: number, startsLine: boolean, text: string) =>
    words(assembler.push({ offset, startsLine, bytes: encodeText(text) }));
  expect(push(0, true, "one\ntw")).toEqual(["one"]);
  expect(words([assembler.breakLine()])).toEqual(["…tw"]);
  expect(push(50, false, "ur\nfive\n")).toEqual(["…ur", "five"]);
  expect(assembler.breakLine()).toBeUndefined();
  expect(push(90, true, "nine\n")).toEqual(["nine"]);
});

test("a line that is too long is split into marked parts, and the next one is complete again", () => {
  const assembler = createLineAssembler(() => 10);
  const push = (offset: number, startsLine: boolean, text: string) =>
    words(assembler.push({ offset, startsLine, bytes: encodeText(text) }));
  expect(push(0, true, "123456")).toEqual([]);
  expect(push(6, false, "789abc")).toEqual(["…123456789abc"]);
  expect(push(12, false, "def")).toEqual([]);
  expect(push(15, false, "\nnext\n")).toEqual(["…def", "next"]);
});
