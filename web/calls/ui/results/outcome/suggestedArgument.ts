/** Reads from the words of an error which value of an argument the server takes instead. */
import { parseJsonObject } from "../../../../../shared/core/json/jsonObject.ts";
import { putText } from "../../../../../shared/core/json/putText.ts";

/** Characters of words that are read. */
const maxLength = 1000;

const quoted = /\bdid you mean\s+["“'‘«`]([^"“”'‘’«»`\n]{1,60})["”'’»`]\s*\?/iu;
const plain = /\bdid you mean\s+([\p{L}\p{N}_./:-]{1,60})\?/iu;

interface SuggestedArgument {
  readonly value: string;
  /** The arguments with the value. */
  readonly argumentsText: string;
}

/**
 * @param argumentsText the arguments of the call
 * @returns undefined unless the words name another value, and the value of exactly one argument
 */
export function suggestedArgument(
  words: string,
  argumentsText: string,
): SuggestedArgument | undefined {
  const read = words.slice(0, maxLength);
  const meant = quoted.exec(read) ?? plain.exec(read);
  const value = meant?.[1];
  const args = parseJsonObject(argumentsText);
  if (!meant || value === undefined || !args) return undefined;
  const before = read.slice(0, meant.index);
  const named = Object.entries(args).filter(
    ([, own]) => typeof own === "string" && own !== "" && own !== value && before.includes(own),
  );
  const [name] = named.length === 1 ? (named[0] ?? []) : [];
  if (name === undefined) return undefined;
  return { value, argumentsText: putText(argumentsText, [name], JSON.stringify(value)) };
}
