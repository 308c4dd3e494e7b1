import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePunycode } from "./punycode.ts";

test.each([
  ["80ak6aa92e", "аррӏе"],
  ["mnchen-3ya", "münchen"],
  ["8ws00zhy3a", "詹姆斯"],
  ["n3h", "☃"],
])("%s is %s", (text, decoded) => expect(decodePunycode(text)).toBe(decoded));

test.each(["!", "99999999999999999999", "a-ä"])("%s is not Punycode", (text) => {
  expect(decodePunycode(text)).toBeUndefined();
});

test("hosts are decoded as Node.js decodes them", () => {
  const letters = fc.string({
    unit: fc.constantFrom("a", "z", "7", "ü", "ж", "ω", "名", "한", "א"),
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(letters, (label) => {
      if (!URL.canParse(`http://${label}.example`)) return;
      const { hostname } = new URL(`http://${label}.example`);
      const [first = ""] = hostname.split(".");
      if (!first.startsWith("xn--")) return;
      expect(decodePunycode(first.slice(4))).toBe(domainToUnicode(first));
    }),
  );
});

test("never throws", () => {
  fc.assert(fc.property(fc.string(), (text) => void decodePunycode(text)));
});
