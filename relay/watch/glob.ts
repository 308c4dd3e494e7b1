/** Matches globs in time bounded by pattern length × path length, so that no pattern can block the relay. */

/** A compiled glob. */
export interface Glob {
  /** Characters and wildcards of all alternatives; matching takes time proportional to it. */
  readonly size: number;
  /** @param path with forward slashes, relative to the pattern's base */
  matches(path: string): boolean;
}

/** How deep braces may be nested, and how many alternatives they may expand to. */
const maxDepth = 3;
const maxAlternatives = 64;

/** An element of a segment's pattern. */
type Token = { readonly kind: "any" | "many" } | { readonly kind: "one"; readonly set: CharSet };

interface CharSet {
  readonly isNegated: boolean;
  /** Code points, inclusive. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** A segment of a pattern; `undefined` is `**`, any number of segments. */
type Segment = readonly Token[] | undefined;

/** Whether a text contains glob syntax. */
export function isGlob(text: string): boolean {
  return /[*?[\]{}\\]/.test(text);
}

/**
 * Splits a pattern before its first segment with glob syntax.
 * @param pattern with forward slashes
 */
export function splitGlob(pattern: string): { readonly base: string; readonly glob: string } {
  const segments = pattern.split("/");
  const first = segments.findIndex(isGlob);
  const base = segments.slice(0, first).join("/");
  const isRoot = first > 0 && base === "";
  return { base: isRoot ? "/" : base, glob: segments.slice(first).join("/") };
}

/**
 * Compiles a glob with `*`, `?`, `**` as a whole segment, `[a-z]`, `[!a-z]`, `{a,b}` and `\` as
 * escape. Names that begin with a dot match like others. Extended globs such as `+(a|b)` are not
 * supported, because matching them needs backtracking.
 * @returns undefined if braces are nested too deeply or expand to too many alternatives
 */
export function compileGlob(pattern: string): Glob | undefined {
  const alternatives = expandBraces(pattern);
  if (!alternatives) return undefined;
  const compiled = alternatives.map((text) => text.split("/").map(segmentOf));
  const sizes = compiled.flat().map((segment) => (segment?.length ?? 0) + 1);
  return {
    size: sizes.reduce((sum, size) => sum + size, 0),
    matches(path) {
      const names = path.split("/").map((name) => Array.from(name, (char) => char.codePointAt(0)));
      return compiled.some((segments) => matchWildcards(segments, names, isGlobstar, matchSegment));
    },
  };
}

/**
 * Matches a list of patterns with a list of items, where some patterns (stars) match any number of
 * items. Retrying only the last star is sufficient and bounds the time by the product of both lengths.
 */
function matchWildcards<P, T>(
  patterns: readonly P[],
  items: readonly T[],
  isStar: (pattern: P) => boolean,
  isMatch: (pattern: P, item: T) => boolean,
): boolean {
  let at = 0;
  let star = -1;
  let starItem = 0;
  for (let item = 0; item < items.length; ) {
    if (at < patterns.length && isStar(patterns[at] as P)) {
      star = at++;
      starItem = item;
    } else if (at < patterns.length && isMatch(patterns[at] as P, items[item] as T)) {
      at++;
      item++;
    } else if (star >= 0) {
      at = star + 1;
      item = ++starItem;
    } else {
      return false;
    }
  }
  while (at < patterns.length && isStar(patterns[at] as P)) at++;
  return at === patterns.length;
}

const isGlobstar = (segment: Segment) => segment === undefined;

function matchSegment(segment: Segment, name: readonly (number | undefined)[]): boolean {
  return matchWildcards(segment ?? [], name, ({ kind }) => kind === "many", matchToken);
}

function matchToken(token: Token, char: number | undefined): boolean {
  if (token.kind !== "one") return true;
  const { isNegated, ranges } = token.set;
  const isIn = ranges.some(([first, last]) => char !== undefined && first <= char && char <= last);
  return isIn !== isNegated;
}

function segmentOf(text: string): Segment {
  if (text === "**") return undefined;
  const chars = Array.from(text);
  const tokens: Token[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] as string;
    const end = char === "[" ? endOfClass(chars, at) : undefined;
    if (char === "*") {
      if (tokens.at(-1)?.kind !== "many") tokens.push({ kind: "many" });
    } else if (char === "?") {
      tokens.push({ kind: "any" });
    } else if (end !== undefined) {
      tokens.push({ kind: "one", set: classOf(chars.slice(at + 1, end)) });
      at = end;
    } else {
      const isEscape = char === "\\" && at + 1 < chars.length;
      tokens.push({ kind: "one", set: classOf([isEscape ? (chars[++at] as string) : char]) });
    }
  }
  return tokens;
}

/** The index at which a class that begins with `[` ends; undefined if the bracket is literal. */
function endOfClass(chars: readonly string[], from: number): number | undefined {
  const first = chars[from + 1];
  const end = chars.indexOf("]", from + (first === "!" || first === "^" ? 3 : 2));
  return end < 0 || chars.slice(from, end).includes("/") ? undefined : end;
}

function classOf(chars: readonly string[]): CharSet {
  const isNegated = chars.length > 1 && (chars[0] === "!" || chars[0] === "^");
  const rest = isNegated ? chars.slice(1) : chars;
  const ranges: [number, number][] = [];
  for (let at = 0; at < rest.length; at++) {
    const first = rest[at]?.codePointAt(0) ?? 0;
    const isRange = rest[at + 1] === "-" && at + 2 < rest.length;
    if (isRange) at += 2;
    ranges.push([first, rest[at]?.codePointAt(0) ?? 0]);
  }
  return { isNegated, ranges };
}

/** Expands braces; undefined if there are too many alternatives or they are nested too deeply. */
function expandBraces(pattern: string, depth = 0): readonly string[] | undefined {
  const group = firstGroup(pattern);
  if (group === "too-deep" || depth > maxAlternatives) return undefined;
  if (!group) return [pattern];
  const found: string[] = [];
  for (const option of group.options) {
    const text = pattern.slice(0, group.start) + option + pattern.slice(group.end + 1);
    const more = expandBraces(text, depth + 1);
    if (!more || found.push(...more) > maxAlternatives) return undefined;
  }
  return found;
}

/** The first group of braces that contains a comma; a group without one is literal. */
function firstGroup(text: string) {
  const open: { readonly start: number; readonly commas: number[] }[] = [];
  let outermost: { start: number; end: number; options: readonly string[] } | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if (char === "{") {
      open.push({ start: at, commas: [] });
      if (open.length > maxDepth) return "too-deep";
    } else if (char === ",") open.at(-1)?.commas.push(at);
    else if (char === "}") {
      const group = open.pop();
      if (!group || group.commas.length === 0) continue;
      const cuts = [group.start, ...group.commas, at];
      const options = cuts.slice(1).map((cut, index) => text.slice((cuts[index] ?? 0) + 1, cut));
      outermost = { start: group.start, end: at, options };
      if (open.length === 0) return outermost;
    }
  }
  return outermost;
}
