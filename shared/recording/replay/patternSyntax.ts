/** Parses regular expressions into trees. */

/** One state of the automaton. */
export type PatternState =
  | {
      readonly kind: "characters";
      readonly has: (code: number) => boolean;
      /** Maximum number of comparisons in `has`. */
      readonly cost: number;
    }
  | { readonly kind: "start" | "end" | "word" }
  | { readonly kind: "fork"; readonly to: readonly number[] }
  | { readonly kind: "match" };

/** A part of a pattern. */
export type PatternNode =
  | { readonly kind: "state"; readonly state: PatternState }
  | { readonly kind: "all" | "any"; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly part: PatternNode;
      readonly min: number;
      readonly max: number;
    };

const maxRepetitions = 200;
/** Groups within groups. */
const maxLevels = 50;

/** Why a pattern cannot be compiled. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

const characters = (has: (code: number) => boolean, cost = 1): PatternNode => ({
  kind: "state",
  state: { kind: "characters", has, cost },
});

const isDigit = (code: number) => code >= 48 && code <= 57;
/** Whether a character is one of `\w`. */
export const isWord = (code: number) =>
  isDigit(code) || code === 95 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isSpace = (code: number) => /\s/.test(String.fromCharCode(code));

const classes: Readonly<Record<string, (code: number) => boolean>> = {
  d: isDigit,
  D: (code) => !isDigit(code),
  w: isWord,
  W: (code) => !isWord(code),
  s: isSpace,
  S: (code) => !isSpace(code),
};

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** @throws PatternError for what is not supported, such as backreferences and lookarounds */
export function parsePattern(source: string): PatternNode {
  let at = 0;
  let depth = 0;
  const fail = (): never => {
    throw new PatternError(`Unsupported at ${at}`);
  };
  const next = () => source[at++] ?? fail();
  const takes = (character: string) => {
    const isThere = source[at] === character;
    if (isThere) at++;
    return isThere;
  };

  const alternatives = (): PatternNode => {
    if (++depth > maxLevels) fail();
    const parts: PatternNode[] = [];
    do parts.push(sequence());
    while (takes("|"));
    depth--;
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "any", parts };
  };
  const sequence = (): PatternNode => {
    const parts: PatternNode[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      parts.push(repeated(atom()));
    }
    return { kind: "all", parts };
  };
  const repeated = (part: PatternNode): PatternNode => {
    let [min, max] = [1, 1];
    if (takes("*")) [min, max] = [0, Number.POSITIVE_INFINITY];
    else if (takes("+")) [min, max] = [1, Number.POSITIVE_INFINITY];
    else if (takes("?")) [min, max] = [0, 1];
    else {
      const [whole, from = "", comma, to = ""] =
        /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(source.slice(at, at + 10)) ?? [];
      if (whole === undefined) return part;
      at += whole.length;
      min = Number(from);
      max = comma === undefined ? min : to === "" ? Number.POSITIVE_INFINITY : Number(to);
      if (min > maxRepetitions || (max > maxRepetitions && max !== Infinity)) fail();
      if (max < min) fail();
    }
    // lazy or not, the longest match is replaced
    takes("?");
    if (/[*+?{]/.test(source[at] ?? "")) fail();
    return { kind: "repeat", part, min, max };
  };
  const atom = (): PatternNode => {
    const character = next();
    switch (character) {
      case "(": {
        if (takes("?")) {
          if (!takes(":")) fail();
        }
        const inner = alternatives();
        if (!takes(")")) fail();
        return inner;
      }
      case "[":
        return characterClass();
      case ".":
        return characters((code) => code !== 10 && code !== 13);
      case "^":
        return { kind: "state", state: { kind: "start" } };
      case "$":
        return { kind: "state", state: { kind: "end" } };
      case "\\": {
        if (takes("b")) return { kind: "state", state: { kind: "word" } };
        return characters(escaped());
      }
      case "*":
      case "+":
      case "?":
      case ")":
        return fail();
      default:
        return literal(character);
    }
  };
  const literal = (character: string): PatternNode => {
    const code = character.charCodeAt(0);
    return characters((other) => other === code);
  };
  /** The meaning of a character after a backslash. */
  const escaped = (): ((code: number) => boolean) => {
    const character = next();
    const known = Object.hasOwn(classes, character) ? classes[character] : undefined;
    if (known) return known;
    if (character === "u" || character === "x") {
      const length = character === "u" ? 4 : 2;
      const digits = source.slice(at, at + length);
      if (!/^[0-9a-f]+$/i.test(digits) || digits.length < length) fail();
      at += length;
      const code = Number.parseInt(digits, 16);
      return (other) => other === code;
    }
    const control = Object.hasOwn(controls, character) ? controls[character] : undefined;
    if (control === undefined && /[\w]/.test(character)) fail();
    const code = (control ?? character).charCodeAt(0);
    return (other) => other === code;
  };
  const characterClass = (): PatternNode => {
    const isNegated = takes("^");
    const tests: ((code: number) => boolean)[] = [];
    while (!takes("]")) {
      const first = next();
      if (first === "\\") {
        tests.push(escaped());
        continue;
      }
      const from = first.charCodeAt(0);
      if (source[at] === "-" && source[at + 1] !== "]" && source[at + 1] !== "\\") {
        at++;
        const to = next().charCodeAt(0);
        if (to < from) fail();
        tests.push((code) => code >= from && code <= to);
      } else tests.push((code) => code === from);
    }
    return characters((code) => tests.some((test) => test(code)) !== isNegated, tests.length);
  };

  const pattern = alternatives();
  if (at < source.length) fail();
  return pattern;
}
