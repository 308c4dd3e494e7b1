/** The headers under which the relay serves its page. */

/** What the page may load and whom it may ask; it connects to any server, and runs only our code. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "frame-src blob:",
  "connect-src * ws: wss:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sent with every answer. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": contentSecurityPolicy,
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * How long a file of the page may be kept.
 * @param path its path below the page's folder, with forward slashes
 */
export function cacheControl(path: string): string {
  const hashed = /^assets\/.*-[\w-]{8,}\.\w+$/.test(path);
  return hashed ? "public, max-age=31536000, immutable" : "no-cache";
}
