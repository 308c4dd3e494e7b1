/** Stored blobs over HTTP: `PUT`, `GET` and `DELETE /api/blobs/<id>`. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import express, { type Request, type Response, type Router } from "express";
import type { Counters } from "../counters.ts";
import { isStoreTrouble, refuse } from "../http/errorResponses.ts";
import { visitorFor } from "../http/rateLimiter.ts";
import type { Limits } from "../limits.ts";
import { type Blobs, isBlobId } from "./blobs.ts";
import { createTransferLimiter, onceDone } from "./transferLimiter.ts";

/** Seconds that a blob is stored when nobody says for how long. */
const usualSeconds = 7 * 86_400;

/**
 * Bodies that are received at the same time, for each is in memory until it is stored; and of one
 * visitor, for who sends slowly must not keep everybody else out.
 */
const uploadBounds = { all: 16, visitor: 2 };

/**
 * Makes the routes. Nobody needs a session for them: who knows an id may read, who stored it may
 * delete it with the token that `PUT` has answered, as `Authorization: Bearer …`. `PUT` never
 * replaces anything and takes `?ttl=` in seconds.
 */
export function createBlobRoutes(blobs: Blobs, limits: Limits, counters: Counters): Router {
  const router = express.Router();
  const body = express.raw({ type: () => true, limit: limits.blobBytes, inflate: false });
  const uploads = createTransferLimiter(uploadBounds);
  const downloads = createTransferLimiter({
    all: limits.blobReads,
    visitor: limits.blobReadsPerVisitor,
  });

  router.param("id", (_request, response, next, id: string) => {
    if (isBlobId(id)) return next();
    refuse(response, 400, "An id has 22 to 64 letters, digits, hyphens and underscores.");
  });

  router.put("/:id", async (request, response, next) => {
    const ttl = ttlOf(request, limits);
    if (ttl === undefined) {
      return refuse(
        response,
        400,
        `ttl needs whole seconds, at least 1 and at most ${limits.blobMs / 1000}.`,
      );
    }
    if (Number(request.get("Content-Length")) > limits.blobBytes) {
      return refuse(response, 413, `A blob has at most ${limits.blobBytes} bytes here.`);
    }
    const bound = uploads.begin(request, response);
    if (bound) return refuseForNow(response, bound, "stored");
    const seconds = await blobs.admit(visitorFor(request.ip));
    if (seconds > 0) {
      counters.count("blobs_total", { outcome: "wait" });
      response.set("Retry-After", String(seconds));
      return refuse(response, 429, `This is stored too often: try again in ${seconds} s.`);
    }
    response.locals.ttl = ttl;
    next();
  });

  router.put("/:id", body, async (request, response) => {
    const bytes: unknown = request.body;
    const { id } = request.params;
    const ttl: number = response.locals.ttl;
    const body = Buffer.isBuffer(bytes) ? bytes : new Uint8Array();
    const stored = await blobs.put(id, body, ttl, visitorFor(request.ip));
    counters.count("blobs_total", { outcome: stored.kind });
    switch (stored.kind) {
      case "stored": {
        const { deleteToken, expires } = stored;
        response.status(201).json({ id, deleteToken, expires: new Date(expires).toISOString() });
        return;
      }
      case "taken":
        return refuse(response, 409, "Something is stored under this id already.");
      case "full":
        response.set("Retry-After", "3600");
        return refuse(response, 507, "This relay has stored as much as it may: try again later.");
      case "owner-full":
        response.set("Retry-After", "3600");
        return refuse(
          response,
          429,
          "You have stored as much here as one visitor may: delete something, or wait until it expires.",
        );
    }
  });

  router.get("/:id", async (request, response) => {
    const bound = downloads.begin(request, response);
    if (bound) return refuseForNow(response, bound, "read");
    const blob = await blobs.open(request.params.id);
    if (!blob) return refuse(response, 404, gone);
    response.set({
      "Content-Type": "application/octet-stream",
      "Content-Disposition": "attachment",
      "Content-Length": String(blob.size),
    });
    if (request.method === "HEAD") return void response.end();
    // who reads slowly holds a place: not for ever, and no longer than the connection is there
    const ending = new AbortController();
    const late = setTimeout(() => ending.abort(), limits.blobReadMs);
    onceDone(request, response, () => ending.abort());
    const pieces = Readable.from(blob.pieces(), { highWaterMark: 1 });
    try {
      await pipeline(pieces, response, { signal: ending.signal });
    } catch (error) {
      // the announced length tells the reader that the rest is missing
      response.destroy();
      if (isStoreTrouble(error)) throw error;
    } finally {
      clearTimeout(late);
    }
  });

  router.delete("/:id", async (request, response) => {
    const [, token] = /^Bearer ([\w-]+)$/.exec(request.get("Authorization") ?? "") ?? [];
    if (token === undefined) {
      response.set("WWW-Authenticate", "Bearer");
      return refuse(response, 401, "Send the delete token: Authorization: Bearer …");
    }
    switch (await blobs.delete(request.params.id, token)) {
      case "deleted":
        response.status(204).end();
        return;
      case "absent":
        return refuse(response, 404, gone);
      case "wrong-token":
        return refuse(response, 403, "This is not the token with which it can be deleted.");
    }
  });

  return router;
}

/** Answers that there are too many at this moment: of this visitor (429), or in all (503). */
function refuseForNow(response: Response, bound: "all" | "visitor", what: string): void {
  response.set("Retry-After", "1");
  const whose = bound === "all" ? "" : " for you";
  refuse(
    response,
    bound === "all" ? 503 : 429,
    `Too much is being ${what}${whose} at this moment: try again soon.`,
  );
}

const gone = "Nothing is stored under this id, or no more.";

/** Milliseconds to live; undefined where what is asked for cannot be. */
function ttlOf(request: Request, limits: Limits): number | undefined {
  const asked = new URL(request.originalUrl, "http://relay").searchParams.get("ttl");
  if (asked === null) return Math.min(usualSeconds * 1000, limits.blobMs);
  const ms = /^\d{1,10}$/.test(asked) ? Number(asked) * 1000 : 0;
  return ms >= 1000 && ms <= limits.blobMs ? ms : undefined;
}
