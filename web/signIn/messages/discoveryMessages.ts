/** Error messages for the first steps of authorization: challenge, resource metadata, issuer metadata, registration. */
import type { ProblemCode } from "../../../shared/protocol/failures/authorizationProblem.ts";
import type { ErrorText } from "../../messages/errorText.ts";
import { appendServerError, type EvidenceReader } from "./evidence.ts";

/** Returns the message for a problem of discovery or registration; undefined for another code. */
export function discoveryProblemText(
  code: ProblemCode,
  detail: EvidenceReader,
): ErrorText | undefined {
  switch (code) {
    case "no-challenge":
      return {
        what: "The 401 response has no WWW-Authenticate that this page can read",
        why: "The header is missing, or the server does not expose it to other origins (CORS).",
        next: [
          'Send WWW-Authenticate: Bearer resource_metadata="…" with every 401.',
          "Expose it: send Access-Control-Expose-Headers: WWW-Authenticate.",
        ],
      };
    case "malformed-challenge":
      return {
        what: "WWW-Authenticate cannot be read",
        why: `It has a syntax error at character ${detail("position")}. Often a quotation mark is missing.`,
        next: [`Correct the header. It was received as: ${detail("header")}`],
      };
    case "no-resource-metadata":
      return {
        what: "No protected resource metadata found",
        why: `The server does not say which authorization server it uses. Tried: ${detail("tried")}.`,
        next: [
          "Serve the metadata at /.well-known/oauth-protected-resource followed by the server's path, and put its URL into WWW-Authenticate.",
        ],
      };
    case "resource-mismatch":
      return {
        what: "The metadata is for another resource",
        why: `It names ${detail("found")}, but the server is ${detail("expected")}. The public URL in the server's configuration probably differs in host, port, path or trailing slash.`,
        next: [`Set resource to ${detail("expected")}.`],
      };
    case "no-authorization-servers":
      return {
        what: "The metadata lists no authorization server",
        why: "authorization_servers is missing or empty, so there is no server to request a token from.",
        next: ["Add the issuer's URL to authorization_servers."],
      };
    case "offline-access-misplaced":
      return {
        what: "offline_access is in the wrong place",
        why: `${detail("place")} lists it. Refresh tokens concern only the client and the authorization server, not the MCP server.`,
        next: ["Remove it there. List it in scopes_supported of the authorization server instead."],
      };
    case "no-server-metadata":
      return {
        what: "No authorization server metadata found",
        why: `${detail("issuer")} serves neither OAuth nor OpenID Connect metadata. Tried: ${detail("tried")}.`,
        next: [
          "Serve the metadata at the first of these URLs.",
          "Or enter the endpoints in Settings.",
        ],
      };
    case "issuer-mismatch":
      return {
        what: "The metadata is for another issuer",
        why: `It names ${detail("found")}, but ${detail("expected")} was expected. Both must be identical, including a trailing slash.`,
        next: ["Use exactly the same URL for issuer in the metadata and in authorization_servers."],
      };
    case "no-issuer-chosen":
      return {
        what: "No authorization server was chosen",
        why: "There are several, and none was chosen.",
        next: ["Press Authorize again, or choose one in Settings."],
      };
    case "pkce-not-announced":
      return {
        what: "The metadata does not announce PKCE with S256",
        why: `code_challenge_methods_supported is ${detail("found") || "missing"}. Clients must not continue without S256.`,
        next: [
          'Add "code_challenge_methods_supported": ["S256"] to the metadata.',
          "For an old server that supports S256 without announcing it, switch on “Continue without announced PKCE support” in Settings.",
        ],
      };
    case "not-supported":
      return {
        what: `${detail("member")} lists nothing that this client can use`,
        why: `It lists ${detail("found") || "nothing"}, but ${detail("wanted")} is needed.`,
        next: [
          `Add ${detail("wanted")} to ${detail("member")}, or choose another grant in Settings.`,
        ],
      };
    case "no-client":
      return {
        what: "There is no client id",
        why: "The authorization server supports neither client metadata documents nor dynamic registration, and no client id was entered.",
        next: ["Register this client there manually, and enter its client id in Settings."],
      };
    case "client-of-other-issuer":
      return {
        what: "The client belongs to another authorization server",
        why: `It was entered for or first used with ${detail("expected")}, but this is ${detail("found")}. Credentials are never sent to another authorization server.`,
        next: [
          "Enter a client id that is registered here, or clear the field.",
          "If the client is registered at both, enter this authorization server's issuer in Settings.",
        ],
      };
    case "registration-refused":
      return {
        what: appendServerError("The registration was refused", detail),
        why: `The endpoint answered ${detail("status")}. Common causes: it does not allow loopback redirect URIs, or it does not allow this application type.`,
        next: [
          "Read the response below, and the authorization server's log.",
          "Or enter a client id in Settings.",
        ],
      };
    case "no-client-authentication":
      return {
        what: "No client authentication method fits",
        why: `The authorization server supports ${detail("announced") || "none"}, and the client has no credentials for any of them.`,
        next: ["Enter a secret or a key in Settings, or choose the method there."],
      };
    case "client-secret-expired":
      return {
        what: "The client secret has expired",
        why: "client_secret_expires_at of the registration is in the past.",
        next: ["Press Forget credentials, then Authorize. The client is then registered again."],
      };
    case "registration-changed":
      return {
        what: `The server registered a different ${detail("member")}`,
        why: `Requested: ${detail("asked")}. Registered: ${detail("found") || "nothing"}.`,
        next: ["If the sign-in fails, check this value first."],
      };
    default:
      return undefined;
  }
}
