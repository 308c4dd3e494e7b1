/** Makes the Content-Security-Policy of an app from the domains that it declares. */
import type { DeclaredDomains, DomainList } from "./declaredDomains.ts";

/** `lax`: also what some hosts allow: `eval`, and scripts, workers and images from `blob:` and `data:`. */
export type PolicyProfile = "specification" | "lax";

export interface AppPolicy {
  readonly profile: PolicyProfile;
  readonly domains: DeclaredDomains | undefined;
  /** The value of the header. */
  readonly text: string;
  /** What the specification would enforce, if the profile is another one: violations are only reported. */
  readonly reportText?: string;
}

/**
 * Makes the policy.
 * @param domains the valid sources of `_meta.ui.csp`; undefined if the app declares none, or must not
 * contact anything
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#4-content-security-policy-enforcement
 */
export function appPolicy(domains: DeclaredDomains | undefined, profile: PolicyProfile): AppPolicy {
  const strict = directives(domains, false);
  return profile === "lax"
    ? { profile, domains, text: directives(domains, true), reportText: strict }
    : { profile, domains, text: strict };
}

function directives(domains: DeclaredDomains | undefined, isLax: boolean): string {
  const of = (list: DomainList) => domains?.[list] ?? [];
  const resources = of("resourceDomains");
  const local = isLax ? ["blob:", "data:"] : [];
  const media = isLax ? local : ["data:"];
  const inline = ["'self'", "'unsafe-inline'"];
  const orElse = (sources: readonly string[], other: string) =>
    sources.length > 0 ? sources : [other];
  const all: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'none'"],
    "script-src": [...inline, ...(isLax ? ["'unsafe-eval'", ...local] : []), ...resources],
    "style-src": [...inline, ...local, ...resources],
    "img-src": ["'self'", ...media, ...resources],
    // the restrictive default of the specification has no fonts
    "font-src": domains || isLax ? ["'self'", ...local, ...resources] : ["'none'"],
    "media-src": ["'self'", ...media, ...resources],
    "connect-src": domains ? ["'self'", ...of("connectDomains")] : ["'none'"],
    "frame-src": orElse(of("frameDomains"), "'none'"),
    "base-uri": orElse(of("baseUriDomains"), "'self'"),
    "object-src": ["'none'"],
    // stricter than the specification, which does not mention them
    "form-action": ["'none'"],
    "worker-src": isLax ? ["'self'", "blob:", ...resources] : ["'none'"],
  };
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** A request that a policy blocked, or would have blocked, as the browser reports it. */
export interface BlockedRequest {
  /** A URL, or a keyword such as `inline` and `eval`. */
  readonly url: string;
  readonly directive: string;
  readonly disposition: "enforce" | "report";
  readonly line?: number;
  readonly column?: number;
  /** The beginning of a blocked inline script or style. */
  readonly sample?: string;
}

const listOf: Readonly<Record<string, DomainList>> = {
  "connect-src": "connectDomains",
  "frame-src": "frameDomains",
  "base-uri": "baseUriDomains",
  "script-src": "resourceDomains",
  "style-src": "resourceDomains",
  "img-src": "resourceDomains",
  "font-src": "resourceDomains",
  "media-src": "resourceDomains",
};

/**
 * The line of `_meta.ui.csp` that would allow a blocked request.
 * @returns undefined if no declaration can, as for `eval`
 */
export function allowingLine({ url, directive }: BlockedRequest): string | undefined {
  const name = directive.replace(/-(elem|attr)$/, "");
  const list = Object.hasOwn(listOf, name) ? listOf[name] : undefined;
  const origin = list && /^(https?|wss?):/.test(url) ? URL.parse(url)?.origin : undefined;
  return origin && origin !== "null" ? `"${list}": [${JSON.stringify(origin)}]` : undefined;
}
