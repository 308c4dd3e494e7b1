/** Answers in plain words. */
import type { ErrorRequestHandler, Response } from "express";
import { StoreUnreachable } from "./store/store.ts";

/** Answers with a sentence for the person who meets it. */
export function refuse(response: Response, status: number, reason: string): void {
  response.status(status).type("text/plain").send(reason);
}

/** Trouble with a request (a body that is no JSON, a path that cannot be decoded), or with the store. */
export const answerError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  if (error instanceof StoreUnreachable) {
    response.set("Retry-After", "2");
    return refuse(response, 503, `${error.message} Try again soon.`);
  }
  const status: unknown = error?.status;
  if (status === 413) return refuse(response, 413, "This is more than the relay takes.");
  const theirs = typeof status === "number" && status >= 400 && status < 500;
  refuse(
    response,
    theirs ? status : 500,
    theirs ? "This request cannot be understood." : "The relay failed to answer this.",
  );
};
