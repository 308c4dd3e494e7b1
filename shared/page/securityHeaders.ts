/** Security headers of the page: one Content-Security-Policy for the relay, the page and static hosts. */

/**
 * CSP directives: the page connects to any server and runs only its own code. The only Trusted Types
 * policies are the page's own, which creates its workers, and those of Monaco and its sanitiser.
 */
const directives: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
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

/** The policy for the page's `<meta>` element, which ignores `frame-ancestors`. */
export const metaContentSecurityPolicy: string = directives.join("; ");

/**
 * Headers of every response. There is no Cross-Origin-Embedder-Policy: cross-origin isolation also
 * needs an opener policy that would disconnect the sign-in windows, and the page embeds nothing
 * from other origins.
 * @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [...directives, "frame-ancestors 'none'"].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};
