/**
 * Escapes invisible, misleading and look-alike characters, for text that users base decisions on.
 */

import { lookAlikeOf } from "./lookAlikes.ts";
import { shortened } from "./shortened.ts";

/**
 * Why a character is escaped: control character, bidirectional control, invisible, looks like a
 * space, part of a long run of spaces or at an end of the text, stacked combining mark, or look-alike
 * of an ASCII character.
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
      /** Length of a run of the same character. */
      readonly count: number;
      readonly hidden: HiddenKind;
    };

/** Consecutive spaces that are not escaped, unless they start or end the text. */
const plainSpaces = 3;

/** Combining marks on one letter that are not escaped. */
const plainMarks = 2;

/**
 * Splits a text into plain parts and escaped characters; a run of the same character is one part.
 * @param ends whether the text is the start or the end of what is shown; both by default
 */
export function visibleText(
  text: string,
  ends: { readonly isStart: boolean; readonly isEnd: boolean } = { isStart: true, isEnd: true },
): readonly VisiblePart[] {
  const imitating = lookAlikeOffsets(text);
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
    const isOuter =
      char.startsWith(" ") &&
      ((ends.isStart && at === 0) || (ends.isEnd && at + char.length === text.length));
    const hidden = imitating.has(at)
      ? "look-alike"
      : isOuter
        ? "spaces"
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

/** The kinds of escaped characters in a text, without duplicates. */
export function hiddenKinds(text: string): readonly HiddenKind[] {
  const kinds = visibleText(text).map((part) => (part.kind === "escape" ? part.hidden : undefined));
  return [...new Set(kinds)].filter((kind) => kind !== undefined);
}

/** UTF-16 code units of a text that is shown in one line; a longer one ends there with an ellipsis. */
const maxLineLength = 4000;

/**
 * The text with escapes, in one line; ordinary spaces are kept.
 * @param maxLength of the text, whose author must not decide how much work it is
 */
export function escapeHidden(whole: string, maxLength: number = maxLineLength): string {
  const text = shortened(whole, maxLength);
  // most texts, also those that were cut, have nothing to escape; long lists escape one in every row
  if (/^[ -~…]*$/.test(text)) return text;
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

/** Offsets of look-alike letters of other scripts within words that have Latin letters. */
function lookAlikeOffsets(text: string): ReadonlySet<number> {
  const offsets = new Set<number>();
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!/\p{Script=Latin}/u.test(word)) continue;
    let at = index;
    for (const char of word) {
      if (lookAlikeOf(char) !== undefined) offsets.add(at);
      at += char.length;
    }
  }
  return offsets;
}
