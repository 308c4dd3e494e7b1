/** What may pass between programs at an address that browsers reach too: nothing of pages, nothing they run. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/**
 * Whether a request is one of a web page or of a browser, by what browsers add to it: no page shall
 * reach the server, whether it could read the answer or not. A browser that sends no fetch metadata is
 * recognised by its name, which a page cannot change without a preflight.
 * @param origins those from which requests are accepted
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isOfBrowser(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  const { origin, "user-agent": userAgent = "" } = headers;
  const site = headers["sec-fetch-site"];
  const mode = headers["sec-fetch-mode"];
  const destination = headers["sec-fetch-dest"];
  return (
    (origin !== undefined && !origins.includes(origin)) ||
    // a desktop app that uses the network code of a browser has no site
    (site !== undefined && site !== "none") ||
    (mode !== undefined && mode !== "cors" && !(mode === "no-cors" && site === "none")) ||
    (destination !== undefined && destination !== "empty") ||
    headers["service-worker"] !== undefined ||
    (site === undefined && origin === undefined && isNameOfBrowser(userAgent))
  );
}

/** Programs that call themselves compatible with browsers are none. */
function isNameOfBrowser(userAgent: string): boolean {
  return userAgent.startsWith("Mozilla/") && !userAgent.includes("compatible;");
}

/** For an answer that a browser would show or run otherwise. */
export const sandboxHeaders = [
  "Content-Security-Policy",
  "sandbox; default-src 'none'",
  "X-Content-Type-Options",
  "nosniff",
] as const;

/** Headers of one connection. @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
export const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  // trailers are not passed on
  "trailer",
  "transfer-encoding",
]);

/** Whether the head of an answer can be passed on: parsers take more than servers may send. */
export function hasValidHead({ statusCode = 0, statusMessage = "" }: IncomingMessage): boolean {
  return statusCode >= 200 && /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage);
}

/** @param change returns the value of a header, or undefined to leave it out */
export function mapHeaders(
  raw: readonly string[],
  change: (name: string, value: string) => string | undefined,
): string[] {
  const changed: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const [name = "", value = ""] = raw.slice(index, index + 2);
    const next = change(name.toLowerCase(), value);
    if (next !== undefined) changed.push(name, next);
  }
  return changed;
}
