/**
 * Texts with secrets, and innocent texts that resemble them. A text names its secrets by alphabet and
 * length (`{alnum:40}`); they are generated, so that no file of this project has the form of a key. Each
 * group says where such texts are written or specified.
 */
import innocentGroups from "./corpus.innocent.json" with { type: "json" };
import secretGroups from "./corpus.secrets.json" with { type: "json" };

/** A text and the values in it that have to be masked. */
export interface CorpusText {
  readonly category: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const alphabets: Readonly<Record<string, string>> = {
  alnum: `${lower}${lower.toUpperCase()}${digits}`,
  lower: `${lower}${digits}`,
  upper: `${lower.toUpperCase()}${digits}`,
  letters: `${lower}${lower.toUpperCase()}`,
  hex: "0123456789abcdef",
  digits,
  base64: `${lower}${lower.toUpperCase()}${digits}+/`,
  url: `${lower}${lower.toUpperCase()}${digits}_-`,
  base32: `${lower.toUpperCase()}234567`,
};
/** Values that people choose. */
const words: Readonly<Record<string, string>> = {
  password: "hunter2!Tr0ub4dor",
  word: "swordfish",
  passphrase: "correct horse battery staple",
  symbols: "p&ss=w0rd#1;x",
};

/**
 * Replaces `{alphabet:length}`, `{uuid}` and the names of chosen values; equal texts give equal values.
 */
function fill(category: string, form: string): CorpusText {
  let state = 2166136261;
  for (const char of form) state = Math.imul(state ^ char.charCodeAt(0), 16777619) >>> 0;
  const next = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const random = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[next(alphabet.length)] ?? "").join("");
  const secrets: string[] = [];
  const text = form.replace(/\{(\w+)(?::(\d+))?\}/g, (all, kind: string, count?: string) => {
    const hex = alphabets.hex ?? "";
    const alphabet = alphabets[kind];
    const value =
      kind === "uuid"
        ? [8, 4, 4, 4, 12].map((length) => random(hex, length)).join("-")
        : alphabet && count
          ? // real keys have both
            `${random(alphabet, Number(count) - 2)}${random(alphabet.replace(/\d/g, "") || digits, 1)}${random(/\d/.test(alphabet) ? digits.replace("0", "") : alphabet, 1)}`
          : words[kind];
    if (value === undefined) return all;
    secrets.push(value);
    return value;
  });
  return { category, text, secrets };
}

/** The texts with secrets. */
export const secretTexts: readonly CorpusText[] = secretGroups.flatMap(({ category, texts }) =>
  texts.map((form) => fill(category, form)),
);

/** The texts in which nothing may be masked. */
export const innocentTexts: readonly Omit<CorpusText, "secrets">[] = innocentGroups.flatMap(
  ({ category, texts }) => texts.map((form) => fill(category, form)),
);
