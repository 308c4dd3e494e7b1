/**
 * The rules for parts of an answer that differ from call to call: JSON Pointer patterns and regular
 * expressions.
 */

/** What replaces a volatile part. */
export const foldedMark = "…";

/** The default rules, one a line. */
export const defaultRules = `# JSON Pointers of volatile values: * is any part of a name, ** any number of levels
/**/_meta
/**/*cursor
/**/*time
/**/*timestamp
/**/*date
/**/*duration*
/**/*elapsed*
/**/nonce
/**/etag
/**/*uuid
/**/*requestid
/**/*sessionid
/**/*traceid
/**/*taskid
/**/progresstoken
/**/*createdat
/**/*updatedat
/**/lastmodified
/**/expiresat
# Regular expressions between ~ and ~, for parts of texts
~\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d)?~
~\\b\\d{1,2}:\\d\\d:\\d\\d(\\.\\d+)?( ?[AP]M)?\\b~
~\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b~
`;

export interface ComparisonRules {
  readonly pointers: readonly (readonly string[])[];
  readonly patterns: readonly RegExp[];
}

/** An invalid line, counted from 1. */
export interface RuleProblem {
  readonly line: number;
  readonly text: string;
}

/**
 * Reads rules, one a line: `/a/…/b` is a JSON Pointer pattern, `~…~` a regular expression of JavaScript,
 * `#` begins a comment.
 */
export function readRules(text: string): {
  readonly rules: ComparisonRules;
  readonly problems: readonly RuleProblem[];
} {
  const pointers: string[][] = [];
  const patterns: RegExp[] = [];
  const problems: RuleProblem[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const [, source] = /^~(.+)~$/.exec(line) ?? [];
    const pattern = source === undefined ? undefined : patternOf(source);
    if (pattern) patterns.push(pattern);
    else if (line.startsWith("/")) pointers.push(segmentsOf(line));
    else problems.push({ line: index + 1, text: line.slice(0, 100) });
  }
  return { rules: { pointers, patterns }, problems };
}

function patternOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "g");
  } catch {
    return undefined;
  }
}

function segmentsOf(pointer: string): string[] {
  return pointer
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~").toLowerCase())
    .filter((name, index, all) => name !== "**" || all[index - 1] !== "**");
}

/** Positions in the pointer patterns, after some names. */
export type PointerState = readonly (readonly number[])[];

export interface PointerMatcher {
  readonly start: PointerState;
  /** The state after a further name; `isMatch` if a pattern ends there. */
  enter(
    state: PointerState,
    name: string,
  ): { readonly state: PointerState; readonly isMatch: boolean };
}

/** Matches all pointer patterns at once while a value is walked through. */
export function createPointerMatcher({ pointers }: ComparisonRules): PointerMatcher {
  const globs = new Map(
    pointers.flat().flatMap((segment) => {
      return segment.includes("*") ? [[segment, segment.split("*")] as const] : [];
    }),
  );
  const fits = (segment: string, name: string) => {
    const glob = globs.get(segment);
    return glob ? fitsGlob(glob, name) : segment === name;
  };
  /** `**` also matches zero levels. */
  const withSkips = (segments: readonly string[], positions: Iterable<number>) => {
    const all = new Set<number>();
    for (let at of positions) {
      all.add(at);
      while (segments[at] === "**") all.add(++at);
    }
    return [...all];
  };
  return {
    start: pointers.map((segments) => withSkips(segments, [0])),
    enter(state, name) {
      const lower = name.toLowerCase();
      let isMatch = false;
      const entered = pointers.map((segments, index) => {
        const before = state[index] ?? [];
        const next = before.flatMap((at) => {
          const segment = segments[at];
          if (segment === undefined) return [];
          if (segment === "**") return [at];
          return fits(segment, lower) ? [at + 1] : [];
        });
        const all = withSkips(segments, next);
        isMatch ||= all.includes(segments.length);
        return all;
      });
      return { state: entered, isMatch };
    },
  };
}

/**
 * Whether a name fits a text with `*`, in time proportional to both lengths.
 * @param glob what is before, between and after the `*`
 */
function fitsGlob(glob: readonly string[], name: string): boolean {
  const [first = "", last = ""] = [glob[0], glob.at(-1)];
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (let index = 1; index < glob.length - 1; index++) {
    const part = glob[index] ?? "";
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at;
}

/** Replaces the matches of the regular expressions. */
export function foldText(text: string, { patterns }: ComparisonRules): string {
  let folded = text;
  for (const pattern of patterns) folded = folded.replace(pattern, (match) => match && foldedMark);
  return folded;
}
