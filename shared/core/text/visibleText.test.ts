import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeHidden, hiddenKinds, visibleText } from "./visibleText.ts";

/** Every code point, lone surrogates included. */
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

test.each([
  "npx -y @scope/server@1.2.3 --port=80",
  "/home/zoë/Документы/名前.js",
  "naïve e\u0301",
  "C:\\servers\\one   two",
  "\u{1f600}",
])("%s is not escaped", (text) => {
  expect(visibleText(text)).toEqual([{ kind: "text", text }]);
  expect(hiddenKinds(text)).toEqual([]);
});

test.each([
  ["a\u202eb", "a\\u{202e}b", "direction"],
  ["a\u2067b", "a\\u{2067}b", "direction"],
  ["a\u200bb", "a\\u{200b}b", "invisible"],
  ["a\u00adb", "a\\u{ad}b", "invisible"],
  ["a\ufe0fb", "a\\u{fe0f}b", "invisible"],
  ["a\u3164b", "a\\u{3164}b", "invisible"],
  ["a\u2800b", "a\\u{2800}b", "invisible"],
  ["a\u{e0041}b", "a\\u{e0041}b", "invisible"],
  ["a\ud800b", "a\\u{d800}b", "invisible"],
  ["a\nb", "a\\u{a}b", "control"],
  ["a\u2028b", "a\\u{2028}b", "control"],
  ["a\u0085b", "a\\u{85}b", "control"],
  ["a\u001bb", "a\\u{1b}b", "control"],
  ["a\u00a0b", "a\\u{a0}b", "blank"],
  ["a\u3000b", "a\\u{3000}b", "blank"],
  ["s\u0435rver", "s\\u{435}rver", "look-alike"],
  ["\u2010y", "\\u{2010}y", "look-alike"],
  ["/home\u2215me", "/home\\u{2215}me", "look-alike"],
  ["\u{1d5cc}erver", "\\u{1d5cc}erver", "look-alike"],
  ["\uff53erver", "\\u{ff53}erver", "look-alike"],
  ["a\u0301\u0301\u0301", "a\u0301\u0301\\u{301}", "combining"],
  ["-\u0338", "-\\u{338}", "combining"],
])("%j is shown as %s", (text, shown, kind) => {
  expect(escapeHidden(text)).toBe(shown);
  expect(hiddenKinds(text)).toEqual([kind]);
});

test("a run of one character is one part with its length", () => {
  expect(visibleText(`a${"\n".repeat(400)}b`)).toEqual([
    { kind: "text", text: "a" },
    { kind: "escape", text: "\\u{a}", count: 400, hidden: "control" },
    { kind: "text", text: "b" },
  ]);
  expect(visibleText(`a${" ".repeat(400)}b`)[1]).toMatchObject({ count: 400, hidden: "spaces" });
});

test("a text that was cut is as if its parts were split", () => {
  for (const text of ["result: words and …", "…", "a…\u202e", "   …    …"]) {
    const parts = visibleText(text).map((part) => {
      const isSpaces = part.kind === "escape" && part.hidden === "spaces";
      return (isSpaces ? " " : part.text).repeat(part.kind === "text" ? 1 : part.count);
    });
    expect(escapeHidden(text)).toBe(parts.join(""));
  }
});

const hides = /[\p{C}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;

test("no invisible characters remain in any text, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const shown = visibleText(text).flatMap((part) => (part.kind === "text" ? part.text : []));
      expect(hides.test(shown.join(" "))).toBe(false);
      const back = visibleText(text)
        .map((part) => {
          if (part.kind === "text") return part.text;
          const code = Number.parseInt(part.text.slice(3, -1), 16);
          return String.fromCodePoint(code).repeat(part.count);
        })
        .join("");
      expect(back).toBe(text);
    }),
  );
});
