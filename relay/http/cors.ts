/** Cache-Control of the page's files, and CORS responses for pages of allowed origins. */
import type { Request, Response } from "express";

/**
 * The `Cache-Control` of a file of the page.
 * @param path its path below the page's folder, with forward slashes
 */
export function cacheControl(path: string): string {
  // Authorization servers redirect there with a code in the URL.
  if (path === "callback.html") return "no-store";
  const hashed = /^assets\/.*-[\w-]{8,}\.\w+$/.test(path);
  return hashed ? "public, max-age=31536000, immutable" : "no-cache";
}

/** Lifetime of a preflight's result in seconds; short, because an allowed origin can be revoked. */
const preflightSeconds = 60;

/**
 * Sets the CORS headers and answers preflight requests, including those of browsers with the older
 * Private Network Access.
 * @param origin an allowed origin; undefined for the relay's own page
 * @returns whether the request still needs a response
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 * @see https://wicg.github.io/private-network-access/#cors-preflight
 */
export function answerAcrossOrigins(
  request: Request,
  response: Response,
  origin: string | undefined,
): boolean {
  response.vary("Origin");
  if (origin === undefined) return true;
  response.set({
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": "retry-after",
  });
  const asked = request.get("Access-Control-Request-Method");
  if (request.method !== "OPTIONS" || asked === undefined) return true;
  response.set({
    "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
    "Access-Control-Allow-Headers": "authorization, content-type",
    "Access-Control-Max-Age": String(preflightSeconds),
  });
  if (request.get("Access-Control-Request-Private-Network") === "true") {
    response.set("Access-Control-Allow-Private-Network", "true");
  }
  response.status(204).end();
  return false;
}
