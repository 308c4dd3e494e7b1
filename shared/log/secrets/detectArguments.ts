/** Detects secrets in the arguments of a command, where a flag may name the argument after it. */
import {
  type DetectedSecret,
  detectSecrets,
  mergeSpans,
  placeholderName,
} from "./detectSecrets.ts";
import { isPathLike, isPlainValue } from "./plainValues.ts";
import { isSecretName } from "./secretNames.ts";

interface DetectedArgument extends DetectedSecret {
  readonly argument: number;
}

/** A whole argument: `--name=value`, `NAME=value`, `Name: value`, `--header=Name: value`. */
const assignment = /^-{0,2}([\w.-]{1,80})=([\s\S]+)$/d;
const header = /(?:^|[=\s"'])([\w-]{1,80})\s*:(?!\/\/)\s*([\s\S]+)$/d;
const credentialScheme = /^(?:[A-Za-z][\w-]{1,20}\s+)(?=\S)/;

/** @param words the arguments, without the program */
export function detectArguments(words: readonly string[]): readonly DetectedArgument[] {
  return words.flatMap((word, argument) => {
    const found = namedIn(word);
    const add = (start: number, end: number, name: string) =>
      found.push({ start, end, code: "secret-name", name, value: word.slice(start, end) });
    const flag = words[argument - 1] ?? "";
    const isFlag = /^--?[A-Za-z][\w.-]{0,80}$/.test(flag);
    if (isFlag && isSecretName(flag) && !word.startsWith("-") && !isPlainValue(word)) {
      if (!isPathLike(word)) add(0, word.length, placeholderName(flag));
    }
    const password = /^(?:-u|--(?:proxy-)?user)$/.test(flag) && /^[^:/\s]+:(.+)$/d.exec(word);
    const place = password && !/^\d+:\d+$/.test(word) ? password.indices?.[1] : undefined;
    if (place) add(place[0], place[1], "password");
    return mergeSpans([...found, ...detectSecrets(word)]).map((secret) => ({
      ...secret,
      value: word.slice(secret.start, secret.end),
      argument,
    }));
  });
}

/** Detects a whole argument of the form `name=value` or `name: value`; the value may hold spaces and `&`. */
function namedIn(word: string): DetectedSecret[] {
  const found: DetectedSecret[] = [];
  for (const pattern of [assignment, header]) {
    const match = pattern.exec(word);
    const [, name = "", value = ""] = match ?? [];
    if (!isSecretName(name) || isPlainValue(value) || isPathLike(value)) continue;
    const [from = 0, end = 0] = match?.indices?.[2] ?? [];
    const kept = pattern === header ? (credentialScheme.exec(value)?.[0].length ?? 0) : 0;
    const start = from + kept;
    if (isPlainValue(word.slice(start, end))) continue;
    found.push({
      start,
      end,
      code: "secret-name",
      name: placeholderName(name),
      value: word.slice(start, end),
    });
  }
  return found;
}
