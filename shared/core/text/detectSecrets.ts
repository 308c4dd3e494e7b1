/** Detects secrets in command arguments, URLs and JSON text. */
import { fromBase64Url } from "../base64.ts";
import { stringMembers } from "../json/stringLiterals.ts";
import { finish, type Steps } from "../steps.ts";
import { isPlainValue, isSecretName } from "./secretNames.ts";

/** How a secret was recognised. */
export type SecretCode =
  /** A key format of a well-known service. */
  | "known-key"
  | "jwt"
  | "private-key"
  /** User and password in a URL. */
  | "url-userinfo"
  /** Credentials after an authentication scheme such as `Bearer`. */
  | "authorization"
  /** The name before it: of a flag, variable, header, parameter or member. */
  | "secret-name";

/** A detected secret; offsets in UTF-16 units. */
export interface DetectedSecret {
  readonly start: number;
  readonly end: number;
  readonly code: SecretCode;
  /** The name in the text, or a generic one. */
  readonly name: string;
}

/** A detected secret in a list of arguments. */
export interface DetectedArgument extends DetectedSecret {
  readonly argument: number;
}

/**
 * Keys with a recognisable prefix.
 * @see https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
 */
const knownKey =
  /(?<![A-Za-z0-9])(?:sk-|[sr]k_(?:live|test)_|whsec_|gh[oprsu]_|github_pat_|gl[a-z]{2,5}-|xox[a-z]-|xapp-|(?:AKIA|ASIA)(?=[A-Z0-9]{16})|AIza|ya29\.|npm_|pypi-|hf_|dop_v1_|shp[a-z]{2}_|SG\.|lin_api_|ntn_|gsk_|xai-|tvly-|r8_|dckr_pat_|figd_|ATATT|key-|secret_)[\w.-]{12,}/g;
const jwt = /(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){2,4}/g;
const privateKey =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;
const userinfo = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/([^\s/?#"'@]{1,2000})@/dgi;
/** URLs of other schemes often hold passwords without percent-encoding. */
const loosePassword =
  /(?<![a-z0-9+.-])(?!https?:|wss?:)[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#"':@]{0,200}:([^\s"']{1,2000})@/dgi;
const scheme = /(?<![\w-])(?:Bearer|DPoP|Token|ApiKey)\s+([^\s"',;]{6,})/dgi;
const basic = /(?<![\w-])Basic\s+([A-Za-z0-9+/_-]{6,}={0,2})(?![\w-])/dgi;
const member = /"([^"\\]{1,80})"\s*:\s*"/g;
const parameter = /(?<=^|[?&;#\s"'{,])([\w.[\]%-]{1,80})=([^&\s;#"']+)/dg;
/** A whole argument: `--name=value`, `NAME=value`, `Name: value`, `--header=Name: value`. */
const assignment = /^-{0,2}([\w.-]{1,80})=([\s\S]+)$/d;
const header = /(?:^|[=\s"'])([\w-]{1,80})\s*:(?!\/\/)\s*([\s\S]+)$/d;
const credentialScheme = /^(?:[A-Za-z][\w-]{1,20}\s+)(?=\S)/;

/** Matches that are looked at in one step. */
const matchesPerStep = 1000;

/**
 * Detects secrets in one text.
 * @returns spans in order, without overlap
 */
export function detectSecrets(text: string): readonly DetectedSecret[] {
  return finish(detectSecretsInSteps(text));
}

/** As {@link detectSecrets}; a step searches the text for one or two patterns at most. */
export function* detectSecretsInSteps(text: string): Steps<readonly DetectedSecret[]> {
  const found: DetectedSecret[] = [];
  let matches = 0;
  const add = (indices: readonly number[] | undefined, code: SecretCode, name: string) => {
    const [start = 0, end = 0] = indices ?? [];
    if (!isPlainValue(text.slice(start, end))) found.push({ start, end, code, name });
  };
  const whole = (match: RegExpMatchArray) => [
    match.index ?? 0,
    (match.index ?? 0) + match[0].length,
  ];

  // names are more specific than key formats, so they are matched first
  for (const { name, start, end } of stringMembers(text, member)) {
    if (isSecretName(name)) add([start, end], "secret-name", nameOf(name));
    if (++matches % matchesPerStep === 0) yield;
  }
  yield;
  for (const { 1: name = "", indices } of text.matchAll(parameter)) {
    if (isSecretName(name)) add(indices?.[2], "secret-name", nameOf(name));
    if (++matches % matchesPerStep === 0) yield;
  }
  yield;
  for (const match of text.matchAll(privateKey)) add(whole(match), "private-key", "private-key");
  for (const match of text.matchAll(jwt)) add(whole(match), "jwt", "jwt");
  yield;
  for (const match of text.matchAll(knownKey)) add(whole(match), "known-key", "key");
  yield;
  for (const { indices } of text.matchAll(userinfo)) {
    if (++matches % matchesPerStep === 0) yield;
    const [start, end] = indices?.[1] ?? [0, 0];
    const colon = text.slice(start, end).indexOf(":");
    // a user name without a password is no secret, except in http URLs, where it may be a token
    if (colon < 0 && !/https?:\/\/$/i.test(text.slice(0, start))) continue;
    add([start + colon + 1, end], "url-userinfo", "password");
  }
  yield;
  for (const { indices } of text.matchAll(loosePassword)) {
    if (++matches % matchesPerStep === 0) yield;
    add(indices?.[1], "url-userinfo", "password");
  }
  yield;
  for (const { indices } of text.matchAll(scheme)) add(indices?.[1], "authorization", "token");
  for (const { 1: value = "", indices } of text.matchAll(basic)) {
    if (isUserAndPassword(value)) add(indices?.[1], "authorization", "credentials");
  }
  yield;
  return merge(found);
}

/**
 * Detects secrets in the arguments of a command, where a flag may name the argument after it.
 * @param words the arguments, without the program
 */
export function detectArguments(words: readonly string[]): readonly DetectedArgument[] {
  return words.flatMap((word, argument) => {
    const found = namedIn(word);
    const flag = words[argument - 1] ?? "";
    const isFlag = /^--?[A-Za-z][\w.-]{0,80}$/.test(flag);
    if (isFlag && isSecretName(flag) && !word.startsWith("-") && !isPlainValue(word)) {
      if (!isPathLike(word)) {
        found.push({ start: 0, end: word.length, code: "secret-name", name: nameOf(flag) });
      }
    }
    const password = /^(?:-u|--(?:proxy-)?user)$/.test(flag) && /^[^:/\s]+:(.+)$/d.exec(word);
    const place = password && !/^\d+:\d+$/.test(word) ? password.indices?.[1] : undefined;
    if (place)
      found.push({ start: place[0], end: place[1], code: "secret-name", name: "password" });
    return merge([...found, ...detectSecrets(word)]).map((secret) => ({ ...secret, argument }));
  });
}

/** Detects a whole argument of the form `name=value` or `name: value`; the value may hold spaces and `&`. */
function namedIn(word: string): DetectedSecret[] {
  const found: DetectedSecret[] = [];
  for (const pattern of [assignment, header]) {
    const match = pattern.exec(word);
    const [, name = "", value = ""] = match ?? [];
    if (!isSecretName(name) || isPlainValue(value) || isPathLike(value)) continue;
    const [start = 0, end = 0] = match?.indices?.[2] ?? [];
    const kept = pattern === header ? (credentialScheme.exec(value)?.[0].length ?? 0) : 0;
    found.push({ start: start + kept, end, code: "secret-name", name: nameOf(name) });
  }
  return found;
}

/** A path of a file that holds a secret is no secret. */
function isPathLike(value: string): boolean {
  return /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w./\\ -]{0,200}\.\w{1,8}$/.test(value);
}

function isUserAndPassword(base64: string): boolean {
  return fromBase64Url(base64)?.includes(58 /* ":" */) ?? false;
}

/** Limits a name to characters that need no escape anywhere. */
function nameOf(name: string): string {
  const plain = name.replace(/^-+/, "").replace(/[^\w.-]/g, "_");
  return plain.slice(0, 40) || "secret";
}

/** Joins overlapping spans; the first name is kept. */
function merge(found: readonly DetectedSecret[]): DetectedSecret[] {
  const merged: DetectedSecret[] = [];
  for (const secret of found.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && secret.start < last.end) {
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, secret.end) };
    } else merged.push(secret);
  }
  return merged;
}
