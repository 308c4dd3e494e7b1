/** What can be wrong on the way to a token, with a stable code, its evidence and the rule it breaks. */
import type { Severity } from "../severity.ts";
import type { SectionName } from "./authorizationSections.ts";

export type ProblemCode =
  // any exchange
  /** `fetch` threw: refused, unresolvable, TLS or CORS. Evidence: url, reason, `crossOrigin`, purpose. */
  | "unreachable"
  /** Nothing came in time. Evidence: url, afterMs. */
  | "too-slow"
  /** The body has more bytes than such a document may have. Evidence: url, limit. */
  | "too-large"
  /** Evidence: url, status, body (its start). */
  | "http-status"
  /** A redirect, which is not followed. Evidence: url, from (where it leads; null where a page may not see that). */
  | "redirected"
  /** Evidence: url, contentType, body (its start). */
  | "not-json"
  /** The body is JSON, but no object. Evidence: url, found. */
  | "not-an-object"
  /** Evidence: url, contentType. */
  | "wrong-content-type"
  /** A member that must be there is not. Evidence: member, url. */
  | "missing-member"
  /** Evidence: member, expected, found. */
  | "wrong-type"
  /** A URL that may not be used: no URL at all, another scheme, plain http, userinfo, fragment. Evidence: member, value, why. */
  | "unusable-url"
  /** A public server points to an address of a private network or of this machine, and it was declined. Evidence: member, value. */
  | "points-inward"
  /** Metadata names another host, and that was declined. Evidence: member, value. */
  | "other-host-declined"
  // discover resource
  /** A 401 without a WWW-Authenticate header, or one that the page may not see. Evidence: status. */
  | "no-challenge"
  /** The header cannot be read. Evidence: header, position. */
  | "malformed-challenge"
  /** No protected resource metadata anywhere. Evidence: tried. */
  | "no-resource-metadata"
  /** Evidence: expected, found. */
  | "resource-mismatch"
  /** Evidence: url. */
  | "no-authorization-servers"
  /** offline_access stands where it does not belong. Evidence: place. */
  | "offline-access-misplaced"
  // discover issuer
  /** Evidence: issuer, tried. */
  | "no-server-metadata"
  /** Evidence: expected, found, url. */
  | "issuer-mismatch"
  /** A choice among several authorization servers was not made. */
  | "no-issuer-chosen"
  /** No PKCE method announced, or S256 is not among them. Evidence: found. */
  | "pkce-not-announced"
  /** Response types or grant types leave no way for this client. Evidence: member, found, wanted. */
  | "not-supported"
  // register
  /** There is no way to a client id but to enter one, and none was entered. */
  | "no-client"
  /** The client was registered with another issuer. Evidence: expected, found. */
  | "client-of-other-issuer"
  /** Evidence: status, error, description. */
  | "registration-refused"
  /** No method of client authentication that both sides know. Evidence: announced. */
  | "no-client-authentication"
  /** The registered secret has run out. Evidence: at. */
  | "client-secret-expired"
  /** The authorization server rewrote what was registered. Evidence: member, asked, found. */
  | "registration-changed"
  // authorize
  /** The person, or the page, gave it up. */
  | "cancelled"
  /** Evidence: error, description, uri. */
  | "authorization-refused"
  /** A parameter came twice. Evidence: parameter. */
  | "duplicate-parameter"
  /** Evidence: none, as it is a secret. */
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
  /** The token is already over when it comes, or lives no time at all. Evidence: expiresIn. */
  | "token-expired"
  /** Fewer scopes than were asked for. Evidence: asked, granted. */
  | "scope-reduced"
  /** The token's own claims do not fit. Evidence: claim, expected, found. */
  | "token-claim"
  /** The clocks of this machine and of the server differ. Evidence: seconds. */
  | "clock-skew"
  /** The answer with the token may be kept by caches. Evidence: url. */
  | "cacheable"
  /** A Bearer token where a DPoP-bound one was asked for. */
  | "not-bound"
  /** A key that cannot be read or used. Evidence: reason. */
  | "unusable-key"
  /** What is needed for this way was not entered. Evidence: what. */
  | "not-entered"
  // call
  /** The server refuses a token that was just issued for it. Evidence: status, error, description. */
  | "token-not-accepted"
  /** Evidence: scope, granted. */
  | "scope-not-enough"
  // revocation
  /** Evidence: status, error. */
  | "revocation-refused"
  /** The platform lacks what is needed here (crypto.subtle on an insecure origin). Evidence: what. */
  | "not-available";

export type Evidence = Readonly<Record<string, string | number | boolean | null>>;

/** A verdict that is not simply "fine". Words for people are made from it where it is shown. */
export interface Problem {
  readonly code: ProblemCode;
  /** A violation ends the step, all else goes on. */
  readonly severity: Severity;
  readonly section: SectionName;
  /** Never holds a secret. */
  readonly evidence: Evidence;
}

/** A problem that ends the step. */
export function violation(
  code: ProblemCode,
  section: SectionName,
  evidence: Evidence = {},
): Problem {
  return { code, severity: "violation", section, evidence };
}

/** A problem that is worth a word. */
export function warning(code: ProblemCode, section: SectionName, evidence: Evidence = {}): Problem {
  return { code, severity: "warning", section, evidence };
}
