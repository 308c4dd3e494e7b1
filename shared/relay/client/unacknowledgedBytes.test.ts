import { expect, test } from "vitest";
import { decodeText, encodeText } from "../../core/bytes.ts";
import { createUnacknowledgedBytes } from "./unacknowledgedBytes.ts";

const read = (
  kept: ReturnType<typeof createUnacknowledgedBytes<string>>,
  offset: number,
  maxBytes = 100,
) => {
  const stretch = kept.from(offset, maxBytes);
  return stretch && `${stretch.tag}${stretch.offset}:${decodeText(stretch.bytes)}`;
};

test("bytes are found by their number, never across two appends", () => {
  const kept = createUnacknowledgedBytes<string>();
  kept.append(encodeText("hello"), "a");
  kept.append(encodeText(""), "b");
  kept.append(encodeText("world"), "c");
  expect(kept.end()).toBe(10);
  expect([0, 3, 5, 9, 10].map((offset) => read(kept, offset))).toEqual([
    "a0:hello",
    "a3:lo",
    "c5:world",
    "c9:d",
    undefined,
  ]);
  expect(read(kept, 1, 2)).toBe("a1:el");
  expect(read(kept, 1, 0)).toBeUndefined();
  expect(kept.from(3, 1)?.before).toBe("l".charCodeAt(0));
  expect(kept.from(5, 1)?.before).toBeUndefined();
});

test("discarded bytes are gone, the rest keep their numbers", () => {
  const kept = createUnacknowledgedBytes<string>(100);
  kept.append(encodeText("abc"), "x");
  kept.append(encodeText("def"), "y");
  kept.forget(104);
  expect([kept.start(), kept.end()]).toEqual([104, 106]);
  expect(read(kept, 0)).toBe("y104:ef");
  kept.forget(50);
  expect(kept.start()).toBe(104);
  kept.forget(1000);
  expect([kept.start(), kept.end(), read(kept, 0)]).toEqual([106, 106, undefined]);
  kept.append(encodeText("g"), "z");
  expect(read(kept, 0)).toBe("z106:g");
});

test("a long stream through a small window stays in order", () => {
  const kept = createUnacknowledgedBytes<string>();
  let expected = "";
  let got = "";
  for (let i = 0; i < 5000; i++) {
    kept.append(encodeText(`${i},`), "");
    expected += `${i},`;
    if (i % 3 === 0) continue;
    for (let next = kept.from(got.length, 4); next; next = kept.from(got.length, 4)) {
      got += decodeText(next.bytes);
    }
    kept.forget(got.length - 7);
  }
  expect(got).toBe(expected);
});

test("small pieces with the same tag are joined, and views returned before stay valid", () => {
  const kept = createUnacknowledgedBytes<string>();
  const text = Array.from({ length: 140_000 }, (_, i) => i % 10).join("");
  const early: Uint8Array[] = [];
  for (const [i, digit] of [...text].entries()) {
    kept.append(encodeText(digit), "a");
    const some = i < 100 && kept.from(i, 1);
    if (some) early.push(some.bytes);
  }
  kept.append(encodeText("b"), "b");
  expect(early.map(decodeText).join("")).toBe(text.slice(0, 100));
  const lengths: number[] = [];
  let got = "";
  for (let next = kept.from(0, 200_000); next; next = kept.from(got.length, 200_000)) {
    lengths.push(next.bytes.byteLength);
    got += decodeText(next.bytes);
  }
  expect(got).toBe(`${text}b`);
  expect(lengths).toEqual([65_536, 65_536, 8928, 1]);
  kept.forget(140_000);
  kept.append(encodeText("!"), "b");
  expect(read(kept, 0)).toBe("b140000:b!");
});
