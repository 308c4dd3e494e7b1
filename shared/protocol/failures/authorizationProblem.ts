/** Problems of an authorization flow: stable code, evidence, and the violated section. */
import type { Severity } from "../severity.ts";
import type { SectionName } from "./sectionName.ts";

export type ProblemCode =
  // any exchange
  /** `fetch` threw: refused, unresolvable, TLS or CORS. Evidence: url, reason, `crossOrigin`, `deniedByCors`, purpose. */
  | "unreachable"
  /** No response in time. Evidence: url, afterMs. */
  | "too-slow"
  /** The body exceeds the size limit. Evidence: url, limit. */
  | "too-large"
  /** Evidence: url, status, body (its start). */
  | "http-status"
  /** A redirect, which is not followed. Evidence: url, from (its target; null if the browser hides it). */
  | "redirected"
  /** Evidence: url, contentType, body (its start). */
  | "not-json"
  /** The body is JSON, but not an object. Evidence: url, found. */
  | "not-an-object"
  /** Evidence: url, contentType. */
  | "wrong-content-type"
  /** A required member is missing. Evidence: member, url. */
  | "missing-member"
  /** Evidence: member, expected, found. */
  | "wrong-type"
  /** An unusable URL: invalid, another scheme, plain http, userinfo or fragment. Evidence: member, value, why. */
  | "unusable-url"
  /** A public server points to a private network or this machine, and the user declined. Evidence: member, value. */
  | "points-inward"
  /** Metadata names another host, and the user declined. Evidence: member, value. */
  | "other-host-declined"
  /** The user declined to send what they entered. Evidence: secret (an `EnteredSecret`), value (the endpoint). */
  | "secret-declined"
  // discover resource
  /** A 401 without a `WWW-Authenticate` header, or with one that CORS hides. Evidence: status. */
  | "no-challenge"
  /** The header is malformed. Evidence: header, position. */
  | "malformed-challenge"
  /** No protected resource metadata was found. Evidence: tried. */
  | "no-resource-metadata"
  /** Evidence: expected, found. */
  | "resource-mismatch"
  /** Evidence: url. */
  | "no-authorization-servers"
  /** `offline_access` is listed where it must not be. Evidence: place. */
  | "offline-access-misplaced"
  // discover issuer
  /** Evidence: issuer, tried. */
  | "no-server-metadata"
  /** Evidence: expected, found, url. */
  | "issuer-mismatch"
  /** The user chose none of several authorization servers. */
  | "no-issuer-chosen"
  /** PKCE with S256 is not announced. Evidence: found. */
  | "pkce-not-announced"
  /** A required response type or grant type is not announced. Evidence: member, found, wanted. */
  | "not-supported"
  // register
  /** No client could be registered, and none was entered. */
  | "no-client"
  /** The client belongs to another issuer. Evidence: expected, found. */
  | "client-of-other-issuer"
  /** Evidence: status, error, description. */
  | "registration-refused"
  /** No common client authentication method. Evidence: announced. */
  | "no-client-authentication"
  /** The client secret has expired. Evidence: at. */
  | "client-secret-expired"
  /** The authorization server changed the registered metadata. Evidence: member, asked, found. */
  | "registration-changed"
  // authorize
  /** The user or the page cancelled the flow. */
  | "cancelled"
  /** Evidence: error, description, uri. */
  | "authorization-refused"
  /** A parameter occurs twice. Evidence: parameter. */
  | "duplicate-parameter"
  /** No evidence, because `state` is secret. */
  | "state-mismatch"
  | "no-state"
  | "no-code"
  /** Evidence: expected, found. */
  | "response-issuer-mismatch"
  | "response-issuer-missing"
  // token
  /** Evidence: status, error, description, uri. */
  | "token-refused"
  /** Evidence: found. */
  | "unknown-token-type"
  /** The token has expired on arrival. Evidence: expiresIn. */
  | "token-expired"
  /** Fewer scopes than requested were granted. Evidence: asked, granted. */
  | "scope-reduced"
  /** A claim of the token does not match. Evidence: claim, expected, found. */
  | "token-claim"
  /** The clocks of this machine and of the server differ. Evidence: seconds. */
  | "clock-skew"
  /** The token response is cacheable. Evidence: url. */
  | "cacheable"
  /** A Bearer token was issued instead of a DPoP-bound one. */
  | "not-bound"
  /** The key or secret of the client is missing or unusable. Evidence: those of `KeyFault`, or reason. */
  | "unusable-key"
  /** A value that the grant type needs was not entered. Evidence: what. */
  | "not-entered"
  // call
  /** The server refuses a new token. Evidence: status, error, description. */
  | "token-not-accepted"
  /** Evidence: scope, granted. */
  | "scope-not-enough"
  // revocation
  /** Evidence: status, error. */
  | "revocation-refused"
  /** A platform feature is missing (crypto.subtle on an insecure origin). Evidence: what. */
  | "not-available";

export type Evidence = Readonly<Record<string, string | number | boolean | null>>;

/** A problem with its evidence; `web/messages` holds the text for it. */
export interface AuthorizationProblem {
  readonly code: ProblemCode;
  /** A `violation` ends the step; anything else does not. */
  readonly severity: Severity;
  readonly section: SectionName;
  /** Never holds a secret. */
  readonly evidence: Evidence;
}

/** Creates a problem that ends the step. */
export function authorizationViolation(
  code: ProblemCode,
  section: SectionName,
  evidence: Evidence = {},
): AuthorizationProblem {
  return { code, severity: "violation", section, evidence };
}

/** Creates a problem that does not end the step. */
export function warning(
  code: ProblemCode,
  section: SectionName,
  evidence: Evidence = {},
): AuthorizationProblem {
  return { code, severity: "warning", section, evidence };
}
