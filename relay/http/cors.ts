/** How long browsers may keep files of the page, and how pages of other origins are answered. */
import type { Request, Response } from "express";

/**
 * How long a file of the page may be kept.
 * @param path its path below the page's folder, with forward slashes
 */
export function cacheControl(path: string): string {
  // authorization servers send people there with a code in the address
  if (path === "callback.html") return "no-store";
  const hashed = /^assets\/.*-[\w-]{8,}\.\w+$/.test(path);
  return hashed ? "public, max-age=31536000, immutable" : "no-cache";
}

/** Seconds for which a browser may remember what it was allowed; short, for it can be taken back. */
const preflightSeconds = 60;

/**
 * Names an origin to the browser so that its page can read the answer, and answers the browser's
 * question before the request. That the relay is on the person's own machine while the page is
 * not, older browsers ask for as well (Private Network Access).
 * @param origin one that has been allowed; undefined for the relay's own page
 * @returns whether the request is still to be answered
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
