/** Reads the text of a filter as terms, combined by "and", "or", "not" and parentheses. */

/** A part of the text; offsets are UTF-16 code units. */
export interface FilterRange {
  readonly start: number;
  readonly end: number;
}

/** One condition, as it is written. */
export interface FilterTerm extends FilterRange {
  readonly kind: "term";
  /** In lower case; empty if nothing is written before a colon. */
  readonly prefix: string;
  /** In lower case, without quotes or slashes; empty while it is not written yet. */
  readonly value: string;
  /** Whether the value is a regular expression, then as it is written. */
  readonly isPattern: boolean;
  /** Where the value begins, after the prefix, a quote or a slash. */
  readonly valueAt: number;
}

export type FilterNode =
  | FilterTerm
  | (FilterRange & { readonly kind: "not"; readonly part: FilterNode })
  | (FilterRange & {
      readonly kind: "and" | "or";
      readonly parts: readonly FilterNode[];
      /** Whether it stands in parentheses. */
      readonly isGroup?: boolean;
    });

/** What is wrong with the text, and where. */
export interface FilterTextProblem extends FilterRange {
  readonly code: "missing-term" | "missing-end" | "extra-end" | "too-long" | "too-deep";
}

interface ReadText {
  /** What could be read; undefined if that is nothing. */
  readonly root: FilterNode | undefined;
  /** The first problem. */
  readonly problem: FilterTextProblem | undefined;
}

/** UTF-16 code units of a filter. */
const maxLength = 2000;
const maxDepth = 30;

type Token =
  | (FilterTerm & { readonly minuses: number })
  | (FilterRange & { readonly kind: "and" | "or" | "not" | "end" })
  | (FilterRange & { readonly kind: "begin"; readonly minuses: number });

/** Never fails: what cannot be read is left out, and named as a problem. */
export function readFilterText(text: string): ReadText {
  const tokens = tokensOf(text.slice(0, maxLength));
  let at = 0;
  let problem: FilterTextProblem | undefined;
  const report = (code: FilterTextProblem["code"], { start, end }: FilterRange) => {
    problem ??= { code, start, end };
  };
  if (text.length > maxLength) report("too-long", { start: maxLength, end: text.length });

  const either = (depth: number): FilterNode | undefined => {
    const parts = [all(depth)];
    while (tokens[at]?.kind === "or") {
      const or = tokens[at++] as Token;
      const next = all(depth);
      if (!parts[0] || !next) report("missing-term", or);
      parts.push(next);
    }
    return joined("or", parts);
  };

  const all = (depth: number): FilterNode | undefined => {
    const parts: (FilterNode | undefined)[] = [];
    for (let token = tokens[at]; token; token = tokens[at]) {
      if (token.kind === "or" || (token.kind === "end" && depth > 0)) break;
      if (token.kind === "and") {
        at++;
        const isAlone = parts.length === 0 || !beginsPart(tokens[at]);
        if (isAlone) report("missing-term", token);
      } else if (token.kind === "end") {
        report("extra-end", token);
        at++;
      } else parts.push(part(depth));
    }
    return joined("and", parts);
  };

  const part = (depth: number): FilterNode | undefined => {
    const token = tokens[at++] as Token;
    if (token.kind === "not") {
      if (!beginsPart(tokens[at])) {
        report("missing-term", token);
        return undefined;
      }
      return negated(part(depth), token.start, 1);
    }
    if (token.kind === "begin") return group(token, depth);
    const term = token as FilterTerm & { readonly minuses: number };
    const { minuses, ...own } = term;
    // nothing is written yet: not a condition
    if (own.value === "") return undefined;
    return negated({ ...own, start: term.start + minuses }, term.start, minuses);
  };

  const group = (
    token: Token & { readonly kind: "begin" },
    depth: number,
  ): FilterNode | undefined => {
    if (depth >= maxDepth) {
      report("too-deep", token);
      at = tokens.length;
      return undefined;
    }
    const inner = either(depth + 1);
    const end = tokens[at];
    if (end?.kind === "end") at++;
    else report("missing-end", token);
    if (!inner) return undefined;
    const range = { start: token.start, end: end?.end ?? inner.end };
    const isList = inner.kind === "and" || inner.kind === "or";
    const own = isList ? { ...inner, ...range, isGroup: true } : { ...inner, ...range };
    return negated(own, token.start, token.minuses);
  };

  return { root: either(0), problem };
}

const beginsPart = (token: Token | undefined) =>
  token !== undefined && token.kind !== "and" && token.kind !== "or" && token.kind !== "end";

function negated(
  node: FilterNode | undefined,
  start: number,
  times: number,
): FilterNode | undefined {
  if (!node) return undefined;
  if (times % 2 === 0) return { ...node, start };
  return { kind: "not", part: node, start, end: node.end };
}

function joined(
  kind: "and" | "or",
  parts: readonly (FilterNode | undefined)[],
): FilterNode | undefined {
  const read = parts.filter((part) => part !== undefined);
  const [first] = read;
  const last = read.at(-1);
  if (!first || !last || read.length === 1) return first;
  return { kind, parts: read, start: first.start, end: last.end };
}

const keywords: ReadonlySet<string> = new Set(["and", "or", "not"]);

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  /** Parentheses that are open. */
  let open = 0;
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] as string)) {
      at++;
      continue;
    }
    const start = at;
    // a negative number is a word
    const minuses = /^(?:-(?!\d))*/.exec(text.slice(at, at + maxLength))?.[0].length ?? 0;
    at += minuses;
    if (text[at] === "(") {
      tokens.push({ kind: "begin", start, end: ++at, minuses });
      open++;
      continue;
    }
    if (minuses === 0 && text[at] === ")") {
      tokens.push({ kind: "end", start, end: ++at });
      open--;
      continue;
    }
    const term = termAt(text, at, open > 0);
    at = term.end;
    const word = text.slice(start, at).toLowerCase();
    if (keywords.has(word)) {
      tokens.push({ kind: word as "and" | "or" | "not", start, end: at });
    } else tokens.push({ ...term, start, minuses });
  }
  return tokens;
}

/** Reads one term; a parenthesis that was opened before ends it. */
function termAt(text: string, start: number, isInside: boolean): FilterTerm {
  const pattern = patternAt(text, start);
  if (pattern) return { kind: "term", start, prefix: "", ...pattern };
  let at = start;
  let isQuoted = false;
  let inner = 0;
  for (; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (/\s/.test(sign)) break;
    else if (sign === "(") inner++;
    else if (sign === ")" && inner > 0) inner--;
    else if (sign === ")" && isInside) break;
    else if (sign === ":" && /^[a-z]+$/i.test(text.slice(start, at))) {
      const value = patternAt(text, at + 1);
      if (value) {
        return { kind: "term", start, prefix: text.slice(start, at).toLowerCase(), ...value };
      }
    }
  }
  const [whole = "", prefix] = /^([a-z]+):/i.exec(text.slice(start, at)) ?? [];
  const from = start + whole.length;
  return {
    kind: "term",
    start,
    end: at,
    prefix: prefix?.toLowerCase() ?? "",
    value: text.slice(from, at).replaceAll('"', "").toLowerCase(),
    isPattern: false,
    valueAt: from + (text[from] === '"' ? 1 : 0),
  };
}

/** A regular expression between slashes that ends where a term can end. */
function patternAt(
  text: string,
  start: number,
): Pick<FilterTerm, "end" | "value" | "isPattern" | "valueAt"> | undefined {
  if (text[start] !== "/") return undefined;
  let isClass = false;
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\\") at++;
    else if (sign === "[") isClass = true;
    else if (sign === "]") isClass = false;
    else if (sign === "/" && !isClass && /^(?:$|[\s)])/.test(text.slice(at + 1, at + 2))) {
      if (at === start + 1) return undefined;
      return { end: at + 1, value: text.slice(start + 1, at), isPattern: true, valueAt: start + 1 };
    }
  }
  return undefined;
}

/**
 * The conditions that all must hold, as they are written; alternatives are one in parentheses.
 * @returns terms that can be joined with spaces
 */
export function termsOf(text: string): readonly string[] {
  const { root } = readFilterText(text);
  if (!root) return [];
  const source = ({ start, end }: FilterRange) => text.slice(start, end);
  const isList = (root.kind === "and" || root.kind === "or") && !root.isGroup;
  if (isList && root.kind === "and") return root.parts.map(source);
  return [isList ? `(${source(root)})` : source(root)];
}

/** The term that matches the rows of one server. */
export function serverTerm(name: string): string {
  return `server:${/[\s()]/.test(name) ? `"${name.replaceAll('"', "")}"` : name}`;
}

/** Removes a term from a filter's text, or adds it if it is not there. */
export function toggleTerm(text: string, term: string): string {
  const terms = termsOf(text);
  const others = terms.filter((other) => other !== term);
  if (others.length < terms.length) return others.join(" ");
  const { root, problem } = readFilterText(text);
  // what is not finished stays as it is
  const isKept = root?.kind !== "or" && problem === undefined;
  return (isKept ? [text.trim(), term] : [...terms, term]).filter(Boolean).join(" ");
}

/** The term that the caret is in or behind; an empty one after a space. */
export function wordAt(text: string, caret: number): FilterRange {
  const before = /(?:"[^"]*"?|[^\s"()])*$/.exec(text.slice(0, caret))?.[0] ?? "";
  const after = /^[^\s"()]*/.exec(text.slice(caret))?.[0] ?? "";
  const minuses = /^-*/.exec(before)?.[0].length ?? 0;
  return { start: caret - before.length + minuses, end: caret + after.length };
}
