/** Explains which secrets were left out of stored or shared data. */
import type { SecretCode } from "../../shared/core/secrets/detectSecrets.ts";
import type { MaskedSecret } from "../../shared/recording/maskTarget.ts";
import { formatCount } from "./quantities.ts";

const reasons: Readonly<Record<SecretCode, string>> = {
  "known-key": "has the format of an API key",
  jwt: "is a JSON Web Token",
  "private-key": "is a private key",
  "url-userinfo": "is a password in a URL",
  "url-path": "is a part of a URL's path that looks random",
  authorization: "follows an authentication scheme",
  "secret-name": "has a name that indicates a secret",
};

/** @returns for example “2 values look like secrets” */
export function lookLikeSecrets(
  maskedSecrets: readonly Pick<MaskedSecret, "name" | "code">[],
): string {
  const one = maskedSecrets.length === 1;
  return `${formatCount(maskedSecrets.length, "value")} ${one ? "looks like a secret" : "look like secrets"}`;
}

/** Lists the placeholders, each with its reason; never a value. */
export function secretReasons(
  maskedSecrets: readonly Pick<MaskedSecret, "name" | "code">[],
): string {
  return maskedSecrets.map(({ name, code }) => `${name} ${reasons[code]}`).join("; ");
}
