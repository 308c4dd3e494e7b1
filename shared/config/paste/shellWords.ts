/** Splits a command line that was written for a shell, and refuses syntax that needs a shell. */

export interface ShellWord {
  readonly text: string;
  /** Whether any part of it was quoted or escaped. */
  readonly isQuoted: boolean;
}

type ShellWords =
  | { readonly kind: "words"; readonly words: readonly ShellWord[] }
  | { readonly kind: "operator"; readonly operator: string }
  | { readonly kind: "several-lines" }
  | { readonly kind: "open-quote" };

const operators = ["&&", "||", ">>", "<<", "$(", "|", "&", ";", ">", "<", "`"];

/**
 * Splits a line as a POSIX shell does, in one pass. A backslash at the end of a line continues it;
 * `<name>` counts as a word to be replaced, as in documentation.
 */
export function splitShellWords(text: string): ShellWords {
  const words: ShellWord[] = [];
  let word: string | undefined;
  let isQuoted = false;
  let quote: "'" | '"' | undefined;
  const end = () => {
    if (word !== undefined) words.push({ text: word, isQuoted });
    word = undefined;
    isQuoted = false;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote === "'") {
      if (char === "'") quote = undefined;
      else word += char;
    } else if (quote === '"') {
      if (char === '"') quote = undefined;
      else if (char === "\\" && /["\\$`]/.test(next)) word += text.charAt(++at);
      else if (char === "`" || (char === "$" && next === "(")) {
        return { kind: "operator", operator: char === "`" ? "`" : "$(" };
      } else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      isQuoted = true;
      word ??= "";
    } else if (char === "\\" && (next === "\n" || next === "\r")) {
      at += next === "\r" && text.charAt(at + 2) === "\n" ? 2 : 1;
      end();
    } else if (char === "\\" && /[\s'"\\|&;<>$`()]/.test(next)) {
      word = (word ?? "") + next;
      isQuoted = true;
      at++;
    } else if (char === "\n" || char === "\r") {
      if (text.slice(at).trim() !== "") return { kind: "several-lines" };
      break;
    } else if (/\s/.test(char)) end();
    else if (char === "<" && placeholderEnd(text, at) > 0) {
      const close = placeholderEnd(text, at);
      word = (word ?? "") + text.slice(at, close + 1);
      at = close;
    } else {
      const operator = operators.find((one) => text.startsWith(one, at));
      if (operator !== undefined) return { kind: "operator", operator };
      word = (word ?? "") + char;
    }
  }
  if (quote) return { kind: "open-quote" };
  end();
  return { kind: "words", words };
}

/** The index of the `>` of a placeholder such as `<your-token>`; -1 where there is none. */
function placeholderEnd(text: string, at: number): number {
  const inside = /^<[A-Za-z][\w .-]{0,60}>/.exec(text.slice(at, at + 64))?.[0];
  return inside === undefined ? -1 : at + inside.length - 1;
}
