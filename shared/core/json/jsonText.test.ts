import { describe, expect, it } from "vitest";
import { isNumberLiteral, type JsonNode, nodeAt, parseJson } from "./jsonText.ts";

function value(node: JsonNode | undefined): unknown {
  if (node === undefined) return undefined;
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map((member) => [member.key, value(member.value)]));
    case "array":
      return node.items.map(value);
    case "number":
      return Number(node.literal);
    case "null":
      return null;
    default:
      return node.value;
  }
}

describe("parseJson", () => {
  it.each([
    "{}",
    "[]",
    ' {"a" : [1, -0, 1.50e+3, true, false, null, "x\\u00e9\\n"] , "" : {} } ',
    '"\\ud83d\\ude00 \u2028"',
    "1e400",
    '{"__proto__": {"constructor": 1}}',
  ])("reads %s as JSON.parse does", (text) => {
    const parsed = parseJson(text);
    expect(parsed.kind).toBe("tree");
    expect(parsed.kind === "tree" && value(parsed.root)).toEqual(JSON.parse(text));
  });

  it.each([
    ["{", 1, 2, { code: "text-ends" }],
    ['{"a" 1}', 1, 6, { code: "colon-missing" }],
    ['{\n  "a": 1,\n}', 3, 1, { code: "comma-before-brace" }],
    ["[1,]", 1, 4, { code: "value-missing", close: "]" }],
    ["[1 2]", 1, 4, { code: "comma-missing", close: "]" }],
    ["01", 1, 1, { code: "not-a-value", found: "01" }],
    ["1.", 1, 1, { code: "not-a-value", found: "1." }],
    ["+1", 1, 1, { code: "not-a-value", found: "+1" }],
    ["NaN", 1, 1, { code: "not-a-value", found: "NaN", isWord: true }],
    ['"a\nb"', 1, 1, { code: "invalid-string" }],
    ['"\\x"', 1, 1, { code: "invalid-string" }],
    ["{} {}", 1, 4, { code: "text-after-value" }],
    ["// no", 1, 1, { code: "not-a-value", found: "/", isWord: false }],
    ["{a: 1}", 1, 2, { code: "name-missing" }],
    ["\ufeff{}", 1, 1, { code: "not-a-value", isWord: false }],
  ])("reports the position of the error in %j", (text, line, column, fault) => {
    expect(() => JSON.parse(text)).toThrow();
    const parsed = parseJson(text);
    expect(parsed).toMatchObject({ kind: "broken", line, column, fault });
  });

  it("reads strings of millions of escapes or characters, and reports errors in them", () => {
    const lines = "a line\n".repeat(6_000_000);
    const escapes = '\u0000"'.repeat(6_000_000);
    const text = JSON.stringify({ lines, escapes, last: 1 });
    const parsed = parseJson(text);
    expect(parsed.kind).toBe("tree");
    const found = value(parsed.kind === "tree" ? parsed.root : undefined) as Record<
      string,
      unknown
    >;
    expect([found.lines === lines, found.escapes === escapes, found.last]).toEqual([true, true, 1]);
    expect(parseJson(`["${"\\n".repeat(6_000_000)}\\x"]`)).toMatchObject({
      kind: "broken",
      offset: 1,
      fault: { code: "invalid-string" },
    });
  });

  it("agrees with JSON.parse on corrupted text", () => {
    const sample = '{"a":[1,2.5,{"b":"c\\"d"}],"e":null,"f":-1e-2,"g":[[],{}]}';
    const alphabet = '{}[],:"\\1e-.tn ';
    for (let at = 0; at < sample.length; at += 1) {
      for (const char of ["", ...alphabet]) {
        const text = sample.slice(0, at) + char + sample.slice(at + 1);
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(parseJson(text).kind !== "broken", text).toBe(valid);
      }
    }
  });

  it("finds duplicate names, even if escaped differently", () => {
    expect(parseJson('{"a": 1, "\\u0061": 2}')).toMatchObject({ kind: "duplicate", column: 10 });
  });

  it("takes blank text as no value", () => {
    expect(parseJson(" \n")).toEqual({ kind: "tree", root: undefined });
  });

  it("parses deep nesting", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(parseJson(deep).kind).toBe("tree");
  });

  it("treats special names as ordinary ones", () => {
    const parsed = parseJson('{"__proto__": {"": [1, 9007199254740993]}}');
    const root = parsed.kind === "tree" ? parsed.root : undefined;
    expect(nodeAt(root, ["__proto__", "", 1])).toMatchObject({ literal: "9007199254740993" });
    expect(nodeAt(root, ["constructor"])).toBeUndefined();
    expect(nodeAt(root, ["__proto__", "", "1"])).toBeUndefined();
  });
});

describe("isNumberLiteral", () => {
  it.each(["0", "-0", "1.0", "1e400", "9007199254740993"])("accepts %s", (text) => {
    expect(isNumberLiteral(text)).toBe(true);
  });
  it.each(["", "-", "+1", "01", ".5", "1.", "1e", "0x1", " 1", "NaN"])("refuses %j", (text) => {
    expect(isNumberLiteral(text)).toBe(false);
  });
});
