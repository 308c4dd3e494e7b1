/** Recognises names of flags, variables, headers and members whose values are secrets. */
import { isPlainValue, looksRandom } from "./plainValues.ts";

/**
 * What a name says about its value: `secret` in every form; `likely`, if the value is not an ordinary
 * word; `possible`, if the value looks random.
 */
export type NameKind = "secret" | "likely" | "possible";

/** Last words of names whose values are secrets. */
const secretWords: ReadonlySet<string> = new Set(
  `apikey authorization authtoken bearer cookie cookies credential credentials jwt mnemonic otp
  passphrase passcode passwd password passwort pass pat pin psk pwd secret token totp
  apikeys passphrases passwords passcodes secrets`.split(/\s+/),
);

/** Last words of names whose values are secrets if they look random. */
const possibleWords: ReadonlySet<string> = new Set(
  `assertion jsessionid keys phpsessid session sessionid sid sig signature tokens`.split(/\s+/),
);

/** Words before `key` that make it a secret; a bare `key` may be one, `primary-key` is not. */
const keyWords: ReadonlySet<string> = new Set(
  `access account admin api app auth client deploy encryption license master private secret service
  shared signing subscription webhook`.split(/\s+/),
);

/** Words before `key` with which it is an identifier. */
const plainKeyWords: ReadonlySet<string> = new Set(
  `bucket cache candidate column composite config dedup entry event foreign group hash header hot i18n
  idempotency index lookup map message natural object param partition primary pub public query range
  registry resource routing row setting sort state storage surrogate translation unique`.split(
    /\s+/,
  ),
);

/** Words before `token` with which it is a word of a language, a position or a limit. */
const plainTokenWords: ReadonlySet<string> = new Set(
  `bos cancellation cls completion continuation cursor design eos input mask next number output pad
  page progress prompt sep special start stop sync total unexpected unk`.split(/\s+/),
);

/** Words at the end of a name that say which of several values it is. */
const variants: ReadonlySet<string> = new Set(
  `again b64 base base64 confirm confirmation current dev live new old pem plain prev previous prod
  production raw repeat staging test text value`.split(/\s+/),
);

/** The words of a name such as `--api-key`, `GITHUB_TOKEN`, `X-Api-Key` or `clientSecret`, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** Kinds of names that were looked up; the same ones recur in every message. */
const known = new Map<string, NameKind | undefined>();
const maxKnown = 2000;

/** @returns undefined if the name does not belong to a secret */
export function nameKind(name: string): NameKind | undefined {
  if (known.has(name)) return known.get(name);
  if (known.size >= maxKnown) known.clear();
  const kind = kindOf(name);
  known.set(name, kind);
  return kind;
}

function kindOf(name: string): NameKind | undefined {
  const words = wordsOf(name);
  const first = words[0];
  while (words.length > 1 && (variants.has(words.at(-1) ?? "") || /^\d+$/.test(words.at(-1) ?? "")))
    words.pop();
  const last = (words.at(-1) ?? "").replace(/\d+$/, "");
  const before = words.at(-2) ?? "";
  if (first === "no" || first === "max" || first === "min" || first === "num") return undefined;
  if (/tokens?$/.test(last) && plainTokenWords.has(before)) return undefined;
  if (last === "hash" && /^(?:password|passwd|token|secret)$/.test(before)) return "likely";
  if (possibleWords.has(last)) return "possible";
  if (secretWords.has(last)) return "secret";
  if (last === "auth") return "likely";
  if (last === "key" || last === "keys") {
    if (keyWords.has(before)) return "secret";
    if (words.length === 1) return "possible";
    return plainKeyWords.has(before) ? undefined : "likely";
  }
  return last.length > 3 && /(?:password|passwd|secret|token|apikey|secretkey)$/.test(last)
    ? "secret"
    : undefined;
}

/**
 * Whether a name belongs to a secret, where its value is given for it alone: an option of a command, a
 * parameter of a URL.
 */
export function isSecretName(name: string): boolean {
  const kind = nameKind(name);
  return kind === "secret" || kind === "possible" || (kind === "likely" && /auth$/i.test(name));
}

/** The variables in which a shell keeps the working directory and the one before it. */
const workingDirectories: ReadonlySet<string> = new Set(["PWD", "OLDPWD"]);

/** Whether a variable of an environment, which has many that no user chose, is a secret. */
export function isSecretVariable(name: string, value: string): boolean {
  if (workingDirectories.has(name) || !isSecretName(name) || isPlainValue(value)) return false;
  return nameKind(name) !== "possible" || looksRandom(value);
}
