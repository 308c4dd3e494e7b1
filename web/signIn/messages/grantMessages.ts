/** Error messages for the later steps of authorization: redirect, token request, token use, revocation. */
import type { ProblemCode } from "../../../shared/protocol/failures/authorizationProblem.ts";
import type { ErrorText } from "../../messages/errorText.ts";
import { appendServerError, type EvidenceReader } from "./evidence.ts";

/** Returns the message for a problem of the grant or its token; undefined for another code. */
export function grantProblemText(code: ProblemCode, detail: EvidenceReader): ErrorText | undefined {
  switch (code) {
    case "cancelled":
      return {
        what: "Authorization was cancelled",
        why: "You cancelled it.",
        next: ["Press Authorize to start again."],
      };
    case "authorization-refused":
      return {
        what: appendServerError("The authorization server refused", detail),
        why:
          authorizationErrors[detail("error")] ??
          "It returned an error instead of an authorization code.",
        next: ["Press Authorize to try again."],
      };
    case "duplicate-parameter":
      return {
        what: `The redirect has ${detail("parameter")} twice`,
        why: "Each parameter may occur only once, so it is not clear which value is meant.",
        next: ["Check how the authorization server builds the redirect URL."],
      };
    case "state-mismatch":
      return {
        what: "The redirect belongs to another sign-in",
        why: "Its state differs from the one that was sent. The server changed it, or the redirect comes from another party. The code was not used.",
        next: ["On the authorization server: return state unchanged."],
      };
    case "no-state":
      return {
        what: "The redirect has no state",
        why: "Without state, the redirect cannot be matched to a sign-in. The code was not used.",
        next: ["On the authorization server: return state unchanged."],
      };
    case "no-code":
      return {
        what: "The redirect has no code",
        why: "It has neither a code nor an error.",
        next: ["Check which parameters the authorization server adds to the redirect URI."],
      };
    case "response-issuer-mismatch":
      return {
        what: "The redirect comes from another authorization server",
        why: `iss is ${detail("found")}, but the request was sent to ${detail("expected")}. Either the issuer is configured inconsistently, or this is a mix-up attack. The code was not used.`,
        next: [
          "Use exactly the same URL for iss and for issuer in the metadata.",
          "If you entered the endpoints in Settings, enter their issuer there too.",
        ],
      };
    case "response-issuer-missing":
      return {
        what: "The redirect has no iss",
        why: "The metadata announces it (authorization_response_iss_parameter_supported), but the redirect does not have it.",
        next: [
          "Add iss to the redirect, or remove authorization_response_iss_parameter_supported from the metadata.",
        ],
      };
    case "token-refused":
      return {
        what: appendServerError("The token request was refused", detail),
        why: tokenErrors[detail("error")] ?? `The token endpoint answered ${detail("status")}.`,
        next: ["Compare the request below with the authorization server's log."],
      };
    case "unknown-token-type":
      return {
        what: "The token type is not supported",
        why: `token_type is ${detail("found") || "missing"}. Bearer and DPoP are supported.`,
        next: ["Send token_type: Bearer."],
      };
    case "token-expired":
      return {
        what: "The token is already expired",
        why: `expires_in is ${detail("expiresIn")}. It must be the lifetime in seconds, not a point in time.`,
        next: ["Send expires_in as a positive number of seconds."],
      };
    case "scope-reduced":
      return {
        what: "Fewer scopes were granted than requested",
        why: `Requested: ${detail("asked")}. Granted: ${detail("granted") || "none"}.`,
        next: ["Check whether this is intended. Calls that need the other scopes will be refused."],
      };
    case "token-claim":
      return {
        what: `The token's ${detail("claim")} is wrong`,
        why: `It is ${detail("found") || "missing"}, but ${detail("expected")} was expected.${detail("claim") === "aud" ? " The authorization server probably ignored the resource parameter." : ""}`,
        next: [
          "The MCP server will probably refuse this token. Check its response in the last step.",
        ],
      };
    case "clock-skew":
      return {
        what: "The clocks differ",
        why: `The clocks of this machine and the authorization server differ by ${detail("seconds")} s, so a valid token may look expired.`,
        next: ["Synchronize both clocks with a time server."],
      };
    case "cacheable":
      return {
        what: "The token response may be cached",
        why: "It does not have Cache-Control: no-store.",
        next: ["Send Cache-Control: no-store with every token response."],
      };
    case "not-bound":
      return {
        what: "The token is not bound to the key",
        why: "A DPoP proof was sent, but the server issued a Bearer token, which anybody who obtains it can use.",
        next: ["Issue a token with token_type DPoP and the thumbprint of the key in cnf."],
      };
    case "unusable-key":
      return {
        what: "The private key cannot be used",
        why: keyFaultText(detail),
        next: ["Paste PKCS #8 in PEM (BEGIN PRIVATE KEY), or a private JWK."],
      };
    case "not-entered":
      return {
        what: `${detail("what")} is missing`,
        why: "This grant needs it, and it was not entered.",
        next: ["Enter it in Settings."],
      };
    case "token-not-accepted":
      return {
        what: appendServerError("The server refused the new token", detail),
        why: "Common causes: the audience is not this server, the issuer differs by a slash, or the server cannot fetch the keys to verify the token.",
        next: [
          "Decode the token below, and compare aud and iss with what the server expects.",
          "Check the server's log.",
        ],
      };
    case "scope-not-enough":
      return {
        what: "The granted scopes are still insufficient",
        why: `Required: ${detail("scope") || "more"}. Granted: ${detail("granted") || "none"}.`,
        next: ["Check that the authorization server grants these scopes to this client."],
      };
    case "revocation-refused":
      return {
        what: appendServerError("The token could not be revoked", detail),
        why: `The endpoint answered ${detail("status")}. This page deleted the token anyway.`,
        next: [
          "Revoke it at the authorization server. Until then it stays valid until it expires.",
        ],
      };
    default:
      return undefined;
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
const authorizationErrors: Readonly<Record<string, string>> = {
  access_denied: "The sign-in or the consent was declined.",
  invalid_scope: "A scope is unknown, or is not allowed for this client.",
  invalid_request: "A parameter is missing, invalid or unknown to the server.",
  invalid_target: "The requested resource is unknown to the authorization server.",
  unauthorized_client: "The client is not allowed to request an authorization code.",
  unsupported_response_type: "The server does not support authorization codes.",
  server_error: "An internal error occurred on the authorization server. See its log.",
  temporarily_unavailable: "The authorization server is overloaded or under maintenance.",
};

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const tokenErrors: Readonly<Record<string, string>> = {
  invalid_grant:
    "The code or the refresh token has expired, was already used, or was issued for another redirect URI, client or code verifier.",
  invalid_client: "The client is unknown, or its secret or authentication method is wrong.",
  invalid_request: "A parameter is missing or invalid.",
  invalid_scope: "A scope is not allowed.",
  invalid_target: "The requested resource is unknown to the authorization server.",
  unauthorized_client: "The client is not allowed to use this grant.",
  unsupported_grant_type: "The token endpoint does not support this grant.",
  use_dpop_nonce: "The server requires a DPoP proof with its nonce.",
  invalid_dpop_proof: "The DPoP proof is not valid. The clocks may differ.",
};

/** States why the key or secret of a client cannot be used. */
function keyFaultText(detail: EvidenceReader): string {
  switch (detail("why")) {
    case "no-key":
      return "There is no private key.";
    case "no-secret":
      return "There is no client secret.";
    case "not-pem-or-jwk":
      return "The text is neither PEM nor a JWK.";
    case "other-pem":
      return `The PEM holds ${detail("found")}, not PRIVATE KEY (PKCS #8).`;
    case "pem-not-base64":
      return "The content of the PEM is not Base64.";
    case "jwk-not-json":
      return "The JWK is not JSON.";
    case "jwk-not-private":
      return "The JWK contains no private key.";
    case "algorithm-not-supported":
      return `The algorithm ${detail("algorithm")} is not supported.`;
    case "other-algorithm":
      return `The key cannot be used for ${detail("algorithm")}.`;
    default:
      return detail("reason");
  }
}
