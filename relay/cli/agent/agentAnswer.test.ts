import fc from "fast-check";
import { expect, test } from "vitest";
import { fitAnswer, withoutBytes } from "./agentAnswer.ts";

const plain = (text: string) => text;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("what fits stays as it is", () => {
  const value = { a: 1, list: [1, "two", null, { three: true }], fromServer: "line\n\ttab" };
  expect(fitAnswer(value, 5000, plain)).toEqual(value);
});

test("an answer of any size and shape is cut to its tokens", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue({ maxDepth: 6 }), { maxLength: 300 }),
      fc.string({ unit: "binary", maxLength: 3000 }),
      fc.integer({ min: 200, max: 3000 }),
      (list, text, tokens) => {
        const fitted = fitAnswer({ list, fromServer: { [text]: text.repeat(5) } }, tokens, plain);
        expect(bytesOf(fitted)).toBeLessThanOrEqual(tokens * 3);
      },
    ),
  );
});

test("long texts are cut before lists, and the parts that were cut are named as its own", () => {
  const rows = Array.from({ length: 10 }, (_, id) => ({ id, fromServer: { x: "y".repeat(5000) } }));
  const fitted = fitAnswer({ rows }, 5000, plain);
  expect(fitted.rows).toHaveLength(10);
  expect(JSON.stringify(fitted.rows)).toContain("yyy…");
  expect(fitted.cut).toEqual([expect.stringMatching(/^rows.fromServer: \d+ of 5,000 characters$/)]);
});

test("a value that is nested too deeply or has too many members ends early", () => {
  let deep: unknown = "end";
  for (let level = 0; level < 10_000; level++) deep = [deep];
  expect(JSON.stringify(fitAnswer({ fromServer: deep }, 200, plain))).toContain(
    "nested too deeply",
  );
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at]));
  const fitted = fitAnswer({ fromServer: wide }, 500, plain);
  expect(fitted.cut).toEqual([expect.stringMatching(/^fromServer: \d+ of 100,000 members$/)]);
});

test("secrets are masked before a text is cut, also in names", () => {
  const secret = "s3cret-".repeat(10);
  const mask = (text: string) => text.replaceAll(secret, "••••");
  for (let before = 0; before < 600; before += 7) {
    const fitted = fitAnswer(
      { fromServer: { [secret]: `${"x".repeat(before)}${secret}` } },
      200,
      mask,
    );
    expect(JSON.stringify(fitted)).not.toContain("s3cret");
  }
});

test("no part of a long secret is left, and a number that is a secret is masked", () => {
  const secret = "s3cret-".repeat(3000);
  const mask = (text: string) => text.replaceAll(secret, "••••").replaceAll("123456789", "••••");
  const long = fitAnswer({ fromServer: `x${secret}y` }, 200, mask);
  expect(JSON.stringify(long)).not.toContain("s3cret");
  const fitted = fitAnswer({ entry: 123456789, fromServer: { pin: 123456789, n: 7 } }, 200, mask);
  expect(fitted).toEqual({ entry: 123456789, fromServer: { pin: "••••", n: 7 } });
});

test("hidden characters are escaped, and escapes do not make an answer longer than it may be", () => {
  const fitted = fitAnswer({ fromServer: "a\u202eb\u200bc\u001b[2J" }, 5000, plain);
  expect(fitted.fromServer).toBe("a\\u{202e}b\\u{200b}c\\u{1b}[2J");
  const hostile = fitAnswer({ fromServer: "\u{e0041}".repeat(100_000) }, 1000, plain);
  expect(bytesOf(hostile)).toBeLessThanOrEqual(3000);
});

test("the bytes of images are left out of a result", () => {
  const result = { content: [{ type: "image", data: "A".repeat(4000), mimeType: "image/png" }] };
  expect(withoutBytes(result)).toEqual({
    content: [{ type: "image", data: "4,000 characters of Base64…", mimeType: "image/png" }],
  });
});
