import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../theme.css", import.meta.url), "utf8");
const base = css.slice(0, css.indexOf("@media (prefers-contrast"));

/** Red, green and blue of a colour token in one of the two themes, 0 to 255. */
function color(token: string, theme: "light" | "dark"): number[] {
  const found = new RegExp(`--color-${token}: (?:light-dark\\()?(#\\w{6})(?:, (#\\w{6}))?`).exec(
    base,
  );
  const hex = (theme === "dark" ? found?.[2] : undefined) ?? found?.[1];
  if (!hex) throw new Error(`No colour ${token}`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string, theme: "light" | "dark"): number {
  const [low = 0, high = 0] = [one, other]
    .map((token) => luminance(color(token, theme)))
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ["ground", "surface", "raised", "hover", "pressed", "selected"];
const meanings = ["out", "in", "warning", "violation"];
const syntax = ["key", "string", "number", "literal", "punctuation"].map(
  (kind) => `syntax-${kind}`,
);

const pairs = [
  ...["text", "text-muted", "text-faint", "accent"].flatMap((text) =>
    grounds.map((ground) => [text, ground, 4.5]),
  ),
  ...[...meanings, ...syntax].flatMap((text) =>
    ["ground", "surface", "hover", "selected"].map((ground) => [text, ground, 4.5]),
  ),
  ...meanings.flatMap((meaning) =>
    ["text", "text-muted", meaning].map((text) => [text, `${meaning}-ground`, 4.5]),
  ),
  ...[
    "accent-fill",
    "accent-fill-hover",
    "accent-fill-pressed",
    "violation-fill",
    "violation-fill-hover",
  ].map((fill) => ["on-accent", fill, 4.5]),
  ["text", "match", 4.5],
  ...["line-strong", "focus", "accent-fill"].flatMap((line) =>
    ["ground", "surface", "raised"].map((ground) => [line, ground, 3]),
  ),
] as [string, string, number][];

test.each(["light", "dark"] as const)(
  "%s: every pair of adjacent colours has enough contrast",
  (theme) => {
    const tooClose = pairs
      .map(([one, other, least]) => ({ one, other, least, ratio: contrast(one, other, theme) }))
      .filter(({ ratio, least }) => ratio < least);
    expect(tooClose).toEqual([]);
  },
);
