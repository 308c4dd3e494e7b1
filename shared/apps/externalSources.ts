/** Finds scripts and style sheets of an app's document that its policy will block. */

export interface ExternalSource {
  readonly element: "script" | "link";
  readonly url: string;
  /** The origin to declare in `resourceDomains`. */
  readonly origin: string;
}

/** Most that are reported, and UTF-16 code units of a document that are looked at. */
const maximum = 10;
const maximumLength = 5 * 1024 * 1024;

/** A start tag; bounded, and without the start of another one, so that a hostile document takes linear time. */
const tag = /<(script|link)\s([^<>]{0,2000})>/gi;
const address = /(?:^|\s)(?:src|href)\s*=\s*["']?((?:https?:)?\/\/[^\s"'>]{1,500})/i;
const loads = /(?:^|\s)rel\s*=\s*["']?(?:stylesheet|preload|modulepreload)/i;

/**
 * Finds external scripts and style sheets whose origin is not declared. A hint only: what scripts add is
 * known when it is blocked.
 * @param declared sources of `resourceDomains`
 */
export function undeclaredSources(html: string, declared: readonly string[]): ExternalSource[] {
  const found = new Map<string, ExternalSource>();
  for (const [, name = "", attributes = ""] of html.slice(0, maximumLength).matchAll(tag)) {
    const element = name.toLowerCase() === "script" ? "script" : "link";
    const text = address.exec(attributes)?.[1];
    if (text === undefined || (element === "link" && !loads.test(attributes))) continue;
    const url = URL.parse(text, "https://app.invalid");
    if (!url || found.has(url.origin) || declared.some((source) => allows(source, url))) continue;
    found.set(url.origin, { element, url: url.href, origin: url.origin });
    if (found.size === maximum) break;
  }
  return [...found.values()];
}

/** Whether a source of a policy allows a URL, by scheme and host. */
function allows(source: string, { protocol, host, hostname }: URL): boolean {
  const [, scheme, wildcard, rest = ""] = /^(\w+:)\/\/(\*\.)?([^/]+)/.exec(source) ?? [];
  if (scheme !== protocol) return false;
  return wildcard ? hostname.endsWith(`.${rest}`) : rest === host;
}
