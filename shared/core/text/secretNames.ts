/** Recognises names of flags, variables, headers and parameters whose values are secrets. */

/** Last words of names whose values are credentials. */
const secretWords: ReadonlySet<string> = new Set([
  "apikey",
  "assertion",
  "auth",
  "authorization",
  "authtoken",
  "bearer",
  "cookie",
  "credential",
  "credentials",
  "jwt",
  "pass",
  "passphrase",
  "passwd",
  "password",
  "pat",
  "pwd",
  "secret",
  "sig",
  "signature",
  "token",
]);

/** Words before `key` that make it a secret; a bare `key` counts too, `primary-key` does not. */
const keyWords: ReadonlySet<string> = new Set([
  "access",
  "account",
  "admin",
  "api",
  "app",
  "auth",
  "client",
  "encryption",
  "license",
  "master",
  "private",
  "secret",
  "service",
  "shared",
  "signing",
  "subscription",
]);

/** Values under such names that are settings, not secrets. */
const settings = /^(?:true|false|yes|no|on|off|none|null|auto|oauth2?|basic|bearer|0|1)$/i;

/**
 * Whether a name belongs to a secret.
 * @param name such as `--api-key`, `GITHUB_TOKEN`, `X-Api-Key` or `clientSecret`
 */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  if (words[0] === "no" || words[0] === "max") return false;
  if (secretWords.has(last)) return true;
  if (last.length > 3 && /(?:password|secret|token|apikey)$/.test(last)) return true;
  if (last !== "key") return false;
  return words.length === 1 || keyWords.has(words.at(-2) ?? "");
}

/** Whether a value is empty, a setting, or a reference to a variable. */
export function isPlainValue(value: string): boolean {
  return value === "" || settings.test(value) || /^\$(?:\{[^{}]*\}|[A-Za-z_]\w*)$/.test(value);
}
