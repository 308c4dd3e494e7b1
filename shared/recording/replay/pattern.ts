/** Regular expressions without backtracking: the time to search is bounded, whatever a server sends. */

/** A compiled pattern. */
export interface Pattern {
  /**
   * Replaces every longest match.
   * @returns the text as far as the budget reached; the rest stays as it is
   */
  replace(text: string, by: string, budget: Budget): string;
}

/** Steps of work that are left, shared by all searches of one comparison. */
export interface Budget {
  steps: number;
}

/** One state of the automaton. */
type State =
  | { readonly kind: "characters"; readonly has: (code: number) => boolean }
  | { readonly kind: "start" | "end" | "word" }
  | { readonly kind: "fork"; readonly to: readonly number[] }
  | { readonly kind: "match" };

type Node =
  | { readonly kind: "state"; readonly state: State }
  | { readonly kind: "all" | "any"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly least: number; readonly most: number };

const mostStates = 2000;
const mostCharacters = 500;
const mostRepetitions = 200;

/**
 * Compiles a pattern: literals, `.`, classes, `\d \w \s \b`, groups, `|`, `* + ? {m,n}`, `^` and `$`.
 * @returns undefined for anything else, such as backreferences and lookarounds
 */
export function compilePattern(source: string): Pattern | undefined {
  if (source === "" || source.length > mostCharacters) return undefined;
  try {
    const states = statesOf(createParser(source).parse());
    return { replace: (text, by, budget) => replaceAll(states, text, by, budget) };
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

class PatternError extends Error {
  override readonly name = "PatternError";
}

const characters = (has: (code: number) => boolean): Node => ({
  kind: "state",
  state: { kind: "characters", has },
});

const isDigit = (code: number) => code >= 48 && code <= 57;
const isWord = (code: number) =>
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

function createParser(source: string) {
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

  const alternatives = (): Node => {
    if (++depth > 50) fail();
    const parts: Node[] = [];
    do parts.push(sequence());
    while (takes("|"));
    depth--;
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "any", parts };
  };
  const sequence = (): Node => {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      parts.push(repeated(atom()));
    }
    return { kind: "all", parts };
  };
  const repeated = (part: Node): Node => {
    let [least, most] = [1, 1];
    if (takes("*")) [least, most] = [0, Number.POSITIVE_INFINITY];
    else if (takes("+")) [least, most] = [1, Number.POSITIVE_INFINITY];
    else if (takes("?")) [least, most] = [0, 1];
    else {
      const [whole, from = "", comma, to = ""] =
        /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(source.slice(at, at + 10)) ?? [];
      if (whole === undefined) return part;
      at += whole.length;
      least = Number(from);
      most = comma === undefined ? least : to === "" ? Number.POSITIVE_INFINITY : Number(to);
      if (least > mostRepetitions || (most > mostRepetitions && most !== Infinity)) fail();
      if (most < least) fail();
    }
    // lazy or not, the longest match is replaced
    takes("?");
    if (/[*+?{]/.test(source[at] ?? "")) fail();
    return { kind: "repeat", part, least, most };
  };
  const atom = (): Node => {
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
        return characters(characterClass());
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
  const literal = (character: string): Node => {
    const code = character.charCodeAt(0);
    return characters((other) => other === code);
  };
  /** What follows a backslash. */
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
  const characterClass = (): ((code: number) => boolean) => {
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
    return (code) => tests.some((test) => test(code)) !== isNegated;
  };

  return {
    parse(): Node {
      const node = alternatives();
      if (at < source.length) fail();
      return node;
    },
  };
}

/** Lays a tree out as states; each leads to the next one, unless it is a fork. */
function statesOf(root: Node): readonly State[] {
  const states: State[] = [];
  const add = (state: State): number => {
    if (states.length >= mostStates) throw new PatternError("Too many states");
    return states.push(state) - 1;
  };
  const fork = () => {
    const to: number[] = [];
    const index = add({ kind: "fork", to });
    return { index, to };
  };
  const emit = (node: Node): void => {
    switch (node.kind) {
      case "state":
        return void add(node.state);
      case "all":
        for (const part of node.parts) emit(part);
        return;
      case "any": {
        const { to } = fork();
        const ends = node.parts.map((part) => {
          to.push(states.length);
          emit(part);
          return fork().to;
        });
        for (const end of ends) end.push(states.length);
        return;
      }
      case "repeat": {
        const { part, least, most } = node;
        for (let count = 0; count < least; count++) emit(part);
        if (most === Number.POSITIVE_INFINITY) {
          const { index, to } = fork();
          to.push(states.length);
          emit(part);
          fork().to.push(index);
          to.push(states.length);
          return;
        }
        const exits: number[][] = [];
        for (let count = least; count < most; count++) {
          const { to } = fork();
          to.push(states.length);
          exits.push(to);
          emit(part);
        }
        for (const exit of exits) exit.push(states.length);
      }
    }
  };
  emit(root);
  add({ kind: "match" });
  return states;
}

function replaceAll(states: readonly State[], text: string, by: string, budget: Budget): string {
  let replaced = "";
  let from = 0;
  for (let at = 0; at <= text.length && budget.steps > 0; ) {
    const end = longestMatch(states, text, at, budget);
    if (end === undefined || end === at) {
      at++;
      continue;
    }
    replaced += text.slice(from, at) + by;
    from = end;
    at = end;
  }
  return replaced + text.slice(from);
}

/** Where the longest match from an offset ends, by following all states at once. */
function longestMatch(
  states: readonly State[],
  text: string,
  from: number,
  budget: Budget,
): number | undefined {
  let current = closure(states, [0], text, from, budget);
  let end: number | undefined;
  for (let at = from; ; at++) {
    if (current.some((index) => states[index]?.kind === "match")) end = at;
    if (at === text.length || budget.steps <= 0) return end;
    const code = text.charCodeAt(at);
    const next: number[] = [];
    for (const index of current) {
      const state = states[index];
      if (state?.kind === "characters" && state.has(code)) next.push(index + 1);
    }
    if (next.length === 0) return end;
    current = closure(states, next, text, at + 1, budget);
  }
}

/** The states that are reached from others without a character. */
function closure(
  states: readonly State[],
  from: readonly number[],
  text: string,
  at: number,
  budget: Budget,
): readonly number[] {
  const open = [...from];
  const seen = new Set<number>();
  const reached: number[] = [];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (seen.has(index)) continue;
    seen.add(index);
    budget.steps--;
    const state = states[index];
    if (state?.kind === "fork") open.push(...state.to);
    else if (state?.kind === "characters" || state?.kind === "match") reached.push(index);
    else if (state && holds(state.kind, text, at)) open.push(index + 1);
  }
  return reached;
}

function holds(kind: "start" | "end" | "word", text: string, at: number): boolean {
  if (kind === "start") return at === 0;
  if (kind === "end") return at === text.length;
  const isBefore = at > 0 && isWord(text.charCodeAt(at - 1));
  return isBefore !== (at < text.length && isWord(text.charCodeAt(at)));
}
