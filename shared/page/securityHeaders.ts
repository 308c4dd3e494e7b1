/** The response headers that protect the page: one policy for the relay, the page itself and static hosts. */

/**
 * What the page may load and whom it may ask: it connects to any server, and runs only its own code.
 * Script reaches the document through two Trusted Types policies alone: the page's own, which starts
 * its workers, and Monaco's with the sanitiser that it brings.
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

/** The policy for the page's own `<meta>`, in which `frame-ancestors` has no effect. */
export const metaContentSecurityPolicy: string = directives.join("; ");

/**
 * Sent with every answer. There is no Cross-Origin-Embedder-Policy: isolation also needs an opener
 * policy that would cut the page off from its sign-in windows, and the page embeds nothing foreign.
 * @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [...directives, "frame-ancestors 'none'"].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};
