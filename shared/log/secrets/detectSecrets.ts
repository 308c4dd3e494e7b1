/** Detects secrets in text of any kind: by the formats of keys, and by the names before them. */
import { fromBase64Url } from "../../core/base64.ts";
import { finish, type Steps } from "../../core/steps.ts";
import { keyIn, keyPattern } from "./keyFormats.ts";
import { namedValues } from "./namedValues.ts";
import { isCredentialLike, isPlainValue, isRandomSegment, looksRandom } from "./plainValues.ts";

/** How a secret was recognised. */
export type SecretCode =
  /** A key format of a well-known service. */
  | "known-key"
  | "jwt"
  | "private-key"
  /** User and password in a URL. */
  | "url-userinfo"
  /** A segment of a server's path that looks random. */
  | "url-path"
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
  /** The secret as written. */
  readonly value: string;
}

/** A form of secrets that needs no name. */
interface SecretForm {
  readonly code: SecretCode;
  readonly name: string;
  readonly pattern: RegExp;
  /** The secret in a match, whose last characters it has; by default all of it. */
  readonly secretIn?: (match: RegExpExecArray) => string | undefined;
}

// the escape of a line break in a string, such as `\n`, is no letter of what follows it
const forms: readonly SecretForm[] = [
  { code: "known-key", name: "key", pattern: keyPattern, secretIn: keyIn },
  {
    code: "jwt",
    name: "jwt",
    pattern: /(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{8,}(?:\.[\w-]*){2,4}/g,
  },
  {
    code: "private-key",
    name: "private-key",
    // the header alone is no secret
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\{1,15}[nr]|["',]){1,40}(?:[A-Za-z-]{1,40}: [^\r\n\\]{0,200}|[A-Za-z0-9+/=]{16,}))+(?:[^-]{0,200}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  {
    code: "url-userinfo",
    name: "password",
    pattern: /(?:https?|wss?):\/\/([^\s/?#@"'`<>\\]{1,2000})@/gi,
    secretIn: ([, userinfo = ""]) => passwordIn(userinfo),
  },
  {
    // in connection strings, passwords often have no percent-encoding
    code: "url-userinfo",
    name: "password",
    pattern:
      /(?<![a-z0-9+.-])(?!https?:|wss?:)[a-z][a-z0-9+.-]{0,30}:\/\/([^\s/?#:@"'`<>\\]{0,200}:[^\s"'`<>\\]{1,500})@/gi,
    secretIn: ([, userinfo = ""]) => passwordIn(userinfo),
  },
  {
    code: "authorization",
    name: "token",
    pattern:
      /(?:(?<![\w-])|(?<=\\[nrt]))(?:Bearer|DPoP|Basic)(?:\s|\+|%20){1,8}([^\s"',;\\`<>)]{6,})/gi,
    secretIn: credentialsIn,
  },
];

/** Characters that are searched in one step, and how far a match can extend behind them. */
const [charactersPerStep, maxMatchLength] = [50_000, 24_000];

/** The end of a word that is longer. */
const restOfWord = /[\w.%+/=~-]*/y;

/**
 * Detects secrets in one text.
 * @returns spans in order, without overlap
 */
export function detectSecrets(text: string): readonly DetectedSecret[] {
  return finish(detectSecretsInSteps(text));
}

/** As {@link detectSecrets}; takes time in proportion to the length of the text. */
export function* detectSecretsInSteps(text: string): Steps<readonly DetectedSecret[]> {
  const found: DetectedSecret[] = [];
  const add = (start: number, end: number, code: SecretCode, name: string) => {
    const value = text.slice(start, end);
    if (!isPlainValue(value)) found.push({ start, end, code, name, value });
  };
  for (let from = 0; from < text.length; from += charactersPerStep) {
    const until = from + charactersPerStep;
    const part = text.slice(0, until + maxMatchLength);
    for (const { code, name, pattern, secretIn } of forms) {
      pattern.lastIndex = from;
      for (
        let match = pattern.exec(part);
        match && match.index < until;
        match = pattern.exec(part)
      ) {
        const secret = secretIn ? secretIn(match) : match[0];
        if (secret === undefined) continue;
        const start = match.index + match[0].lastIndexOf(secret);
        restOfWord.lastIndex = start + secret.length;
        const isCut = restOfWord.lastIndex === part.length && restOfWord.test(text);
        add(start, isCut ? restOfWord.lastIndex : start + secret.length, code, name);
      }
      yield;
    }
    for (const { start, end, name } of namedValues(text, from, until)) {
      add(start, end, "secret-name", placeholderName(name));
    }
    yield;
  }
  return mergeSpans(found);
}

/** The password of a user, and the user too if a machine named it; a user without one may be a token. */
function passwordIn(userinfo: string): string {
  const colon = userinfo.indexOf(":");
  return isRandomSegment(userinfo.slice(0, Math.max(colon, 0)))
    ? userinfo
    : userinfo.slice(colon + 1);
}

/** The credentials after a scheme, unless they are a word of a sentence or a parameter. */
function credentialsIn([all, written = ""]: RegExpExecArray): string | undefined {
  const value = written.replace(/[.)]+$/, "");
  const isCredential = /^basic/i.test(all)
    ? isUserAndPassword(value)
    : !/^[a-z_]+=/.test(value) &&
      (isCredentialLike(value) || looksRandom(value) || value.length >= 24);
  return isCredential ? value : undefined;
}

function isUserAndPassword(base64: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)
    ? (fromBase64Url(base64)?.includes(58 /* ":" */) ?? false)
    : false;
}

/** Limits a name to characters that need no escape anywhere. */
export function placeholderName(name: string): string {
  const plain = name.replace(/^-+/, "").replace(/[^\w.-]/g, "_");
  return plain.slice(0, 40) || "secret";
}

/** Joins overlapping spans; the first name is kept. */
export function mergeSpans<S extends { readonly start: number; readonly end: number }>(
  found: readonly S[],
): S[] {
  const merged: S[] = [];
  for (const secret of found.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && secret.start < last.end) {
      if (secret.end > last.end) merged[merged.length - 1] = { ...last, end: secret.end };
    } else merged.push(secret);
  }
  return merged;
}
