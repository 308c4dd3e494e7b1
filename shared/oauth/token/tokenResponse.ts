/** Validates responses of token endpoints. */

import type { JsonObject } from "../../core/json/jsonObject.ts";
import {
  type AuthorizationProblem,
  authorizationViolation,
  warning,
} from "../../protocol/failures/authorizationProblem.ts";
import type { SectionName } from "../../protocol/failures/sectionName.ts";
import { findHeader } from "../../protocol/headers.ts";
import { decodeJwt } from "../crypto/jwt.ts";
import { canonicalResource } from "../discovery/canonicalResource.ts";
import { parseScope } from "../discovery/scopes.ts";
import type { FlowAnswer } from "../flow/flow.ts";
import {
  createMemberReader,
  failedValidation,
  findViolation,
  readJsonObject,
  type Validated,
} from "../flow/validated.ts";

export interface IssuedToken {
  readonly accessToken: string;
  readonly tokenType: "Bearer" | "DPoP" | "N_A";
  readonly refreshToken: string | undefined;
  /** Undefined: the requested scopes. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since 1970; undefined if the response has no `expires_in`. */
  readonly expiresAt: number | undefined;
}

interface TokenRules {
  /** Arrival of the response in milliseconds since 1970. */
  readonly wallClock: number;
  readonly asked: readonly string[];
  /** The resource that the token must be for; undefined if that is not checked. */
  readonly resource: string | undefined;
  readonly wantsDpop: boolean;
  /** Whether `token_type` may be `N_A`, as in a token exchange. */
  readonly mayBeNoAccessToken: boolean;
}

/** Ten years. A longer lifetime could exceed the range of dates, which JSON writes as `null`. */
const maximumLifetimeSeconds = 10 * 365 * 24 * 3600;

/** Seconds that clocks may differ without a warning. */
const clockToleranceSeconds = 30;

/**
 * Validates a token response.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1
 */
export function validateTokenResponse(
  answer: FlowAnswer,
  rules: TokenRules,
): Validated<IssuedToken> {
  const { status, url } = answer;
  if (status < 200 || status > 299) return tokenRefused(answer);
  const section: SectionName = "token-response";
  const { value: object, problems } = readJsonObject(answer, section);
  if (!object) return { value: undefined, problems };
  if (typeof object.error === "string") return tokenRefused(answer);

  const read = createMemberReader(object, section, url);
  const accessToken = read.string("access_token", "required");
  const type = read.string("token_type", "required");
  const refreshToken = read.string("refresh_token", "optional");
  const scope = read.string("scope", "optional");
  const expiresIn = read.count("expires_in");
  const found: AuthorizationProblem[] = [...problems, ...read.problems];
  if (status !== 200) found.push(warning("http-status", section, { url, status }));

  const tokenType = typeOf(type, rules.mayBeNoAccessToken);
  if (type !== undefined && tokenType === undefined) {
    found.push(authorizationViolation("unknown-token-type", section, { found: type }));
  }
  if (tokenType === "Bearer" && rules.wantsDpop) found.push(warning("not-bound", "dpop"));
  if (expiresIn !== undefined && expiresIn <= 0) {
    found.push(authorizationViolation("token-expired", section, { expiresIn }));
  }
  const scopes = scope === undefined ? undefined : parseScope(scope);
  // a refresh token shows that offline access was granted, even if the scopes do not list it
  const isNamed = (asked: string) =>
    scopes?.includes(asked) || (asked === "offline_access" && refreshToken !== undefined);
  const missing = scopes && rules.asked.filter((asked) => !isNamed(asked));
  if (scopes && missing && missing.length > 0) {
    const evidence = { asked: rules.asked.join(" "), granted: scopes.join(" ") };
    found.push(warning("scope-reduced", section, evidence));
  }
  if (!/\bno-store\b/i.test(findHeader(answer.headers, "cache-control") ?? "")) {
    found.push({ code: "cacheable", severity: "note", section, evidence: { url } });
  }
  if (accessToken !== undefined && tokenType !== "N_A")
    found.push(...checkClaims(accessToken, rules));
  if (accessToken === undefined || tokenType === undefined || findViolation(found)) {
    return { value: undefined, problems: found };
  }
  const lifetime =
    expiresIn === undefined ? undefined : Math.min(expiresIn, maximumLifetimeSeconds);
  const expiresAt = lifetime === undefined ? undefined : rules.wallClock + lifetime * 1000;
  return { value: { accessToken, tokenType, refreshToken, scopes, expiresAt }, problems: found };
}

/**
 * Reads the error response of a token, registration or revocation endpoint.
 * @returns undefined if the body is no OAuth error
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export function readError(answer: FlowAnswer): JsonObject | undefined {
  const { value } = readJsonObject(answer, "token-error");
  return value && typeof value.error === "string" ? value : undefined;
}

function tokenRefused(answer: FlowAnswer): Validated<never> {
  const { status, url } = answer;
  const error = readError(answer);
  if (!error) {
    const { problems } = readJsonObject(answer, "token-error");
    const own = authorizationViolation("http-status", "token-error", { url, status });
    return { value: undefined, problems: [own, ...problems.map(asNote)] };
  }
  const section = sectionsOfErrors.get(error.error) ?? "token-error";
  return failedValidation("token-refused", section, { status, ...errorEvidence(error) });
}

/** Errors that are not defined by RFC 6749. */
const sectionsOfErrors: ReadonlyMap<unknown, SectionName> = new Map([
  ["invalid_target", "resource-indicator"],
  ["invalid_dpop_proof", "dpop"],
  ["use_dpop_nonce", "dpop-server-nonce"],
] as const);

/** Maximum length of error texts from a server, in characters, so that they do not push the page's own text out of view. */
export const maximumErrorText = 500;

/** The members of an error response, as evidence. */
export function errorEvidence(error: JsonObject) {
  const text = (member: string) => {
    const value = error[member];
    return typeof value === "string" ? value.slice(0, maximumErrorText) : null;
  };
  return {
    error: text("error"),
    description: text("error_description"),
    uri: text("error_uri"),
  };
}

function asNote(problem: AuthorizationProblem): AuthorizationProblem {
  return { ...problem, severity: "note" };
}

function typeOf(
  type: string | undefined,
  mayBeNone: boolean,
): IssuedToken["tokenType"] | undefined {
  switch (type?.toLowerCase()) {
    case "bearer":
      return "Bearer";
    case "dpop":
      return "DPoP";
    case "n_a":
      return mayBeNone ? "N_A" : undefined;
    default:
      return undefined;
  }
}

/** Warns about audience, expiry and clock skew where the token is a JWT. */
function checkClaims(
  accessToken: string,
  { resource, wallClock }: TokenRules,
): AuthorizationProblem[] {
  const claims = decodeJwt(accessToken)?.payload;
  if (!claims) return [];
  const problems: AuthorizationProblem[] = [];
  const seconds = Math.floor(wallClock / 1000);
  const { aud, exp, iat } = claims;
  const audiences = (Array.isArray(aud) ? aud : [aud]).filter((each) => typeof each === "string");
  if (resource !== undefined && audiences.length > 0 && !audiences.some(isAudience(resource))) {
    problems.push(
      warning("token-claim", "resource-indicator", {
        claim: "aud",
        expected: resource,
        found: audiences.join(" "),
      }),
    );
  }
  if (typeof iat === "number" && iat > seconds + clockToleranceSeconds) {
    problems.push(warning("clock-skew", "jwt", { seconds: Math.round(iat - seconds) }));
  }
  if (typeof exp === "number" && exp <= seconds) {
    problems.push(warning("token-claim", "jwt", { claim: "exp", expected: seconds, found: exp }));
  }
  return problems;
}

function isAudience(resource: string): (audience: string) => boolean {
  return (audience) => {
    if (audience === resource) return true;
    const isUrl = URL.canParse(audience) && URL.canParse(resource);
    return isUrl && canonicalResource(audience) === canonicalResource(resource);
  };
}
