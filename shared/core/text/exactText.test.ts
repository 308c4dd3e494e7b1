// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders as files have them
import fc from "fast-check";
import { expect, test } from "vitest";
import { boundText, exactLine } from "./exactText.ts";
import { type ShownText, shownText } from "./shownText.ts";

const texts = (segments: readonly { text: string }[]) => segments.map(({ text }) => text).join("");

test("a short text is shown whole, its hidden values as placeholders", () => {
  const pieces = ["--key=", { value: "sk-1", placeholder: "${KEY}", isHidden: true }, "!"];
  expect(boundText(pieces, 100)).toMatchObject({
    start: [
      { text: "--key=", isPlaceholder: false },
      { text: "${KEY}", isPlaceholder: true },
      { text: "!", isPlaceholder: false },
    ],
    left: 0,
    end: [],
  });
});

test("of a long text both ends remain, and the number of characters between them", () => {
  const { start, left, end } = boundText([`npx ${"a".repeat(10_000)} | sh`], 300);
  expect(texts(start)).toMatch(/^npx a{196}$/);
  expect(texts(end)).toMatch(/^a{95} \| sh$/);
  expect(left).toBe(10_009 - 300);
});

const piece = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.record({
    value: fc.string(),
    placeholder: fc.string({ unit: "binary" }),
    isHidden: fc.boolean(),
  }),
);

test("nothing is lost but what is counted, whatever the pieces", () => {
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 3, max: 40 }), (pieces: ShownText, max) => {
      const whole = shownText(pieces);
      const { start, left, end } = boundText(pieces, max);
      const [before, after] = [texts(start), texts(end)];
      expect(whole.startsWith(before) && whole.endsWith(after)).toBe(true);
      expect(before.length + left + after.length).toBe(whole.length);
      expect(before.length + after.length).toBeLessThanOrEqual(max);
    }),
  );
});

test.each([
  ["weather", "weather"],
  ["a\u202e\nb", "a\\u{202e}\\u{a}b"],
  ["a        b ", "a\\u{20}×8b\\u{20}"],
  [`a${"b".repeat(400)}c`, `a${"b".repeat(66)} … (302 more characters) … ${"b".repeat(32)}c`],
])("%j is %j in a line", (text, line) => {
  expect(exactLine(text)).toBe(line);
});
