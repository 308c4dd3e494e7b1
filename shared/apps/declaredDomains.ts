/** Reads the domains that an app declares, and drops what is not a plain source of a policy. */

import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";
import { isLoopbackHost, isPrivateHost } from "../core/text/addresses.ts";
import { type AppFinding, appFinding } from "./appFinding.ts";

/** The lists of `_meta.ui.csp`. */
const domainLists = [
  "connectDomains",
  "resourceDomains",
  "frameDomains",
  "baseUriDomains",
] as const;

export type DomainList = (typeof domainLists)[number];

/** Valid sources by list; what is not declared is absent. */
export type DeclaredDomains = Readonly<Partial<Record<DomainList, readonly string[]>>>;

/** Maximum number of characters of all sources: they are sent in a URL and in a header. */
const maximumLength = 4096;

/** A scheme, a host that may begin with `*.`, a port and a path; no keyword and nothing that ends a directive. */
const source =
  /^(https?|wss?):\/\/(\*\.)?([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(:(?:\d{1,5}|\*))?(\/[\w./~%@+-]*)?$/i;

/**
 * Reads `_meta.ui.csp`.
 * @param csp any JSON value
 * @param pointer of `csp` in the message
 * @returns no domains if `csp` is not an object, so that the most restrictive policy applies
 * @see https://w3c.github.io/webappsec-csp/#source-lists
 */
export function readDeclaredDomains(
  csp: unknown,
  pointer: string,
): { readonly domains: DeclaredDomains | undefined; readonly findings: readonly AppFinding[] } {
  if (csp === undefined) return { domains: undefined, findings: [] };
  const findings: AppFinding[] = [];
  if (!isJsonObject(csp)) {
    findings.push(appFinding("app-metadata-type", { expected: "object" }, pointer));
    return { domains: undefined, findings };
  }
  let length = 0;
  const valid = (value: unknown, at: string): value is string => {
    const found = checkSource(value, at);
    length += typeof value === "string" ? value.length + 1 : 0;
    const isTooLong = length > maximumLength;
    if (found) findings.push(found);
    else if (isTooLong) {
      findings.push(appFinding("app-domain-invalid", { source: value, reason: "too-many" }, at));
    }
    return typeof value === "string" && !isTooLong && found?.code !== "app-domain-invalid";
  };
  const lists = domainLists.flatMap((list): [DomainList, readonly string[]][] => {
    const values = getOwn(csp, list);
    if (values === undefined) return [];
    const at = `${pointer}/${list}`;
    if (!Array.isArray(values)) {
      findings.push(appFinding("app-metadata-type", { expected: "array" }, at));
      return [];
    }
    return [[list, values.filter((value, index) => valid(value, `${at}/${index}`))]];
  });
  return { domains: Object.fromEntries(lists), findings: findings.slice(0, 100) };
}

/** The first thing that is wrong with a source. */
function checkSource(value: unknown, pointer: string): AppFinding | undefined {
  const place = typeof value === "string" ? placeOf(value) : undefined;
  const facts = { source: value };
  const invalid = (reason: "syntax" | "local-range") =>
    appFinding("app-domain-invalid", { ...facts, reason }, pointer);
  if (!place) return invalid("syntax");
  const { isEncrypted, isWildcard, hostname, port, isLocal } = place;
  // every program of this machine, or every device of a network, is no origin
  if (isLocal && (port === "*" || (isWildcard && isLoopbackHost(hostname)))) {
    return invalid("local-range");
  }
  if (isLocal) return appFinding("app-domain-local", facts, pointer);
  if (isWildcard && !hostname.includes(".")) return appFinding("app-domain-wide", facts, pointer);
  return isEncrypted ? undefined : appFinding("app-domain-unencrypted", facts, pointer);
}

/** Where a source is. */
interface SourcePlace {
  readonly isEncrypted: boolean;
  /** Whether it is every host below `hostname`. */
  readonly isWildcard: boolean;
  /** As `URL.hostname` gives it. */
  readonly hostname: string;
  /** Digits, or `*`. */
  readonly port: string;
  /** Whether it is on this machine or in a private network, as far as its name shows. */
  readonly isLocal: boolean;
}

/** @returns undefined if the text is no plain source */
function placeOf(text: string): SourcePlace | undefined {
  const match = text.length <= 300 ? source.exec(text) : null;
  if (!match) return undefined;
  const [, scheme = "", wildcard, host = "", written] = match;
  const isEncrypted = /^(https|wss)$/i.test(scheme);
  // numbers have many spellings of the same address
  const hostname = URL.parse(`http://${host}`)?.hostname;
  if (hostname === undefined) return undefined;
  return {
    isEncrypted,
    isWildcard: wildcard !== undefined,
    hostname,
    port: written?.slice(1) ?? (isEncrypted ? "443" : "80"),
    isLocal: isPrivateHost(wildcard === undefined ? hostname : `any.${hostname}`),
  };
}

/**
 * The sources on the user's machine and in private networks, which an app may contact only if the user
 * agrees: pages on the web have no access to them.
 * @param server the URL of the app's server, whose own host and port are no such source
 */
export function localSources(
  domains: DeclaredDomains | undefined,
  server: string | undefined,
): readonly string[] {
  const own = server === undefined ? undefined : URL.parse(server);
  const ownPort = own?.port || (own?.protocol === "https:" ? "443" : "80");
  const nameOf = (hostname: string) => (isLoopbackHost(hostname) ? "localhost" : hostname);
  const sources = new Set(Object.values(domains ?? {}).flat());
  return [...sources].filter((text) => {
    const place = placeOf(text);
    if (!place?.isLocal) return false;
    const { isWildcard, hostname, port } = place;
    return isWildcard || !own || nameOf(hostname) !== nameOf(own.hostname) || port !== ownPort;
  });
}

/** The domains without some of their sources. */
export function withoutSources(
  domains: DeclaredDomains | undefined,
  left: readonly string[],
): DeclaredDomains | undefined {
  return (
    domains &&
    Object.fromEntries(
      Object.entries(domains).map(([list, sources]) => [
        list,
        sources.filter((each) => !left.includes(each)),
      ]),
    )
  );
}

/** Declared domains together with others; undefined only if there are none. */
export function withDomains(
  declared: DeclaredDomains | undefined,
  more: DeclaredDomains,
): DeclaredDomains | undefined {
  const lists = domainLists.flatMap((name) => {
    const all = new Set([...(declared?.[name] ?? []), ...(more[name] ?? [])]);
    return all.size > 0 ? [[name, [...all]] as const] : [];
  });
  return declared === undefined && lists.length === 0 ? undefined : Object.fromEntries(lists);
}
