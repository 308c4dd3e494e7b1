/** Detects secrets in text of any kind: by the names before them, and by the formats of keys. */
import { fromBase64Url } from "../../core/base64.ts";
import { fromJsonString } from "../../core/json/stringLiterals.ts";
import { finish, type Steps } from "../../core/steps.ts";
import { decodedParts, withPlainNames } from "./encodedText.ts";
import { botToken, keyAround, keyAt, keyPrefixes } from "./keyFormats.ts";
import { valuesAfter } from "./namedValues.ts";
import { isCredentialLike, isPlainValue, isRandomSegment, looksRandom } from "./plainValues.ts";
import { createPrefixSearch } from "./prefixSearch.ts";
import { nameKind } from "./secretNames.ts";

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
  /** The secret; as written, and as the strings of JSON around it may be decoded. */
  readonly values: readonly string[];
}

/** Texts in encodings inside encodings that are searched. */
const maxDepth = 5;

/** Characters that are searched in one step. */
const charactersPerStep = 30_000;

/** Longest name, in characters. */
const maxNameLength = 80;

/** Parts of names, and the beginnings of other forms. */
const starts: readonly string[] = [
  ..."token secret passw passp passc pass pwd key auth bearer cookie credential jwt pat sig otp pin psk mnemonic session sid assertion".split(
    " ",
  ),
  ...["eyJ", "---", "://", "basic", "dpop", "-u ", "--user", "--proxy-user", "sshpass", ":AA"],
  ...Array.from({ length: 10 }, (_, digit) => `${digit}Q~`),
  ...keyPrefixes,
];
const search = createPrefixSearch(3);
for (const start of starts) search.add(start);

/**
 * Detects secrets in one text.
 * @returns spans in order, without overlap
 */
export function detectSecrets(text: string): readonly DetectedSecret[] {
  return finish(detectSecretsInSteps(text));
}

/** As {@link detectSecrets}; takes time in proportion to the length of the text. */
export function* detectSecretsInSteps(text: string): Steps<readonly DetectedSecret[]> {
  return yield* detect(text, maxDepth);
}

function* detect(text: string, depth: number): Steps<readonly DetectedSecret[]> {
  const plain = withPlainNames(text);
  if (!plain) return yield* detectParts(text, depth);
  const found = yield* detectParts(plain.text, depth);
  return plain.rangesOf(found).flatMap((range, index) => {
    const secret = found[index];
    return secret ? [{ ...secret, ...range }] : [];
  });
}

function* detectParts(text: string, depth: number): Steps<readonly DetectedSecret[]> {
  const found = yield* detectPlain(text);
  if (depth === 0) return mergeSpans(found);
  let length = 0;
  for (const part of decodedParts(text)) {
    const inner = yield* detect(part.text, depth - 1);
    for (const [index, range] of part.rangesOf(inner).entries()) {
      const secret = inner[index];
      if (secret) found.push({ ...secret, ...range });
    }
    length += part.text.length;
    if (length < charactersPerStep) continue;
    length = 0;
    yield;
  }
  return mergeSpans(found);
}

/** Detects secrets that the text itself does not encode, except for the escapes of strings in JSON. */
function* detectPlain(text: string): Steps<DetectedSecret[]> {
  const found: DetectedSecret[] = [];
  const add = (start: number, end: number, code: SecretCode, name: string) => {
    const values = decoded(text.slice(start, end));
    if (end > start && !isPlainValue(values[0] ?? ""))
      found.push({ start, end, code, name, values });
  };
  const context: Scan = {
    text,
    add,
    containers: { read: 0, end: 0 },
    run: { end: 0, at: -1 },
    noKeyUntil: 0,
  };
  let until = charactersPerStep;
  let at = search.next(text, 0, until);
  while (until < text.length + charactersPerStep) {
    if (at < 0) {
      if (until >= text.length) break;
      yield;
      const from = until;
      until += charactersPerStep;
      at = search.next(text, from, until);
      continue;
    }
    const next = readAt(context, at);
    at = next >= until ? -1 : search.next(text, next, until);
    if (next >= until) {
      until = next;
    }
  }
  yield;
  for (const { 0: token, index } of text.matchAll(botToken)) {
    if (/\d/.test(token) && /[A-Z]/.test(token))
      add(index, index + token.length, "known-key", "token");
  }
  yield;
  return found;
}

interface Scan {
  readonly text: string;
  readonly add: (start: number, end: number, code: SecretCode, name: string) => void;
  /** Objects and lists whose values were read: their characters, and the end of the last one. */
  readonly containers: { read: number; end: number };
  /** The end of the last word of a URL, and the last `@` in it. */
  run: { end: number; at: number };
  /** The end of the last characters that follow a prefix and are no key. */
  noKeyUntil: number;
}

/** Reads what begins at a position. @returns where reading continues */
function readAt(scan: Scan, at: number): number {
  const { text, add } = scan;
  const key = at < scan.noKeyUntil ? undefined : keyAt(text, at);
  if (key?.isKey) {
    add(at, key.end, "known-key", "key");
    return key.end;
  }
  if (key) scan.noKeyUntil = key.end;
  switch (text[at]) {
    case "e": {
      const end = jwtAt(text, at);
      if (end === undefined) break;
      add(at, end, "jwt", "jwt");
      return end;
    }
    case "-": {
      const end = privateKeyAt(text, at);
      if (end !== undefined) {
        add(at, end, "private-key", "private-key");
        return end;
      }
      const user = userOptionAt(text, at);
      if (!user) break;
      add(user.start, user.end, "secret-name", "password");
      return user.end;
    }
    case ":": {
      if (text.startsWith("://", at)) return userinfoAt(scan, at);
      break;
    }
  }
  if (/[\d:]/.test(text[at] ?? "")) {
    const around = keyAround(text, at);
    if (around) {
      add(around.start, around.end, "known-key", "token");
      return around.end;
    }
    return at + 1;
  }
  const scheme = schemeAt(text, at);
  if (scheme) {
    add(scheme.start, scheme.end, "authorization", "token");
    return scheme.end;
  }
  return nameAt(scan, at);
}

const nameCharacter = /[\w.$-]/;

/** Reads the name that a position is in, and its value. */
function nameAt(scan: Scan, at: number): number {
  const { text } = scan;
  let start = at;
  while (at - start < maxNameLength && nameCharacter.test(text[start - 1] ?? "")) start--;
  let end = at;
  while (end - at < maxNameLength && nameCharacter.test(text[end] ?? "")) end++;
  const next = Math.max(end, at + 1);
  while (end > start && /[.-]/.test(text[end - 1] ?? "")) end--;
  if (text.startsWith("sshpass", start)) {
    const option = /sshpass\s+-p\s*["']?([^\s"']+)/dy;
    option.lastIndex = start;
    const place = option.exec(text)?.indices?.[1];
    if (place) {
      scan.add(place[0], place[1], "secret-name", "password");
      return place[1];
    }
  }
  // escapes of the string around the name are no part of it
  if (text[start - 1] === "\\" && /[nrt]/.test(text[start] ?? "")) start++;
  // “API key” in a sentence
  const word = /^key$/i.test(text.slice(start, end))
    ? /(?:api|access|secret|private|license)[ ]$/i.exec(text.slice(Math.max(0, start - 10), start))
    : null;
  if (word) start -= word[0].length;
  const name = text.slice(start, end);
  const kind = nameKind(name.replace(/\$/g, ""));
  if (!kind) return next;
  const { containers } = scan;
  // objects in objects must not make the time grow with the square of the length
  const isAllowed = containers.read < 100_000 + 4 * start;
  const read = valuesAfter(text, { start, end, name, kind }, start < containers.end || !isAllowed);
  if (!read) return next;
  for (const value of read.values)
    scan.add(value.start, value.end, "secret-name", placeholderName(name));
  if (!read.isContainer) return Math.max(next, read.end);
  containers.read += read.end - end;
  if (read.values.length > 0) containers.end = Math.max(containers.end, read.end);
  // the names in an object say more than that of the object
  return next;
}

const jwtPattern = /eyJ[\w-]{8,}(?:\.[\w-]*){2,4}/y;

function jwtAt(text: string, at: number): number | undefined {
  if (/[\w-]/.test(text[at - 1] ?? "")) return undefined;
  jwtPattern.lastIndex = at;
  return jwtPattern.test(text) ? jwtPattern.lastIndex : undefined;
}

const keyBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const keyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const keyLines = /(?:(?:\s|\\+[nr]|["'+,])+(?:[A-Za-z-]+: [^\r\n\\]*|[A-Za-z0-9+/=]{16,}))*/y;
/** Characters of the longest private key. */
const maxKeyLength = 20_000;

/** A private key, to its end or as far as its lines go. */
function privateKeyAt(text: string, at: number): number | undefined {
  keyBegin.lastIndex = at;
  if (!keyBegin.test(text)) return undefined;
  const from = keyBegin.lastIndex;
  const part = text.slice(from, from + maxKeyLength);
  keyEnd.lastIndex = 0;
  if (keyEnd.test(part)) return from + keyEnd.lastIndex;
  keyLines.lastIndex = from;
  keyLines.test(text);
  // the header alone is no secret
  return keyLines.lastIndex > from ? keyLines.lastIndex : undefined;
}

const userOption = /(?:-u|--user|--proxy-user)[ =]+["']?[^\s:"'/]{1,100}:([^\s"'\\]{1,200})/dy;

/** The password in an option of curl. */
function userOptionAt(text: string, at: number) {
  if (!/[\s"'`]/.test(text[at - 1] ?? " ")) return undefined;
  userOption.lastIndex = at;
  const match = userOption.exec(text);
  const place = match?.indices?.[1];
  // the numbers of a user and a group
  if (!place || /^\d+$/.test(match?.[1] ?? "")) return undefined;
  return { start: place[0], end: place[1] };
}

/** The user and password of a URL. */
function userinfoAt(scan: Scan, at: number): number {
  const { text, add, run } = scan;
  const from = at + 3;
  const protocol = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}$/i.exec(
    text.slice(Math.max(0, at - 40), at),
  )?.[0];
  if (protocol === undefined) return from;
  if (from >= run.end) {
    const end = /[\s"'`<>\\]/g;
    end.lastIndex = from;
    const stop = end.exec(text)?.index ?? text.length;
    scan.run = { end: stop, at: from + text.slice(from, stop).lastIndexOf("@") };
  }
  const last = scan.run.at;
  if (last < from) return from;
  const isHttp = /^(?:https?|wss?)$/i.test(protocol);
  const strict = text.slice(from, Math.min(last, from + 2000)).search(/[/?#]/);
  const atSign = text.indexOf("@", from);
  const isStrict = strict < 0 || from + strict > atSign;
  // URLs of other schemes often have passwords without percent-encoding
  if (!isStrict && isHttp) return from;
  const end = isStrict && isHttp ? atSign : isStrict ? lastAt(text, from, last) : last;
  const colon = text.slice(from, Math.min(end, from + 200)).indexOf(":");
  if (!isStrict && (colon < 0 || from + colon > from + strict)) return from;
  if (end - from > 2000) return from;
  // a user name without a password is no secret, except in http URLs, where it may be a token
  if (colon < 0 && !isHttp) return from;
  // a user that a machine has named is part of the secret
  const isRandom = colon > 0 && isRandomSegment(text.slice(from, from + colon));
  add(isRandom ? from : from + colon + 1, end, "url-userinfo", "password");
  return end + 1;
}

/** The last `@` before a path, query or fragment. */
function lastAt(text: string, from: number, last: number): number {
  const stop = text.slice(from, last).search(/[/?#]/);
  return stop < 0 ? last : text.lastIndexOf("@", from + stop);
}

const schemePattern = /(?:Bearer|DPoP|Basic)(?:\s|\+|%20)+([^\s"',;\\`<>)]{6,})/diy;

/** The credentials after an authentication scheme. */
function schemeAt(text: string, at: number) {
  if (/[\w-]/.test(text[at - 1] ?? "")) return undefined;
  schemePattern.lastIndex = at;
  const match = schemePattern.exec(text);
  const place = match?.indices?.[1];
  const value = match?.[1]?.replace(/[.)]+$/, "") ?? "";
  if (!match || !place || /^[a-z_]+=/.test(value)) return undefined;
  const isBasic = /^basic/i.test(match[0]);
  const isCredential = isBasic
    ? isUserAndPassword(value)
    : isCredentialLike(value) || looksRandom(value) || value.length >= 24;
  return isCredential ? { start: place[0], end: place[0] + value.length } : undefined;
}

function isUserAndPassword(base64: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)
    ? (fromBase64Url(base64)?.includes(58 /* ":" */) ?? false)
    : false;
}

/** A value with and without the escapes of strings around it; how many there are is not known. */
function decoded(written: string): readonly string[] {
  const values = [written];
  for (
    let value: string | undefined = written;
    value?.includes("\\") && values.length <= maxDepth;
  ) {
    value = fromJsonString(value);
    if (value !== undefined) values.push(value);
  }
  return values;
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
