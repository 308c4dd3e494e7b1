/** Reads the value that is assigned to a name: in programs, configurations, headers and logs. */
import { leavesAt, yamlList, yamlText } from "./containerValues.ts";
import { authorizationLine, cookieLine, credentials } from "./headerValues.ts";
import { isCredentialLike, isExpression, isPlainValue } from "./plainValues.ts";
import type { NameKind } from "./secretNames.ts";
import {
  accepts,
  endOfQuoted,
  type FoundName,
  lineStart,
  maxUnlikelyLength,
  type NamedValues,
  quoteAt,
  quoteBefore,
  restOfLine,
  wordAt,
} from "./valueSyntax.ts";

const separator =
  /(?:\\*["'`])?[ \t]{0,16}\]?[ \t]{0,16}(?:(?:\?|!)?:[ \t]{0,8}[&\w.<>[\]]{1,40}(?: \| [\w.<>[\]]{1,40}){0,3} ?=(?!=)(?=[ \t]{0,16}[bfrubFR@$]{0,2}\\*["'`])|=>|:=|\?=|\+=|={1,3}|::?|(?=>))[ \t]{0,16}/y;
const lineBreaks = /(?:\s|\\+[nrt]){1,60}/y;
const wrapper =
  /(?:(?:new )?(?:Secret|SecretStr|SecretString|SecureString|String::from|String|Some|Optional|Just|Buffer\.from)\(|[bfrubFR@$]{1,2})(?=\\*["'`])/y;

const bareNumber = /-?\d[\d.]*(?=\s*(?:[,}\]]|$|\\))/y;

/** `API_KEY=x`, `"apiKey": "x"`, `api_key => 'x'`, `<password>x</password>`, and others. */
export function assigned(
  text: string,
  { start, end, name, kind }: FoundName,
  isInside: boolean,
): NamedValues | undefined {
  separator.lastIndex = end;
  const match = separator.exec(text);
  if (!match) return undefined;
  let at = separator.lastIndex;
  const sign = match[0].replace(/[\s\\"'`\]]/g, "");
  if (sign === "") {
    // an element of XML
    if (text[start - 1] !== "<" || text[at] !== ">") return undefined;
    const close = text.indexOf("<", at);
    const value = { start: at + 1, end: close < 0 ? text.length : close };
    const isElement = text[close + 1] === "/" && value.end - value.start < 1000;
    if (!isElement || /[{}\n]/.test(text.slice(value.start, value.end))) return undefined;
    return accepts(text.slice(value.start, value.end), kind)
      ? { values: [value], end: value.end }
      : undefined;
  }
  const isQuotedName = quoteBefore(text, start) !== undefined && /["'`]/.test(match[0]);
  if (isQuotedName) {
    lineBreaks.lastIndex = at;
    if (
      lineBreaks.test(text) &&
      /^(?:\\*["'`]|[[{\d])/.test(text.slice(lineBreaks.lastIndex, lineBreaks.lastIndex + 8))
    ) {
      at = lineBreaks.lastIndex;
    }
  }
  wrapper.lastIndex = at;
  if (wrapper.test(text)) at = wrapper.lastIndex;
  const line = lineStart(text, start);
  return valueAt(text, at, kind, {
    name,
    isInside,
    sign,
    isStructured: isQuotedName,
    before: line,
  });
}

interface ValueContext {
  readonly name?: string;
  readonly sign?: string;
  /** Whether the notation, and not the line, says where the value ends. */
  readonly isStructured: boolean;
  /** Whether objects and lists are not read. */
  readonly isInside: boolean;
  /** The text between the start of the line and the name. */
  readonly before?: string;
}

/** Reads a value where it begins. */
export function valueAt(
  text: string,
  at: number,
  kind: NameKind,
  context: ValueContext,
): NamedValues | undefined {
  const { name = "", isInside } = context;
  const quote = quoteAt(text, at);
  if (quote) {
    const limit = kind === "possible" ? maxUnlikelyLength : Number.POSITIVE_INFINITY;
    const range = { start: quote.at, end: endOfQuoted(text, quote, limit) };
    const value = credentials(text, range, name);
    const written = text.slice(value.start, Math.min(value.end, value.start + maxUnlikelyLength));
    if (accepts(written, kind) && !isLabel(written, name)) {
      return { values: [value], end: range.end };
    }
    // the parts of a reference are no secrets either
    const isReference = /[:$%{<]/.test(written) && isPlainValue(written);
    return isReference ? { values: [], end: range.end } : undefined;
  }
  const char = text[at] ?? "";
  if (char === "{" || char === "[") {
    return isInside || isTemplate(text, at) ? undefined : leavesAt(text, at, kind);
  }
  if (context.sign === ":" || context.sign === "::") return afterColon(text, at, kind, context);
  return afterEquals(text, at, kind, context);
}

function isTemplate(text: string, at: number): boolean {
  return text.startsWith("{{", at) || text.startsWith("{%", at);
}

/** YAML, headers, and members of objects without quotes. */
function afterColon(
  text: string,
  at: number,
  kind: NameKind,
  { name = "", isStructured, before = "" }: ValueContext,
): NamedValues | undefined {
  const number = numberAt(text, at, name, kind);
  if (number) return number;
  if (/^(?:[ \t]*(?:$|[\r\n]|\\+[nr]))/.test(text.slice(at, at + 20))) {
    return yamlList(text, at, kind);
  }
  if (/^[|>][+-]?\s/.test(text.slice(at, at + 4))) return yamlText(text, at, before);
  const rest = restOfLine(text, at);
  const isLineStart = /(?:^|["'`])[\s>+?{[(,-]*$|\\[nrt]\s*$/.test(before);
  if (/cookies?$/i.test(name)) return cookieLine(at, rest);
  if (/authorization$/i.test(name)) return authorizationLine(text, at, rest);
  let { start, end } = wordAt(text, at);
  if (text[at - 1] === ":" || /[{[,]\s*$/.test(before) || isStructured) {
    // `{user: ann, password: x}`
    end = start + (/[,}\])]/.exec(text.slice(start, end))?.index ?? end - start);
  }
  const written = text.slice(start, end);
  const following = rest.slice(end - at).replace(/^[,;.)}\]]+/, "");
  if (isExpression(written) || isCount(name, written) || !accepts(written, kind)) return undefined;
  const isWholeLine = /^\s*(?:#.*)?$/.test(following);
  const isMember = text[at - 1] === ":" || /^\s*[\w"'-]+\s*:/.test(following);
  const isType = /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(written);
  if ((isLineStart && isWholeLine) || (isMember && !isType) || isCredentialLike(written)) {
    return { values: [{ start, end }], end };
  }
  if (isLineStart && /(?:phrase|password|passwd)$/i.test(name) && isPassphrase(rest)) {
    return { values: [{ start: at, end: at + rest.trimEnd().length }], end: at + rest.length };
  }
  return undefined;
}

/** Words of sentences that describe a password, and are not one. */
const sentence =
  /[.,:;()]|\b(?:a|an|and|as|at|be|by|can|for|from|has|if|in|is|it|may|must|not|of|on|or|should|that|the|this|to|used|user|will|with|you|your)\b/i;

function isPassphrase(rest: string): boolean {
  const words = rest.trim().split(/ +/);
  return words.length >= 3 && words.length <= 12 && rest.length < 120 && !sentence.test(rest);
}

/** Environment files, parameters, connection strings and programs. */
function afterEquals(
  text: string,
  at: number,
  kind: NameKind,
  { name = "", sign = "=", isStructured, before = "" }: ValueContext,
): NamedValues | undefined {
  const number = numberAt(text, at, name, kind);
  if (number) return number;
  const word = wordAt(text, at);
  const { start } = word;
  let { end } = word;
  const isUrl = /[?&#]$/.test(before);
  const isLine =
    /(?:^|\\[nrt])\s*(?:[$>+-]\s+)?(?:(?:export|set|SET|ENV|ARG|declare(?: -\w+)?)\s+)?\$?$/.test(
      before,
    );
  const run = text.slice(start, end);
  const stop = isUrl ? /[&#;]/ : isLine ? /[&;](?=[\w.-]+=|$)/ : /[&;,)}\]](?:$|(?=[\s\w]))/;
  const cut = stop.exec(run)?.index;
  if (cut !== undefined) end = start + cut;
  const written = text.slice(start, end);
  const hasSpaces = /\s$/.test(text.slice(at - 1, at));
  const own = name.replace(/^.*[.]/, "");
  if (written === own || isExpression(written) || isCount(name, written)) return undefined;
  if (isUrl) {
    const isLong = written.length >= 12 && !isPlainValue(written) && !/^[a-z]+$/.test(written);
    return accepts(written, kind === "possible" && isLong ? "secret" : kind)
      ? { values: [{ start, end }], end }
      : undefined;
  }
  if (!accepts(written, kind)) return undefined;
  const rest = restOfLine(text, at);
  const isWholeLine = /^[\s;,]*(?:#.*)?$/.test(rest.slice(end - at));
  // `if token == expected`, and a name of a variable of a program
  const isCode = sign.length > 1 && sign !== "=>" ? /^[A-Za-z_$]+$/.test(written) : false;
  if (isCode && !isCredentialLike(written)) return undefined;
  if (hasSpaces && !isWholeLine && !isStructured && !isCredentialLike(written)) return undefined;
  return { values: [{ start, end }], end };
}

/** Whether a value is a sentence about a token or a key; passwords may have several words. */
function isLabel(value: string, name: string): boolean {
  const isSentence = /^[A-Za-z]{1,14}(?:,? [A-Za-z'()-]{1,14}){2,40}[.]?$/.test(value);
  return isSentence && !/pass|secret|mnemonic|pwd/i.test(name);
}

function isCount(name: string, value: string): boolean {
  return /pass$/i.test(name) && /^\d+$/.test(value);
}

/** A number of at least four digits; smaller ones are counts and settings. */
function numberAt(text: string, at: number, name: string, kind: NameKind): NamedValues | undefined {
  if (kind !== "secret" || /(?:pass|cookies?)$/i.test(name)) return undefined;
  bareNumber.lastIndex = at;
  const digits = bareNumber.exec(text)?.[0];
  if (digits === undefined || digits.replace(/\D/g, "").length < 4) return undefined;
  return { values: [{ start: at, end: at + digits.length }], end: at + digits.length };
}
