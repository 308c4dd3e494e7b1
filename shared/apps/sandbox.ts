/** Locates the sandbox page of an app: the document, at another origin, in which the app runs. */
import { encodeText, sha256 } from "../core/bytes.ts";
import { toHex } from "../core/hex.ts";
import { isJsonObject, parseJsonObject } from "../core/json/jsonObject.ts";
import type { AppPermission } from "./appResource.ts";
import { readDeclaredDomains } from "./declaredDomains.ts";
import { type AppPolicy, appPolicy } from "./policy.ts";

/** The path of the sandbox page, at the page's own origin and at those for apps. */
export const sandboxPath = "sandbox.html";

export interface SandboxPlace {
  /** The address for the frame. */
  readonly url: string;
  /** The target for `postMessage`; `*` if the origin is opaque. */
  readonly targetOrigin: string;
  /** `origin` of the events with its messages. */
  readonly eventOrigin: string;
  /** The attribute `sandbox` of the frame. */
  readonly sandbox: string;
  /** Whether the app has no storage, and `Origin: null` in its requests. */
  readonly isOpaque: boolean;
}

interface Located {
  /**
   * The origin for apps, as the relay announces it: with `*` as first label of its host, each app of
   * each server has its own; without, the origin is opaque. Undefined if there is none: the page's
   * own folder has the sandbox page, and its origin is opaque too.
   */
  readonly appsOrigin: string | undefined;
  /** The address of the page. */
  readonly page: string;
  readonly policy: AppPolicy;
  /** A random text of this page that it keeps with its state: no other server can derive the origin. */
  readonly secret: string;
  /** The address or command of the server. */
  readonly server: string;
  /** The URI of the app's document. */
  readonly uri: string;
}

/** Locates the sandbox page of an app. */
export async function locateSandbox(options: Located): Promise<SandboxPlace> {
  const { appsOrigin, page, policy, secret, server, uri } = options;
  const isOpaque = appsOrigin?.includes("//*.") !== true;
  const label = isOpaque ? "" : await labelOf([secret, server, uri]);
  const url = new URL(sandboxPath, appsOrigin?.replace("//*.", `//${label}.`) ?? page);
  const { profile, domains } = policy;
  url.search = new URLSearchParams({
    host: new URL(page).origin,
    policy: JSON.stringify({ profile, ...(domains && { csp: domains }) }),
  }).toString();
  url.hash = "";
  return {
    url: url.href,
    targetOrigin: isOpaque ? "*" : url.origin,
    eventOrigin: isOpaque ? "null" : url.origin,
    sandbox: `allow-scripts allow-forms${isOpaque ? "" : " allow-same-origin"}`,
    isOpaque,
  };
}

async function labelOf(parts: readonly string[]): Promise<string> {
  const hash = await sha256(encodeText(JSON.stringify(parts)));
  return `app-${toHex(hash.slice(0, 16))}`;
}

/** Whether a host name is one that {@link locateSandbox} makes below a domain. */
export function isAppHost(hostname: string, domain: string): boolean {
  const label = hostname.slice(0, -domain.length - 1);
  return hostname.endsWith(`.${domain}`) && /^app-[0-9a-f]{32}$/.test(label);
}

/**
 * Reads the query of a sandbox page's address. The policy is made again from the domains in it.
 * @returns undefined if it is not one that {@link locateSandbox} makes
 */
export function readSandboxQuery(
  query: string,
): { readonly host: string; readonly policy: AppPolicy } | undefined {
  const parameters = new URLSearchParams(query);
  const host = parameters.get("host") ?? "";
  const asked = parseJsonObject(parameters.get("policy") ?? "");
  if (!asked || URL.parse(host)?.origin !== host) return undefined;
  const { profile, csp } = asked;
  if (csp !== undefined && !isJsonObject(csp)) return undefined;
  const { domains } = readDeclaredDomains(csp, "");
  return { host, policy: appPolicy(domains, profile === "lax" ? "lax" : "specification") };
}

/**
 * The attribute `allow` of the frame with the sandbox page.
 * @param permissions those that the user granted
 */
export function allowAttribute(permissions: readonly AppPermission[], isOpaque: boolean): string {
  return permissions.map((feature) => `${feature}${isOpaque ? " *" : ""}`).join("; ");
}
