/** Makes hidden characters of a message visible without changing its lines. */

import { shortened } from "./shortened.ts";

/** Controls, bidirectional controls and characters without a glyph; line breaks and tabs stay. */
const hidden =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** What joins or styles the parts of an emoji. */
const inEmoji = /^(?:\u200d|\ufe0f)$/;

/** UTF-16 code units of a text that is shown whole, before its escapes. */
const usualLength = 4000;

/**
 * Escapes characters that are invisible or that change the order of the text, such as `\u{202e}`.
 * Unlike `escapeHidden`, it leaves lines, indentation and other scripts as they are.
 * @param maxLength of the text, whose author must not decide how much work it is; a longer one ends
 *   there with an ellipsis
 */
export function showHidden(whole: string, maxLength = usualLength): string {
  const text = shortened(whole, maxLength);
  return text.replaceAll("\r\n", "\n").replace(hidden, (char, at: number) => {
    const before = text.slice(Math.max(0, at - 2), at);
    if (inEmoji.test(char) && /\p{Extended_Pictographic}\ufe0f?$|\p{Emoji_Modifier}$/u.test(before))
      return char;
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
