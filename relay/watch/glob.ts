/** Compiles globs; minimatch matches them in polynomial time, so that no pattern can block the relay. */
import { braceExpand, Minimatch } from "minimatch";

export interface Glob {
  /** Characters of all alternatives; matching takes time proportional to it. */
  readonly size: number;
  /** @param path with forward slashes, relative to the pattern's base */
  matches(path: string): boolean;
}

/** How many alternatives braces may expand to. */
const maxAlternatives = 64;

const globOptions = { dot: true, noext: true, nonegate: true, nocomment: true };

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
 * escape. Names that begin with a dot match like others. Extended globs such as `+(a|b)` are literal,
 * so that names with parentheses need no escape.
 * @returns undefined if braces expand to too many alternatives
 */
export function compileGlob(pattern: string): Glob | undefined {
  // one more than is accepted: the rest would be left out silently
  const alternatives = braceExpand(pattern, { braceExpandMax: maxAlternatives + 1 });
  if (alternatives.length > maxAlternatives) return undefined;
  const compiled = new Minimatch(pattern, globOptions);
  return {
    size: alternatives.join(" ").length,
    // with the slash, `a/**` also matches the directory `a`
    matches: (path) => compiled.match(path) || compiled.match(`${path}/`),
  };
}
