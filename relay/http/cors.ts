/** CORS responses for pages of allowed origins. */
import type { Request, Response } from "express";

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
