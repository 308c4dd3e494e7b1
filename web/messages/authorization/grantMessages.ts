/** Words for what can be wrong from the sign-in on: the redirect, the token, its use, its end. */
import type { ProblemCode } from "../../../shared/core/failures/authorizationProblem.ts";
import type { Words } from "../errorText.ts";
import { refusedWith, type Said } from "./evidence.ts";

export function grantProblemWords(code: ProblemCode, said: Said): Words | undefined {
  switch (code) {
    case "cancelled":
      return {
        what: "Given up before it was done",
        why: "It was cancelled here; nothing is wrong with the server.",
        next: ["Press Authorize to begin anew."],
      };
    case "authorization-refused":
      return {
        what: refusedWith("The authorization server said no", said),
        why: authorizationErrors[said("error")] ?? "It sent an error back instead of a code.",
        next: ["Press Authorize to try again."],
      };
    case "duplicate-parameter":
      return {
        what: `${said("parameter")} came twice`,
        why: "A redirect may have each parameter once; which of the two is meant, nobody can say.",
        next: ["Look at how the authorization server puts its redirect together."],
      };
    case "state-mismatch":
      return {
        what: "The redirect belongs to another sign-in",
        why: "Its state is not the one that was sent: the server changed it, or somebody else sent this answer. The code was not used.",
        next: ["Send state back exactly as it came."],
      };
    case "no-state":
      return {
        what: "The redirect has no state",
        why: "The authorization server dropped it, so nobody can tell whose answer this is. The code was not used.",
        next: ["Send state back exactly as it came."],
      };
    case "no-code":
      return {
        what: "The redirect has no code",
        why: "It carries neither a code nor an error.",
        next: ["Look at what the authorization server adds to the redirect URI."],
      };
    case "response-issuer-mismatch":
      return {
        what: "The answer comes from another authorization server",
        why: `iss is ${said("found")}, and ${said("expected")} was asked: either the issuer is configured in two ways, or this is a mix-up attack. Nothing of the answer was used.`,
        next: [
          "Make iss and the issuer in the metadata the same text.",
          "Where the endpoints were entered under Settings, enter this issuer with them if it is theirs.",
        ],
      };
    case "response-issuer-missing":
      return {
        what: "The answer does not say who sent it",
        why: "The metadata promises iss (authorization_response_iss_parameter_supported), and the redirect lacks it.",
        next: ["Add iss to the redirect, or promise nothing."],
      };
    case "token-refused":
      return {
        what: refusedWith("The token request was refused", said),
        why: tokenErrors[said("error")] ?? `The token endpoint answered ${said("status")}.`,
        next: ["Compare the request below with what the authorization server's log says."],
      };
    case "unknown-token-type":
      return {
        what: "A token of an unknown type",
        why: `token_type is ${said("found") || "missing"}; Bearer and DPoP can be used.`,
        next: ["Send token_type: Bearer."],
      };
    case "token-expired":
      return {
        what: "The token is over before it is used",
        why: `expires_in is ${said("expiresIn")}: seconds from now are meant, not a point in time.`,
        next: ["Send expires_in as a number of seconds."],
      };
    case "scope-reduced":
      return {
        what: "Fewer scopes than asked for",
        why: `Asked for were ${said("asked")}, granted are ${said("granted") || "none"}.`,
        next: ["Fine if that is meant; calls that need the others will be refused."],
      };
    case "token-claim":
      return {
        what: `The token's ${said("claim")} does not fit`,
        why: `It is ${said("found") || "missing"}, where ${said("expected")} is expected${said("claim") === "aud" ? ": the resource parameter was probably not turned into the audience" : ""}.`,
        next: ["The server is likely to refuse this token; see what it answers in the last step."],
      };
    case "clock-skew":
      return {
        what: "The clocks differ",
        why: `By ${said("seconds")} s: what is still good there may be over here.`,
        next: ["Set both clocks by a time server."],
      };
    case "cacheable":
      return {
        what: "The answer with the token may be cached",
        why: "It lacks Cache-Control: no-store.",
        next: ["Send Cache-Control: no-store with every token."],
      };
    case "not-bound":
      return {
        what: "The token is not bound to the key",
        why: "A DPoP proof was sent, and a Bearer token came back: whoever finds it can use it.",
        next: ["Issue a token with token_type DPoP and the key's thumbprint in cnf."],
      };
    case "unusable-key":
      return {
        what: "The private key cannot be used",
        why: said("reason"),
        next: ["Paste PKCS #8 in PEM (BEGIN PRIVATE KEY), or a private JWK."],
      };
    case "not-entered":
      return {
        what: `${said("what")} is missing`,
        why: "This way to a token needs it, and it was not entered.",
        next: ["Enter it under Settings."],
      };
    case "token-not-accepted":
      return {
        what: refusedWith("The server does not take the token that it asked for", said),
        why: "Most often its audience is not this server, the issuer differs by a slash, or the server cannot fetch the keys to check it.",
        next: [
          "Decode the token below, and compare aud and iss with what the server expects.",
          "Look into the server's own log.",
        ],
      };
    case "scope-not-enough":
      return {
        what: "The scopes are still not enough",
        why: `The server wants ${said("scope") || "more"}, and granted are ${said("granted") || "none"}.`,
        next: ["Check that the authorization server grants these scopes to this client."],
      };
    case "revocation-refused":
      return {
        what: refusedWith("The token could not be revoked", said),
        why: `The endpoint answered ${said("status")}. Here it is forgotten all the same.`,
        next: ["It stays valid until it runs out."],
      };
    default:
      return undefined;
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
const authorizationErrors: Readonly<Record<string, string>> = {
  access_denied: "The sign-in or the consent was declined.",
  invalid_scope: "It does not know one of the scopes, or does not grant it to this client.",
  invalid_request: "A parameter is missing or wrong in its eyes; it may not know one of them.",
  invalid_target: "It does not know the resource that the token is for.",
  unauthorized_client: "The client may not use this way.",
  unsupported_response_type: "It does not issue codes.",
  server_error: "Something failed there; its log says what.",
  temporarily_unavailable: "It is overloaded or being maintained.",
};

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const tokenErrors: Readonly<Record<string, string>> = {
  invalid_grant:
    "The code or the refresh token is over, was used before, or was issued to another redirect URI, client or verifier.",
  invalid_client: "The client is not known there, or its secret or method is wrong.",
  invalid_request: "A parameter is missing or wrong in its eyes.",
  invalid_scope: "It does not grant one of the scopes.",
  invalid_target: "It does not know the resource that the token is for.",
  unauthorized_client: "The client may not use this grant.",
  unsupported_grant_type: "The token endpoint does not know this grant.",
  use_dpop_nonce: "It wants a DPoP proof with its nonce.",
  invalid_dpop_proof: "The DPoP proof did not pass; the clocks may differ.",
};
