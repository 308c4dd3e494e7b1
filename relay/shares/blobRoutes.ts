/** Stored blobs over HTTP: `PUT`, `GET` and `DELETE /api/blobs/<id>`. */
import express, { type Request, type Router } from "express";
import { refuse } from "../answers.ts";
import type { Limits } from "../limits.ts";
import { visitorAt } from "../rate.ts";
import type { Tally } from "../tally.ts";
import { type Blobs, isBlobId } from "./blobs.ts";

/** Seconds that a blob is stored when nobody says for how long. */
const usualSeconds = 7 * 86_400;

/** Bodies that are read at the same time: what they may fill of the memory is bounded. */
const uploadsAtOnce = 32;

/** And of one visitor: who sends slowly must not keep everybody else out. */
const uploadsOfOne = 4;

/**
 * Makes the routes. Nobody needs a session for them: who knows an id may read, who stored it may
 * delete it with the token that `PUT` has answered, as `Authorization: Bearer …`. `PUT` never
 * replaces anything and takes `?ttl=` in seconds.
 */
export function createBlobRoutes(blobs: Blobs, limits: Limits, tally: Tally): Router {
  const router = express.Router();
  const body = express.raw({ type: () => true, limit: limits.blobBytes, inflate: false });
  /** Who is sending a body at this moment; one visitor as often as he does. */
  const uploading: string[] = [];

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
    const visitor = visitorAt(request.ip);
    const mine = uploading.filter((other) => other === visitor).length;
    if (uploading.length >= uploadsAtOnce || mine >= uploadsOfOne) {
      response.set("Retry-After", "1");
      return refuse(response, 503, "Too much is being stored at this moment: try again soon.");
    }
    uploading.push(visitor);
    response.once("close", () => uploading.splice(uploading.indexOf(visitor), 1));
    const seconds = await blobs.admit(visitor);
    if (seconds > 0) {
      tally.count("blobs_total", { outcome: "wait" });
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
    const stored = await blobs.put(id, Buffer.isBuffer(bytes) ? bytes : new Uint8Array(), ttl);
    tally.count("blobs_total", { outcome: stored.kind });
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
    }
  });

  router.get("/:id", async (request, response) => {
    const bytes = await blobs.get(request.params.id);
    if (!bytes) return refuse(response, 404, gone);
    response.set({
      "Content-Type": "application/octet-stream",
      "Content-Disposition": "attachment",
    });
    response.end(bytes);
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

const gone = "Nothing is stored under this id, or no more.";

/** Milliseconds to live; undefined where what is asked for cannot be. */
function ttlOf(request: Request, limits: Limits): number | undefined {
  const asked = new URL(request.originalUrl, "http://relay").searchParams.get("ttl");
  if (asked === null) return Math.min(usualSeconds * 1000, limits.blobMs);
  const ms = /^\d{1,10}$/.test(asked) ? Number(asked) * 1000 : 0;
  return ms >= 1000 && ms <= limits.blobMs ? ms : undefined;
}
