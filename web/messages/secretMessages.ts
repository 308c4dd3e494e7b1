/** Explains which secrets were left out of stored or shared data. */
import type { SecretCode } from "../../shared/log/secrets/detectSecrets.ts";
import type { MaskedSecret } from "../../shared/recording/maskTarget.ts";
import type { LeftOutCode } from "../../shared/recording/recording.ts";
import type { MaskPlace } from "../../shared/recording/redaction/redactor.ts";
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

const leftOutReasons: Readonly<Record<LeftOutCode, string>> = {
  entries: "was not included",
  "other-connections": "belongs to another connection",
  headers: "is the value of a header that may hold a secret",
  "url-parts": "is a part of a URL that may hold a secret",
  tokens: "repeats a secret",
  "session-ids": "is a session id",
  "request-states": "is the state of a request",
  environment: "is the value of a variable",
  marked: "was masked by you",
  "secret-like": "looks like a secret",
  "authorization-bodies": "belongs to a sign-in",
  "network-facts": "is a network address or certificate",
};

const places: Readonly<Record<MaskPlace, string>> = {
  server: "the server's address, command and description",
  arguments: "the arguments of the shown item",
  url: "URLs of requests",
  header: "headers",
  message: "messages",
  output: "server output and other bodies",
  event: "events of the connection",
  conversation: "conversations in Chat",
};

/** Says why a value was masked, as the end of a sentence about it. */
export function maskedReason(code: SecretCode | LeftOutCode): string {
  return code in reasons ? reasons[code as SecretCode] : leftOutReasons[code as LeftOutCode];
}

/** Says where a value was masked. */
export function maskedPlace(place: MaskPlace): string {
  return places[place];
}

/** @returns for example “2 values look like secrets” */
export function lookLikeSecrets(
  maskedSecrets: readonly Pick<MaskedSecret, "name" | "code">[],
): string {
  return formatCount(maskedSecrets.length, "value looks like a secret", "values look like secrets");
}

/** Lists the placeholders, each with its reason; never a value. */
export function secretReasons(
  maskedSecrets: readonly Pick<MaskedSecret, "name" | "code">[],
): string {
  return maskedSecrets.map(({ name, code }) => `${name} ${reasons[code]}`).join("; ");
}
