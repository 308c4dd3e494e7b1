/** Computes the error shown beside each field. */
import type { AuthorizationForm } from "../../settings/authorizationForm.ts";

const urls: readonly (keyof AuthorizationForm)[] = [
  "authorizationEndpoint",
  "tokenEndpoint",
  "registrationEndpoint",
  "idpTokenEndpoint",
  "metadataDocumentUrl",
  "issuer",
  "endpointsIssuer",
  "resource",
];

/** @returns one sentence, or undefined if there is no error */
export function fieldError(
  form: AuthorizationForm,
  name: keyof AuthorizationForm,
): string | undefined {
  const text = String(form[name]).trim();
  if (text === "") return missing(form, name);
  if (urls.includes(name)) {
    return /^https?:\/\//i.test(text) && URL.canParse(text)
      ? undefined
      : "This is not a URL that begins with https:// or http://.";
  }
  switch (name) {
    case "privateKey":
      return keyError(text);
    case "assertion":
    case "idToken":
      return text.split(".").length === 3
        ? undefined
        : "This is not a JWT: a JWT has three parts, separated by dots.";
    default:
      return undefined;
  }
}

/** Fields that must not be empty because another field needs them. */
function missing(form: AuthorizationForm, name: keyof AuthorizationForm): string | undefined {
  const isGiven = (
    other: "clientSecret" | "privateKey" | "tokenEndpoint" | "authorizationEndpoint",
  ) => form[other].trim() !== "";
  switch (name) {
    case "clientId":
      return isGiven("clientSecret") || isGiven("privateKey")
        ? "Enter the client ID that this secret or key belongs to."
        : undefined;
    case "authorizationEndpoint":
      return isGiven("tokenEndpoint") ? "Required together with the token endpoint." : undefined;
    case "tokenEndpoint":
      return isGiven("authorizationEndpoint")
        ? "Required together with the authorization endpoint."
        : undefined;
    default:
      return undefined;
  }
}

function keyError(text: string): string | undefined {
  if (text.startsWith("{")) {
    try {
      return "d" in JSON.parse(text) ? undefined : "The JWK contains no private key.";
    } catch {
      return "This begins like a JWK, but is not JSON.";
    }
  }
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text)?.[1];
  if (label === "PRIVATE KEY") return undefined;
  return label === undefined
    ? "Neither PEM nor a JWK."
    : `This PEM contains ${label}, but PRIVATE KEY (PKCS #8) is needed: openssl pkcs8 -topk8 -nocrypt.`;
}
