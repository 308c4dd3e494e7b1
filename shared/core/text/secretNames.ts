/** Tells by a name, of a flag, variable, header or parameter, whether its value is likely a secret. */

/** Last words of a name whose value lets somebody else act in the user's name. */
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

/** Words that make a key of a `…-key`; a bare `key` counts as well, a `primary-key` does not. */
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

/** Values of such names that are settings. */
const settings = /^(?:true|false|yes|no|on|off|none|null|auto|oauth2?|basic|bearer|0|1)$/i;

/** @param name such as `--api-key`, `GITHUB_TOKEN`, `X-Api-Key` or `clientSecret` */
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

/** Whether a value under such a name is a setting, or stands for a value that comes from elsewhere. */
export function isPlainValue(value: string): boolean {
  return value === "" || settings.test(value) || /^\$(?:\{[^{}]*\}|[A-Za-z_]\w*)$/.test(value);
}
