/** Reads the values of a name that has several: in an object, a list, or lines of YAML. */
import type { NameKind } from "./secretNames.ts";
import {
  accepts,
  endOfQuoted,
  maxUnlikelyLength,
  type NamedValues,
  quoteAt,
  type Range,
} from "./valueSyntax.ts";

/** Characters of an object or a list that are read. */
const maxContainerLength = 20_000;
/** Lines of a YAML list or text that are read. */
const maxLines = 200;

/** The items of a YAML list below a name. */
export function yamlList(text: string, at: number, kind: NameKind): NamedValues | undefined {
  const item =
    /(?:[ \t]*(?:\r?\n|\\+[nr]))+[ \t]*-[ \t]+["']?([^\s"'\\:]{6,})["']?(?=[ \t]*(?:$|[\r\n]|\\|"))/dy;
  const values: Range[] = [];
  let end = at;
  for (let line = 0; line < maxLines; line++) {
    item.lastIndex = end;
    const match = item.exec(text);
    const place = match?.indices?.[1];
    if (!match || !place) break;
    end = item.lastIndex;
    const strict = kind === "secret" ? "likely" : "possible";
    if (accepts(match[1] ?? "", strict)) values.push({ start: place[0], end: place[1] });
  }
  return values.length > 0 ? { values, end } : undefined;
}

/** The lines of a YAML text (`|`, `>`) below a name. */
export function yamlText(text: string, at: number, before: string): NamedValues | undefined {
  const indent = /^\s*(?:- )?/.exec(before)?.[0].length ?? 0;
  const line = /[^\n]*\r?\n([ \t]+)([^\r\n]+)/dy;
  const values: Range[] = [];
  let end = at;
  for (let count = 0; count < maxLines; count++) {
    line.lastIndex = end;
    const match = line.exec(text);
    const place = match?.indices?.[2];
    if (!match || !place || (match[1] ?? "").length <= indent) break;
    values.push({ start: place[0], end: place[1] });
    end = place[1];
  }
  return values.length > 0 ? { values, end } : undefined;
}

/** Names in an object of secrets whose values are not secret. */
const plainMember =
  /^(?:_?type|kind|name|names?pace|title|description|label|user|username|user_?name|email|login|account|host|hostname|port|url|uri|region|scopes?|realm|issuer|iss|aud|alg|algorithm|version|expir\w*|created\w*|updated\w*|issued\w*|valid\w*|status|state|env|environment|provider|client_?id|id|path|domain|secure|httponly|samesite|in|required|optional|format|scheme|method|methods)$/i;
/** Members of a JSON Schema. */
const schemaMember =
  /^(?:\$ref|anyOf|oneOf|allOf|properties|items|minLength|maxLength|pattern|enum|const|default|additionalProperties|nullable|readOnly|writeOnly|deprecated|examples?)$/;
const schemaType = /^(?:string|number|integer|boolean|object|array|null)$/;

/** The values in an object or a list; none for a schema. */
export function leavesAt(text: string, at: number, kind: NameKind): NamedValues {
  const values: Range[] = [];
  const token = /\\*["'`]|[{}[\]]|[^\s"'`{}[\],:\\]+/g;
  const limit = at + maxContainerLength;
  const names: string[] = [];
  let depth = 0;
  let end = at;
  token.lastIndex = at;
  for (let match = token.exec(text); match && match.index < limit; match = token.exec(text)) {
    const { 0: piece, index } = match;
    end = token.lastIndex;
    if (piece === "{" || piece === "[") {
      depth++;
      // the items of a list have the name of the list
      names[depth] = piece === "[" ? (names[depth - 1] ?? "") : "";
      continue;
    }
    if (piece === "}" || piece === "]") {
      if (--depth === 0) break;
      names[depth] = "";
      continue;
    }
    const quote = quoteAt(text, index);
    const range = quote
      ? { start: quote.at, end: endOfQuoted(text, quote, maxContainerLength) }
      : { start: index, end };
    const close = quote ? range.end + quote.depth + quote.mark.length : range.end;
    token.lastIndex = Math.max(token.lastIndex, close);
    end = token.lastIndex;
    const written = text.slice(range.start, Math.min(range.end, range.start + maxUnlikelyLength));
    if (/^[ \t]*(?::|=>?)/.test(text.slice(close, close + 8))) {
      if (depth === 1 && schemaMember.test(written)) return none(end);
      names[depth] = written;
      continue;
    }
    const name = names[depth] ?? "";
    if (depth === 1 && name === "type" && schemaType.test(written)) return none(end);
    if (depth === 1 && /^(?:title|description)$/.test(name) && values.length === 0) {
      // describes a value instead of being one
      if (!/["'](?:value|current)["']/.test(text.slice(at, at + 400))) return none(end);
    }
    if (plainMember.test(name)) continue;
    const isSecret = quote
      ? accepts(written, kind) && written.split(/\s/).length < 3
      : /^\d{4,}$/.test(written) && kind === "secret";
    if (isSecret) values.push(range);
  }
  return { values, end, isContainer: true };
}

const none = (end: number): NamedValues => ({ values: [], end, isContainer: true });
