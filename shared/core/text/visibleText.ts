/** Makes characters visible that hide, move or imitate others, where somebody decides by a text. */
import { lookAlikeOf } from "./lookAlikes.ts";

/**
 * Why a character is not shown as it is: it moves the cursor, changes the direction of text, takes
 * no room, looks like a space, is one of many spaces, piles up on others, or looks like a Latin
 * letter or an ASCII sign.
 */
export type HiddenKind =
  | "control"
  | "direction"
  | "invisible"
  | "blank"
  | "spaces"
  | "combining"
  | "look-alike";

export type VisiblePart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "escape";
      /** The escape of one character, such as `\u{202e}`. */
      readonly text: string;
      /** How many of the same character stand there. */
      readonly count: number;
      readonly hidden: HiddenKind;
    };

/** Spaces in a row that are still shown as they are. */
const plainSpaces = 3;

/** Combining marks on one letter that are still shown as they are. */
const plainMarks = 2;

/**
 * Splits a text into what is shown as it is, and characters that are shown as an escape.
 * The same character several times in a row is one part.
 */
export function visibleText(text: string): readonly VisiblePart[] {
  const imitating = placesOfLookAlikes(text);
  const parts: VisiblePart[] = [];
  let plain = "";
  let marks = plainMarks;
  let at = 0;
  const flush = () => {
    if (plain) parts.push({ kind: "text", text: plain });
    plain = "";
  };
  for (const [char] of text.matchAll(/ +|[\s\S]/gu)) {
    const isMark = /^\p{M}$/u.test(char);
    if (isMark) marks++;
    else marks = /^[\p{L}\p{N}]$/u.test(char) ? 0 : plainMarks;
    const hidden = imitating.has(at)
      ? "look-alike"
      : (kindOf(char) ?? (isMark && marks > plainMarks ? "combining" : undefined));
    at += char.length;
    if (hidden === undefined) {
      plain += char;
      continue;
    }
    flush();
    const written = escapeOf(char);
    const last = parts.at(-1);
    if (last?.kind === "escape" && last.text === written) {
      parts[parts.length - 1] = { ...last, count: last.count + 1 };
    } else {
      const count = hidden === "spaces" ? char.length : 1;
      parts.push({ kind: "escape", text: written, count, hidden });
    }
  }
  flush();
  return parts;
}

/** Which kinds of such characters are in a text, each once. */
export function hiddenKinds(text: string): readonly HiddenKind[] {
  const kinds = visibleText(text).map((part) => (part.kind === "escape" ? part.hidden : undefined));
  return [...new Set(kinds)].filter((kind) => kind !== undefined);
}

/** The text in one line, with the escapes in their places; ordinary spaces stay. */
export function escapeHidden(text: string): string {
  return visibleText(text)
    .map((part) => {
      if (part.kind === "text") return part.text;
      return (part.hidden === "spaces" ? " " : part.text).repeat(part.count);
    })
    .join("");
}

const hiding: readonly (readonly [HiddenKind, RegExp])[] = [
  ["control", /[\p{Cc}\p{Zl}\p{Zp}]/u],
  ["direction", /\p{Bidi_Control}/u],
  ["invisible", /[\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u],
  ["blank", /\p{Zs}/u],
];

function kindOf(char: string): HiddenKind | undefined {
  if (char.startsWith(" ")) return char.length > plainSpaces ? "spaces" : undefined;
  if (char >= "!" && char <= "~") return undefined;
  const kind = hiding.find(([, pattern]) => pattern.test(char))?.[0];
  if (kind) return kind;
  const isVariant = /[\p{L}\p{Nl}]/u.test(char) && /^[!-~]+$/.test(char.normalize("NFKC"));
  return isVariant || /[‐‑‒−⁄∕․꞉∶∖﹨]/u.test(char) ? "look-alike" : undefined;
}

function escapeOf(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Where letters of other scripts stand in a row with Latin ones that they look like. */
function placesOfLookAlikes(text: string): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!/\p{Script=Latin}/u.test(word)) continue;
    let at = index;
    for (const char of word) {
      if (lookAlikeOf(char) !== undefined) places.add(at);
      at += char.length;
    }
  }
  return places;
}
