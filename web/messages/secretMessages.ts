/** What is said about secrets that were left out of what is stored or shared. */
import type { SecretCode } from "../../shared/core/text/detectSecrets.ts";
import type { LeftOut } from "../../shared/recording/placeholders.ts";
import { counted } from "./quantities.ts";

const reasons: Readonly<Record<SecretCode, string>> = {
  "known-key": "has the form of a service's key",
  jwt: "is a JSON Web Token",
  "private-key": "is a private key",
  "url-userinfo": "stands in a URL as a password",
  authorization: "stands behind an authentication scheme",
  "secret-name": "has the name of a secret",
};

/** Such as “2 values look like secrets”. */
export function lookLikeSecrets(leftOut: readonly LeftOut[]): string {
  const one = leftOut.length === 1;
  return `${counted(leftOut.length, "value")} ${one ? "looks like a secret" : "look like secrets"}`;
}

/** Each by its placeholder, with the reason; never by its value. */
export function reasonsOf(leftOut: readonly LeftOut[]): string {
  return leftOut.map(({ name, code }) => `${name} ${reasons[code]}`).join("; ");
}
