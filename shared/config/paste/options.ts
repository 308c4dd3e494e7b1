/** Reads the options of command lines whose options are known. */
import type { PasteProblem } from "./paste.ts";

/** By name: whether it takes a value, takes several (`many`), or none. */
export type KnownOptions = Readonly<Record<string, "flag" | "value" | "many">>;

interface ReadOptions {
  /** The values by the option's name as written in {@link KnownOptions}, in order. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The words that are no options. */
  readonly rest: readonly string[];
  /** The words after `--`; undefined without one. */
  readonly after: readonly string[] | undefined;
}

export interface OptionsForm {
  readonly program: string;
  readonly options: KnownOptions;
  /** Short names by long names. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Options end at this many other words: what follows belongs to the command. */
  readonly endsAfter?: number;
  /** Whether a short option may be directly followed by its value, as in `-HName: value`. */
  readonly isGlued?: true;
  /** Whether a word belongs to an option that takes several values. */
  readonly isOneOfMany?: (word: string) => boolean;
}

/**
 * Reads words as options; an unknown option is a problem, because its value cannot be distinguished
 * from other words.
 */
export function readOptions(
  words: readonly string[],
  form: OptionsForm,
): ReadOptions | PasteProblem {
  const { program, options, aliases = {}, endsAfter = Number.POSITIVE_INFINITY } = form;
  const values = new Map<string, string[]>();
  const rest: string[] = [];
  const kindOf = (name: string) => (Object.hasOwn(options, name) ? options[name] : undefined);
  const longName = (name: string) =>
    Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
  const add = (name: string, value: string) => {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  };

  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") return { values, rest, after: words.slice(at + 1) };
    if (!word.startsWith("-") || word === "-") {
      rest.push(word);
      if (rest.length >= endsAfter) {
        const following = words.slice(at + 1);
        const isMarked = following[0] === "--";
        return { values, rest, after: isMarked ? following.slice(1) : following };
      }
      continue;
    }
    const { name: written, value: glued } = split(word, form.isGlued === true, longName, kindOf);
    const name = longName(written);
    const kind = kindOf(name);
    if (kind === undefined) return { code: "unknown-option", program, option: written };
    if (kind === "flag") {
      add(name, glued ?? "");
      continue;
    }
    const value = glued ?? words[++at];
    if (value === undefined) return { code: "missing-value", program, option: written };
    add(name, value);
    while (kind === "many" && form.isOneOfMany?.(words[at + 1] ?? "-") === true) {
      add(name, words[++at] ?? "");
    }
  }
  return { values, rest, after: undefined };
}

/** `--name=value`, `-nvalue`, or a name alone. */
function split(
  word: string,
  isGlued: boolean,
  longName: (name: string) => string,
  kindOf: (name: string) => string | undefined,
): { readonly name: string; readonly value?: string } {
  const equals = word.indexOf("=");
  if (word.startsWith("--") && equals > 0) {
    return { name: word.slice(0, equals), value: word.slice(equals + 1) };
  }
  const short = word.slice(0, 2);
  const isLonger = !word.startsWith("--") && word.length > 2 && isGlued;
  if (isLonger && kindOf(longName(short)) === "value") return { name: short, value: word.slice(2) };
  return { name: word };
}

/** Whether reading the options failed. */
export const isProblem = (read: ReadOptions | PasteProblem): read is PasteProblem => "code" in read;

/** `NAME=value` words; a name without a value stands for the variable of that name. */
export function variablesOf(pairs: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [pair, `\${${pair}}`] : [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** `Name: value` words; words without a colon are left out. */
export function headersOf(lines: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf(":");
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
    }),
  );
}
