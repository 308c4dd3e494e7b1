/** Security headers of the page: one Content-Security-Policy for the relay, the page and static hosts. */

/**
 * CSP directives: the page connects to any server and runs only its own code. The only Trusted Types
 * policies are the page's own, which creates its workers, and those of Monaco and its sanitiser.
 */
const directives = (inlineScripts: readonly string[]): readonly string[] => [
  "default-src 'none'",
  ["script-src 'self'", ...inlineScripts].join(" "),
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src * ws: wss:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types mcp-playground monaco dompurify",
];

/**
 * The policy for the page's `<meta>` element, which ignores `frame-ancestors`.
 * @param inlineScripts hash sources of the scripts in the page, such as `'sha256-…'`
 */
export function metaContentSecurityPolicy(inlineScripts: readonly string[]): string {
  return directives(inlineScripts).join("; ");
}

/**
 * Headers of every response. There is no Cross-Origin-Embedder-Policy: cross-origin isolation also
 * needs an opener policy that would disconnect the sign-in windows, and the page embeds nothing
 * from other origins.
 * @param inlineScripts as in `metaContentSecurityPolicy`; none but for the page itself
 * @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export function securityHeaders(
  inlineScripts: readonly string[] = [],
): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": [...directives(inlineScripts), "frame-ancestors 'none'"].join("; "),
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Returns the hash sources that the policy in a built page's `<meta>` element allows. */
export function inlineScriptsOf(html: string): string[] {
  const policy = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)?.[1];
  return policy?.match(/'sha256-[\w+/]+=*'/g) ?? [];
}
