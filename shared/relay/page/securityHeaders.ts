/** Security headers of the page: one Content-Security-Policy for the relay, the page and static hosts. */

/** The sandbox page beside the page, in which apps run at an opaque origin. */
const ownFrames = ["'self'"];

/**
 * CSP directives: the page connects to any server and runs only its own code. The only Trusted Types
 * policies are the page's own, which creates its workers, and those of Monaco and its sanitiser.
 */
const directives = (
  inlineScripts: readonly string[],
  frameSources: readonly string[] = [],
): readonly string[] => [
  "default-src 'none'",
  ["script-src 'self'", ...inlineScripts].join(" "),
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src * ws: wss:",
  ["frame-src", ...ownFrames, ...frameSources].join(" "),
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
 * @param frameSources origins of apps that the page may embed
 * @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export function securityHeaders(
  inlineScripts: readonly string[] = [],
  frameSources: readonly string[] = [],
): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": [
      ...directives(inlineScripts, frameSources),
      "frame-ancestors 'none'",
    ].join("; "),
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

/** Adds sources of frames to the policy in a built page's `<meta>` element. */
export function withFrameSources(html: string, frameSources: readonly string[]): string {
  const own = `frame-src ${ownFrames.join(" ")}`;
  return html.replace(own, [own, ...frameSources].join(" "));
}

/**
 * The policy of the sandbox page at the page's own origin: whatever embeds it, it gets an opaque origin.
 * The page adds the policy of the app.
 */
export const sandboxPageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "sandbox allow-scripts allow-forms; frame-ancestors 'self'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};
