/** Matches regular expressions in time proportional to the text, because a user's pattern meets hostile texts. */

/** Why a pattern cannot be used, and where. */
export interface PatternProblem {
  readonly reason:
    | "unfinished"
    | "nothing-to-repeat"
    | "unsupported"
    | "unmatched-bracket"
    | "too-large";
  /** UTF-16 code units from the start of the pattern. */
  readonly at: number;
}

/** @returns whether a text in lower case contains a match */
export type LinearPattern = (lowerText: string) => boolean;

/** States of the compiled pattern, which bound the work for each character. */
const maxStates = 500;
/** UTF-16 code units of a text that are searched. */
const maxText = 100_000;
const maxDepth = 30;

/** Whether the character at a place matches; reads one character. */
type CharTest = (code: number) => boolean;
type Assertion = (text: string, at: number) => boolean;

/** One state of the automaton; `next` and `other` are indices. */
type State =
  | { readonly kind: "char"; readonly test: CharTest; next: number }
  | { readonly kind: "assert"; readonly holds: Assertion; next: number }
  | { readonly kind: "split"; next: number; other: number }
  | { readonly kind: "match" };

type Node =
  | { readonly kind: "char"; readonly test: CharTest }
  | { readonly kind: "assert"; readonly holds: Assertion }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly min: number; readonly max: number };

/**
 * Compiles a pattern of the syntax of JavaScript without lookaround and back references; case is
 * ignored.
 */
export function compilePattern(source: string): LinearPattern | PatternProblem {
  const read = readPattern(source);
  if ("reason" in read) return read;
  const states = compile(read);
  if (!states) return { reason: "too-large", at: 0 };
  return (text) => run(states.list, states.start, text.slice(0, maxText));
}

class PatternError extends Error {
  readonly problem: PatternProblem;
  constructor(problem: PatternProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

function readPattern(source: string): Node | PatternProblem {
  let at = 0;
  const fail = (reason: PatternProblem["reason"], where = at): never => {
    throw new PatternError({ reason, at: where });
  };

  const choice = (depth: number): Node => {
    if (depth > maxDepth) fail("too-large");
    const parts = [sequence(depth)];
    while (source[at] === "|") {
      at++;
      parts.push(sequence(depth));
    }
    return parts.length === 1 ? (parts[0] as Node) : { kind: "choice", parts };
  };

  const sequence = (depth: number): Node => {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      parts.push(repeated(depth));
    }
    return { kind: "sequence", parts };
  };

  const repeated = (depth: number): Node => {
    let part = atom(depth);
    for (;;) {
      const from = at;
      const counts = quantifier();
      if (!counts) return part;
      if (part.kind === "assert") fail("nothing-to-repeat", from);
      part = { kind: "repeat", part, ...counts };
      // how much it takes does not change whether there is a match
      if (source[at] === "?") at++;
    }
  };

  const quantifier = (): { min: number; max: number } | undefined => {
    const sign = source[at];
    if (sign === "*" || sign === "+" || sign === "?") {
      at++;
      return { min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
    }
    const [whole, low = "", comma, high = ""] =
      /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(source.slice(at, at + 12)) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    const min = Number(low);
    const max = comma === undefined ? min : high === "" ? Number.POSITIVE_INFINITY : Number(high);
    if (max < min) fail("unfinished", at - whole.length);
    return { min, max };
  };

  const atom = (depth: number): Node => {
    const from = at;
    const sign = source[at++] as string;
    switch (sign) {
      case "(": {
        if (source.startsWith("?:", at)) at += 2;
        else if (source[at] === "?") fail("unsupported", from);
        const inner = choice(depth + 1);
        if (source[at] !== ")") fail("unfinished", from);
        at++;
        return inner;
      }
      case "[":
        return { kind: "char", test: charClass(from) };
      case ".":
        return { kind: "char", test: (code) => code !== 10 && code !== 13 };
      case "^":
        return { kind: "assert", holds: (text, place) => place === 0 || text[place - 1] === "\n" };
      case "$":
        return {
          kind: "assert",
          holds: (text, place) => place === text.length || text[place] === "\n",
        };
      case "*":
      case "+":
      case "?":
        return fail("nothing-to-repeat", from);
      case "\\":
        return escaped(from);
      default:
        return { kind: "char", test: equals(sign.charCodeAt(0)) };
    }
  };

  const escaped = (from: number): Node => {
    const sign = source[at];
    if (sign === undefined) return fail("unfinished", from);
    if (sign === "b" || sign === "B") {
      at++;
      const isWanted = sign === "b";
      return {
        kind: "assert",
        holds: (text, place) => (isWordAt(text, place - 1) !== isWordAt(text, place)) === isWanted,
      };
    }
    if (/[1-9kpP]/.test(sign)) return fail("unsupported", from);
    return { kind: "char", test: escapedChar() };
  };

  /** Reads what follows a backslash. */
  const escapedChar = (): CharTest => {
    const sign = source[at++] ?? "";
    const set = sets[sign.toLowerCase()];
    if (set && /[dsw]/i.test(sign)) return sign === sign.toLowerCase() ? set : (c) => !set(c);
    const hex = sign === "x" ? 2 : sign === "u" ? 4 : 0;
    const digits = source.slice(at, at + hex);
    if (hex > 0 && digits.length === hex && /^[\da-f]+$/i.test(digits)) {
      at += hex;
      return equals(Number.parseInt(digits, 16));
    }
    return equals((controls[sign] ?? sign).charCodeAt(0));
  };

  const charClass = (from: number): CharTest => {
    const isNot = source[at] === "^";
    if (isNot) at++;
    const tests: CharTest[] = [];
    for (let isFirst = true; isFirst || source[at] !== "]"; isFirst = false) {
      if (at >= source.length) fail("unmatched-bracket", from);
      if (isFirst && source[at] === "]") break;
      const low = source[at++] as string;
      if (low === "\\") {
        if (at >= source.length) fail("unmatched-bracket", from);
        tests.push(escapedChar());
        continue;
      }
      const isRange = source[at] === "-" && at + 1 < source.length && source[at + 1] !== "]";
      if (!isRange || source[at + 1] === "\\") {
        tests.push(equals(low.charCodeAt(0)));
        continue;
      }
      tests.push(within(low.charCodeAt(0), source.charCodeAt(at + 1)));
      at += 2;
    }
    at++;
    return (code) => tests.some((test) => test(code)) !== isNot;
  };

  try {
    const node = choice(0);
    return at < source.length ? { reason: "unmatched-bracket", at } : node;
  } catch (error) {
    if (error instanceof PatternError) return error.problem;
    throw error;
  }
}

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" };

const isDigit: CharTest = (code) => code >= 48 && code <= 57;
const isWord: CharTest = (code) =>
  isDigit(code) || code === 95 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isSpace: CharTest = (code) =>
  code === 32 || (code >= 9 && code <= 13) || code === 160 || code === 0x2028 || code === 0x2029;
const sets: Readonly<Record<string, CharTest>> = { d: isDigit, w: isWord, s: isSpace };

const isWordAt = (text: string, at: number) =>
  at >= 0 && at < text.length && isWord(text.charCodeAt(at));

/** Texts are in lower case. */
const equals = (code: number): CharTest => {
  const lower = String.fromCharCode(code).toLowerCase().charCodeAt(0);
  return (other) => other === lower || other === code;
};

const within =
  (low: number, high: number): CharTest =>
  (code) => {
    if (code >= low && code <= high) return true;
    const upper = String.fromCharCode(code).toUpperCase().charCodeAt(0);
    return upper >= low && upper <= high;
  };

/** @returns undefined if it has too many states */
function compile(
  root: Node,
): { readonly list: readonly State[]; readonly start: number } | undefined {
  const list: State[] = [{ kind: "match" }];
  const add = (state: State) => {
    if (list.length > maxStates) throw new PatternError({ reason: "too-large", at: 0 });
    return list.push(state) - 1;
  };
  /** Compiles a node before what follows it. */
  const before = (node: Node, next: number): number => {
    switch (node.kind) {
      case "char":
        return add({ kind: "char", test: node.test, next });
      case "assert":
        return add({ kind: "assert", holds: node.holds, next });
      case "sequence":
        return node.parts.reduceRight((after, part) => before(part, after), next);
      case "choice":
        return node.parts
          .map((part) => before(part, next))
          .reduce((one, other) => add({ kind: "split", next: one, other }));
      case "repeat": {
        const { part, min, max } = node;
        let start = next;
        if (max === Number.POSITIVE_INFINITY) {
          const split: State = { kind: "split", next, other: next };
          const at = add(split);
          split.other = before(part, at);
          start = at;
        } else {
          for (let count = min; count < max; count++) {
            start = add({ kind: "split", next, other: before(part, start) });
          }
        }
        for (let count = 0; count < min; count++) {
          const first = before(part, start);
          // an empty part has no states, which would bound the repetitions
          if (first === start) break;
          start = first;
        }
        return start;
      }
    }
  };
  try {
    return { list, start: before(root, 0) };
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Follows all states at once, each at most once for a character. */
function run(states: readonly State[], start: number, text: string): boolean {
  const marks = new Int32Array(states.length).fill(-1);
  let current: number[] = [];
  let following: number[] = [];
  const stack: number[] = [];
  /** Adds a state and those that need no character; @returns whether one of them is a match */
  const enter = (first: number, at: number, into: number[]): boolean => {
    stack.push(first);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (marks[index] === at) continue;
      marks[index] = at;
      const state = states[index] as State;
      if (state.kind === "match") {
        stack.length = 0;
        return true;
      }
      if (state.kind === "split") stack.push(state.other, state.next);
      else if (state.kind === "char") into.push(index);
      else if (state.holds(text, at)) stack.push(state.next);
    }
    return false;
  };
  for (let at = 0; at <= text.length; at++) {
    if (enter(start, at, current)) return true;
    const code = text.charCodeAt(at);
    for (const index of current) {
      const state = states[index] as Extract<State, { kind: "char" }>;
      const isTaken = at < text.length && state.test(code);
      if (isTaken && enter(state.next, at + 1, following)) return true;
    }
    [current, following] = [following, current];
    following.length = 0;
  }
  return false;
}
