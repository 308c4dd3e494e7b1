/** Tells settings, placeholders and references apart from secrets. */

/** Values under the name of a secret that are settings, types or answers. */
const settings: ReadonlySet<string> = new Set(
  `true false yes no on off none null nil undefined auto unset empty default oauth oauth2 basic bearer
  digest jwt apikey api_key required optional forbidden needed include omit same-origin string str
  number int integer float boolean bool bytes object array list dict any unknown
  text hidden masked redacted removed filtered 0 1`.split(/\s+/),
);

const placeholders: readonly RegExp[] = [
  /^\$(?:[A-Za-z_]\w*|\d)$/,
  /^\$\{[^{}]*\}?$/,
  /^\$\{?\{[^{}]*\}\}?$/,
  /^\{\{?[^{}]*\}\}?$/,
  /^\$\(/,
  /^%[A-Za-z_]\w*%$/,
  /^<[^<>]*>$/,
  /^\[[\w -]*\]$/,
  /^[*x•.…_#-]+$/i,
  /^!\w/,
  /^(?:your|enter|insert|replace|put|add|paste)[ _-][a-z _-]+$/i,
  // a name in capital letters
  /^[A-Z]+(?:[ _-][A-Z]+)*_?(?:KEY|TOKEN|SECRET|PASSWORD|PASS|VALUE|HERE)$/,
  /^(?:KEY|TOKEN|SECRET|PASSWORD|VALUE)$/,
  /^(?:op|vault|keychain|secretref|env|file):\/{0,2}[\w./ -]+$/,
  /^arn:aws:(?:secretsmanager|ssm|kms):/,
  // dots of a mask in UTF-8, decoded as Windows-1252
  /^(?:â€¢)+$/,
];

/** Whether a value is empty, a setting, a placeholder, or a reference to a variable or a secret store. */
export function isPlainValue(value: string): boolean {
  if (value === "") return true;
  if (value.length > 200) return false;
  return settings.has(value.toLowerCase()) || placeholders.some((pattern) => pattern.test(value));
}

/** Whether a value is the path of a file or directory, which is no secret itself. */
export function isPathLike(value: string): boolean {
  return (
    /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w./\\ -]{0,200}\.\w{1,8}$/.test(value) ||
    /^(?:~|\.{0,2}|[A-Za-z]:)(?:[/\\][A-Za-z0-9._-]{1,24}){1,12}[/\\]?$/.test(value)
  );
}

/** Whether a value is a URL without user, password, query and fragment. */
export function isPlainUrl(value: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,20}:\/\/[^@?#]*$/i.test(value);
}

/** Whether a value consists of ordinary characters of a password or key, and not of a word alone. */
export function isCredentialLike(value: string): boolean {
  if (value.length < 6 || value.length > 4096 || /\s/.test(value)) return false;
  if (/^[A-Za-z]+[-_]?\d{1,3}$/.test(value) || /^v?\d+(?:\.\d+)+/.test(value)) return false;
  if (/^\d{4}-\d\d-\d\d/.test(value) || isPlainUrl(value) || isPathLike(value)) return false;
  return /[A-Za-z]/.test(value) && /\d/.test(value);
}

/** A word as people write it: in one case, with vowels. */
const word = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value is an identifier that machines give: a UUID or a hash in hexadecimal digits. */
function isIdentifier(value: string): boolean {
  return uuid.test(value) || /^(?:[0-9a-f]{7,128}|\d+)$/i.test(value);
}

/** Length of the characters of a value that belong to no word and no number. */
function randomLength(value: string): number {
  let length = 0;
  for (const piece of value.split(/[^A-Za-z0-9]+/)) {
    if (/^\d+$/.test(piece)) continue;
    const parts = piece.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
    const letters = parts.filter((part) => /\D/.test(part));
    const isOrdinary =
      letters.length <= 2 &&
      letters.every((part) => word.test(part) && part.length <= 16) &&
      parts.length <= 3;
    const isCamelCase = letters.length === parts.length && letters.every((part) => part.length > 3);
    if (!isOrdinary && !isCamelCase) length += piece.length;
  }
  return length;
}

/**
 * Whether a value looks as if a machine had chosen it at random: letters and digits in no order, and
 * not an identifier.
 */
export function looksRandom(value: string): boolean {
  return (
    value.length >= 16 &&
    value.length <= 4096 &&
    /^[\w+/=.~:%!*-]+$/.test(value) &&
    !isIdentifier(value) &&
    !isPlainUrl(value) &&
    !isPathLike(value) &&
    randomLength(value) >= 12
  );
}

/** Whether a segment of a server's path looks random; identifiers count, as servers use them as keys. */
export function isRandomSegment(segment: string): boolean {
  if (uuid.test(segment) || (/^[0-9a-f]{16,}$/i.test(segment) && /\d/.test(segment))) return true;
  return looksRandom(segment);
}
