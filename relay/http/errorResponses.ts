/** Sends error responses as plain text. */
import type { ErrorRequestHandler, Response } from "express";
import type { Logger } from "../logger.ts";
import { StoreFull, StoreUnreachable } from "../store/store.ts";

/**
 * Responds with a status and a sentence that explains it.
 * @param retryAfter seconds after which the request may be repeated
 */
export function refuse(
  response: Response,
  status: number,
  reason: string,
  retryAfter?: number,
): void {
  if (retryAfter !== undefined) response.set("Retry-After", String(retryAfter));
  response.status(status).type("text/plain").send(reason);
}

/** Whether an error comes from the store; the relay recovers from those. */
export function isStoreError(error: unknown): error is StoreFull | StoreUnreachable {
  return error instanceof StoreFull || error instanceof StoreUnreachable;
}

/**
 * Creates the Express error handler for malformed requests (invalid JSON, undecodable paths) and
 * store failures. The store's message contains its address, so it goes to the log only.
 */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const isFull = error instanceof StoreFull;
    if (isStoreError(error)) {
      logger.warn(isFull ? "store-full" : "store-unreachable", { reason: error.message });
    }
    // The announced response cannot be completed; Express would print the stack to the terminal.
    if (response.headersSent) return void response.destroy();
    if (isStoreError(error)) {
      return isFull
        ? refuse(response, 507, "The relay's store is full: try again later.", 60)
        : refuse(response, 503, "The relay's store does not answer. Try again soon.", 2);
    }
    const status: unknown = error?.status;
    if (status === 413) return refuse(response, 413, "The request body is too large.");
    const theirs = typeof status === "number" && status >= 400 && status < 500;
    if (!theirs) logger.error("request-failed", { error: String(error?.name) });
    refuse(
      response,
      theirs ? status : 500,
      theirs ? "The request is malformed." : "The relay failed to handle the request.",
    );
  };
}
