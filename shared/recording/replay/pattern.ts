/** Regular expressions without backtracking: the time to search is bounded for any input. */
import {
  isWord,
  PatternError,
  type PatternNode,
  type PatternState,
  parsePattern,
} from "./patternSyntax.ts";

/** A compiled pattern. */
export interface Pattern {
  /**
   * Replaces every longest match.
   * @returns the text as far as the budget reached; the rest stays unchanged
   */
  replace(text: string, by: string, budget: Budget): string;
}

/** Steps of work that are left, shared by all searches of one comparison. */
export interface Budget {
  steps: number;
}

const maxStates = 2000;
const maxCharacters = 500;

/**
 * Compiles a pattern: literals, `.`, classes, `\d \w \s \b`, groups, `|`, `* + ? {m,n}`, `^` and `$`.
 * @returns undefined for anything else, such as backreferences and lookarounds
 */
export function compilePattern(source: string): Pattern | undefined {
  if (source === "" || source.length > maxCharacters) return undefined;
  try {
    const states = statesOf(parsePattern(source));
    return { replace: (text, by, budget) => replaceAll(states, text, by, budget) };
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Converts a tree to states; each is followed by the next one, unless it is a fork. */
function statesOf(root: PatternNode): readonly PatternState[] {
  const states: PatternState[] = [];
  const add = (state: PatternState): number => {
    if (states.length >= maxStates) throw new PatternError("Too many states");
    return states.push(state) - 1;
  };
  const fork = () => {
    const to: number[] = [];
    const index = add({ kind: "fork", to });
    return { index, to };
  };
  const emit = (node: PatternNode): void => {
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
        const { part, min, max } = node;
        for (let count = 0; count < min; count++) emit(part);
        if (max === Number.POSITIVE_INFINITY) {
          const { index, to } = fork();
          to.push(states.length);
          emit(part);
          fork().to.push(index);
          to.push(states.length);
          return;
        }
        const exits: number[][] = [];
        for (let count = min; count < max; count++) {
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

function replaceAll(
  states: readonly PatternState[],
  text: string,
  by: string,
  budget: Budget,
): string {
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
  states: readonly PatternState[],
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
      if (state?.kind !== "characters") continue;
      budget.steps -= state.cost;
      if (state.has(code)) next.push(index + 1);
    }
    if (next.length === 0) return end;
    current = closure(states, next, text, at + 1, budget);
  }
}

/** The states that are reached from others without a character. */
function closure(
  states: readonly PatternState[],
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
