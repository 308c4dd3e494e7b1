/** Words for what can be wrong before there is a client: the challenge, the resource, the issuer, the registration. */
import type { ProblemCode } from "../../../shared/core/failures/authorizationProblem.ts";
import type { Words } from "../errorText.ts";
import { refusedWith, type Said } from "./evidence.ts";

export function discoveryProblemWords(code: ProblemCode, said: Said): Words | undefined {
  switch (code) {
    case "no-challenge":
      return {
        what: "The 401 has no WWW-Authenticate that this page can see",
        why: "The header is missing, or the server does not expose it to pages of other origins.",
        next: [
          'Answer with WWW-Authenticate: Bearer resource_metadata="…".',
          "Expose it by CORS: Access-Control-Expose-Headers: WWW-Authenticate.",
        ],
      };
    case "malformed-challenge":
      return {
        what: "WWW-Authenticate cannot be read",
        why: `At character ${said("position")} it breaks the grammar; often a quote is missing.`,
        next: [`It came as: ${said("header")}`],
      };
    case "no-resource-metadata":
      return {
        what: "No protected resource metadata",
        why: `The server says nowhere which authorization server guards it. Tried: ${said("tried")}.`,
        next: [
          "Serve the document at /.well-known/oauth-protected-resource followed by the server's path, and name it in WWW-Authenticate.",
        ],
      };
    case "resource-mismatch":
      return {
        what: "The metadata is of another resource",
        why: `It says ${said("found")}, and the server is ${said("expected")}: the configured public URL probably differs in host, port, path or a last slash.`,
        next: [`Set resource to ${said("expected")}.`],
      };
    case "no-authorization-servers":
      return {
        what: "The metadata lists no authorization server",
        why: "authorization_servers is missing or empty, so there is nobody to ask for a token.",
        next: ["List the issuer's URL in authorization_servers."],
      };
    case "offline-access-misplaced":
      return {
        what: "offline_access stands where it does not belong",
        why: `${said("place")} names it; whether there are refresh tokens is between client and authorization server.`,
        next: ["Take it out there; list it in the authorization server's scopes_supported."],
      };
    case "no-server-metadata":
      return {
        what: "No metadata of the authorization server",
        why: `${said("issuer")} serves neither OAuth nor OpenID Connect metadata. Tried: ${said("tried")}.`,
        next: [
          "Serve the document at the first of these places.",
          "Or enter the endpoints under Settings.",
        ],
      };
    case "issuer-mismatch":
      return {
        what: "The metadata is of another issuer",
        why: `It says ${said("found")}, and was looked for as ${said("expected")}: they must be the same, character by character, a last slash included.`,
        next: [
          "Make the issuer in the metadata and the one in authorization_servers the same text.",
        ],
      };
    case "no-issuer-chosen":
      return {
        what: "No authorization server was chosen",
        why: "There are several, and the choice was given up.",
        next: ["Press Authorize again, or name one under Settings."],
      };
    case "pkce-not-announced":
      return {
        what: "PKCE with S256 is not announced",
        why: `code_challenge_methods_supported is ${said("found") || "missing"}; clients must not go on without S256.`,
        next: [
          'Add "code_challenge_methods_supported": ["S256"] to the metadata.',
          "For an old server that supports it without saying so, switch on “Go on without PKCE announced” under Settings.",
        ],
      };
    case "not-supported":
      return {
        what: `${said("member")} leaves no way for this client`,
        why: `It has ${said("found") || "nothing"}, and ${said("wanted")} is needed.`,
        next: [`Add ${said("wanted")} to ${said("member")}, or choose another way under Settings.`],
      };
    case "no-client":
      return {
        what: "There is no client id",
        why: "The authorization server takes neither metadata documents nor registrations, and none was entered.",
        next: ["Register this client there by hand, and enter its id under Settings."],
      };
    case "client-of-other-issuer":
      return {
        what: "The client belongs to another authorization server",
        why: `It was entered for ${said("expected")}, and this is ${said("found")}; credentials of one are never shown to another.`,
        next: ["Enter the client that this authorization server knows, or clear the field."],
      };
    case "registration-refused":
      return {
        what: refusedWith("The registration was refused", said),
        why: `The endpoint answered ${said("status")}; redirect URIs on loopback and the application type are what servers most often dislike.`,
        next: ["Read its answer below, and its log.", "Or enter a client id under Settings."],
      };
    case "no-client-authentication":
      return {
        what: "No common way to authenticate the client",
        why: `The server announces ${said("announced") || "none"}, and what is known of the client fits none of them.`,
        next: ["Enter a secret or a key under Settings, or choose the method there."],
      };
    case "client-secret-expired":
      return {
        what: "The client's secret has run out",
        why: "client_secret_expires_at of the registration is over.",
        next: ["Press Forget credentials, then Authorize: the client is registered anew."],
      };
    case "registration-changed":
      return {
        what: `The server registered another ${said("member")}`,
        why: `Asked for was ${said("asked")}, registered is ${said("found") || "nothing"}.`,
        next: ["If the sign-in fails later on, this is the first place to look at."],
      };
    default:
      return undefined;
  }
}
