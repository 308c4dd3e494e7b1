/** Answers in plain words. */
import type { ErrorRequestHandler, Response } from "express";
import type { Logger } from "../logger.ts";
import { StoreFull, StoreUnreachable } from "../store/store.ts";

/** Answers with a sentence for the person who meets it. */
export function refuse(response: Response, status: number, reason: string): void {
  response.status(status).type("text/plain").send(reason);
}

/** Whether an error is the store's, which the relay outlives. */
export function isStoreTrouble(error: unknown): error is StoreFull | StoreUnreachable {
  return error instanceof StoreFull || error instanceof StoreUnreachable;
}

/**
 * Answers trouble with a request (a body that is no JSON, a path that cannot be decoded), or with
 * the store. What the store says names its address: it is for the log, not for whoever asks.
 */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const isFull = error instanceof StoreFull;
    if (isStoreTrouble(error)) {
      logger.warn(isFull ? "store-full" : "store-unreachable", { reason: error.message });
    }
    // what was announced cannot be kept; Express would write the error's stack to the terminal
    if (response.headersSent) return void response.destroy();
    if (isStoreTrouble(error)) {
      response.set("Retry-After", isFull ? "60" : "2");
      return isFull
        ? refuse(response, 507, "The relay's store is full: try again later.")
        : refuse(response, 503, "The relay's store does not answer. Try again soon.");
    }
    const status: unknown = error?.status;
    if (status === 413) return refuse(response, 413, "This is more than the relay takes.");
    const theirs = typeof status === "number" && status >= 400 && status < 500;
    if (!theirs) logger.error("request-failed", { error: String(error?.name) });
    refuse(
      response,
      theirs ? status : 500,
      theirs ? "This request cannot be understood." : "The relay failed to answer this.",
    );
  };
}
