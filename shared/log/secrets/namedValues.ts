/** Finds values whose names say that they are secrets: of members, variables, headers and parameters. */
import {
  isCredentialLike,
  isPathLike,
  isPlainUrl,
  isPlainValue,
  looksRandom,
} from "./plainValues.ts";
import { type NameKind, nameKind } from "./secretNames.ts";

/** In UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Codes of letters, digits and the signs `$`, `-`, `.` and `_`. */
const nameCode = "(?:2[4de]|3\\d|4[1-9a-f]|5[\\daf]|6[1-9a-f]|7[\\da])";

/** Escapes of such a character: in JSON, in programs and in URLs. */
const nameEscape = `\\\\{1,15}(?:u00|x)${nameCode}|\\\\{1,15}u\\{0{0,4}${nameCode}\\}|%${nameCode}`;

/** A quote, and the backslashes that it has in a text inside other strings. */
const quote = "\\\\{0,15}[\"'`]|\\\\{1,15}u0022";

/** The quote before a name, the name, and the sign between it and its value. */
const named = new RegExp(
  `(?:(?<!\\\\)(${quote})|(?<![\\w.$%\\\\-])|(?<=\\\\[nrt]))((?:[\\w.$-]|${nameEscape}){2,80})\\1[ \\t]{0,16}(:?=>?|:(?!//)|,[ \\t]{0,16}\\1value\\1[ \\t]{0,16}:)[ \\t]{0,16}`,
  "gi",
);

const [escapes, openingQuote] = [new RegExp(nameEscape, "gi"), new RegExp(quote, "y")];
const scheme = /[A-Za-z][\w-]{1,20}[ \t+]{1,8}(?=[^\s=])/y;
const word = /[^\s"'`<>\\&;,(){}[\]]*/y;
/** The value of a variable of an environment, which may have any sign. */
const variable = /[^\s"'`<>\\]*/y;
const beforeItem = /(?:\s|\\{1,15}[nrt]|[[,]){1,60}/y;

/** Values that are longer than any that is checked are not looked at to their ends. */
const maxCheckedLength = 4100;

/** Items of a list that are read. */
const maxItems = 1000;

/** Lists the values of names that begin in a part of a text, with their names without escapes. */
export function* namedValues(
  text: string,
  from: number,
  until: number,
): Generator<Range & { readonly name: string }> {
  const search = new RegExp(named);
  const part = text.slice(0, until + maxCheckedLength);
  search.lastIndex = from;
  for (let match = search.exec(part); match && match.index < until; match = search.exec(part)) {
    const { 2: written = "" } = match;
    const name = written.replace(escapes, (code) =>
      String.fromCharCode(Number.parseInt(code.replace("}", "").slice(-2), 16)),
    );
    const kind = nameKind(name.replaceAll("$", ""));
    if (!kind) continue;
    for (const range of valuesAt(text, search.lastIndex, match, { name, kind })) {
      yield { ...range, name };
      search.lastIndex = Math.max(search.lastIndex, range.end);
    }
  }
}

interface SecretKind {
  readonly name: string;
  readonly kind: NameKind;
}

/** The values after a name: a string, a word, a number, or the strings of a list. */
function valuesAt(text: string, at: number, match: RegExpExecArray, of: SecretKind): Range[] {
  const isMember = match[1] !== undefined;
  if (isMember && text[at] === "[") return itemsAt(text, at, of);
  const quoted = quotedAt(text, at);
  if (quoted) {
    const start = afterScheme(text, quoted.start, of);
    const value = text.slice(start, Math.min(quoted.end, start + maxCheckedLength));
    return accepts(value, of) && !isLabel(value, of) ? [{ ...quoted, start }] : [];
  }
  const isAssigned = match[3] === "=";
  const isVariable = isAssigned && /^[A-Z][A-Z0-9_]*$/.test(of.name);
  const isParameter = isAssigned && /[?&#]/.test(text[match.index - 1] ?? "");
  const start = afterScheme(text, at, of);
  const read = isVariable ? variable : word;
  read.lastIndex = start;
  const value = (read.exec(text)?.[0] ?? "").replace(/[.:]$/, "");
  const end = start + value.length;
  // a long value of a parameter such as `sig`
  const isLong = isParameter && value.length >= 12 && isCredential(value);
  const isCall = /[([]/.test(text[end] ?? "");
  if (isCall || !accepts(value, isLong ? { ...of, kind: "secret" } : of)) return [];
  const isNumber = isMember && of.kind === "secret" && /^-?\d[\d.]*$/.test(value);
  return isVariable || isParameter || isNumber || isCredential(value) ? [{ start, end }] : [];
}

/** The strings of a list; one of words has names, not secrets. */
function itemsAt(text: string, at: number, of: SecretKind): Range[] {
  const found: Range[] = [];
  for (let [from, count] = [at, 0]; count < maxItems; count++) {
    beforeItem.lastIndex = from;
    const item = beforeItem.test(text) ? quotedAt(text, beforeItem.lastIndex) : undefined;
    if (!item) break;
    const value = text.slice(item.start, Math.min(item.end, item.start + maxCheckedLength));
    if (isCredential(value) && accepts(value, of)) found.push(item);
    from = item.next;
  }
  return found;
}

/**
 * The content of a string. It ends at the same quote with as many backslashes, or where the string
 * around it ends; with single quotes also with its line, as an apostrophe may have begun it.
 */
function quotedAt(text: string, at: number): (Range & { readonly next: number }) | undefined {
  openingQuote.lastIndex = at;
  const opening = openingQuote.exec(text)?.[0];
  if (opening === undefined) return undefined;
  const mark = opening.replace(/^\\+/, "");
  const depth = opening.length - mark.length;
  const start = at + opening.length;
  const stop = mark === "'" ? text.slice(start, start + maxCheckedLength).search(/[\r\n]/) : -1;
  const limit = stop < 0 ? text.length : start + stop;
  for (let from = text.indexOf(mark, start); from >= 0 && from < limit; ) {
    let first = from;
    while (first > start && text[first - 1] === "\\") first--;
    const backslashes = from - first;
    const isSame = backslashes <= depth || (backslashes - depth) % (2 * (depth + 1)) === 0;
    if (isSame && (backslashes > 0 || mark !== "u0022")) {
      const end = from - Math.min(backslashes, depth);
      return { start, end, next: from + mark.length };
    }
    from = text.indexOf(mark, from + 1);
  }
  return { start, end: limit, next: limit };
}

/** An authorization begins with a scheme, such as `Bearer`. */
function afterScheme(text: string, at: number, { name }: SecretKind): number {
  scheme.lastIndex = at;
  return /authorization$/i.test(name) && scheme.test(text) ? scheme.lastIndex : at;
}

const isCredential = (value: string) => isCredentialLike(value) || looksRandom(value);

/** Whether the value of a name is a secret, and no setting, reference or count. */
function accepts(value: string, { name, kind }: SecretKind): boolean {
  if (isPlainValue(value) || isPathLike(value) || isPlainUrl(value)) return false;
  if (kind === "secret") return !/^\d{1,3}$/.test(value) && !/pass \d+$/i.test(`${name} ${value}`);
  return kind === "likely" ? isCredentialLike(value) : looksRandom(value);
}

/** Whether a value is a sentence about a token or a key; passwords may have several words. */
function isLabel(value: string, { name }: SecretKind): boolean {
  const isSentence = /^[A-Za-z]{1,14}(?:,? [A-Za-z'()-]{1,14}){2,40}[.]?$/.test(value);
  return isSentence && !/pass|secret|mnemonic|pwd/i.test(name);
}
