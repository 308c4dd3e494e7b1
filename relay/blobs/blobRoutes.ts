/** The routes `PUT`, `GET` and `DELETE /api/blobs/<id>`. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import express, { type Request, type Response, type Router } from "express";
import type { Audit } from "../audit.ts";
import type { Counters } from "../counters.ts";
import { isStoreError, refuse } from "../http/errorResponses.ts";
import { visitorFor } from "../http/rateLimiter.ts";
import { createRouter } from "../http/router.ts";
import { personOf } from "../people/people.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { type Blobs, isBlobId } from "./blobs.ts";
import { createTransferLimiter, onceDone } from "./transferLimiter.ts";

/** Default lifetime of a blob in seconds. */
const usualSeconds = 7 * 86_400;

interface BlobRouteOptions {
  readonly limits: RelayLimits;
  readonly counters: Counters;
  readonly audit: Audit;
}

/**
 * Concurrent uploads: in total, because each body is in memory until it is stored, and per visitor,
 * so that slow uploads of one visitor do not block the others.
 */
const uploadBounds = { all: 16, visitor: 2 };

/**
 * Creates the routes. They need no session: whoever knows an id may read the blob; deleting it needs
 * the token that `PUT` returned, as `Authorization: Bearer …`. `PUT` never replaces a blob and
 * accepts `?ttl=` in seconds.
 */
export function createBlobRoutes(
  blobs: Blobs,
  { limits, counters, audit }: BlobRouteOptions,
): Router {
  const router = createRouter();
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
    if (bound) return refuseTransfer(response, bound, "uploads");
    const seconds = await blobs.admit(visitorFor(request.ip));
    if (seconds > 0) {
      counters.count("blobs_total", { outcome: "wait" });
      return refuse(response, 429, `Too many uploads: try again in ${seconds} s.`, seconds);
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
        audit({ what: "shared", person: personOf(response), kind: "recording", id });
        response.status(201).json({ id, deleteToken, expires: new Date(expires).toISOString() });
        return;
      }
      case "taken":
        return refuse(response, 409, "A blob with this id already exists.");
      case "full":
        return refuse(
          response,
          507,
          "The relay's storage for blobs is full: try again later.",
          3600,
        );
      case "owner-full":
        return refuse(
          response,
          429,
          "Your storage quota is used up: delete a blob, or wait until one expires.",
          3600,
        );
    }
  });

  router.get("/:id", async (request, response) => {
    const bound = downloads.begin(request, response);
    if (bound) return refuseTransfer(response, bound, "downloads");
    const blob = await blobs.open(request.params.id);
    if (!blob) return refuse(response, 404, notFound);
    response.set({
      "Content-Type": "application/octet-stream",
      "Content-Disposition": "attachment",
      "Content-Length": String(blob.size),
    });
    if (request.method === "HEAD") return void response.end();
    const { id } = request.params;
    audit({ what: "opened", person: personOf(response), kind: "recording", id });
    // A slow reader occupies a slot: at most for the time limit, and until its connection closes.
    const ending = new AbortController();
    const late = setTimeout(() => ending.abort(), limits.blobReadMs);
    onceDone(request, response, () => ending.abort());
    const pieces = Readable.from(blob.pieces(), { highWaterMark: 1 });
    try {
      await pipeline(pieces, response, { signal: ending.signal });
    } catch (error) {
      // The reader detects the missing rest by the announced length.
      response.destroy();
      if (isStoreError(error)) throw error;
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
        return refuse(response, 404, notFound);
      case "wrong-token":
        return refuse(response, 403, "This is not the blob's delete token.");
    }
  });

  return router;
}

/** Responds that there are too many concurrent transfers: of this visitor (429) or in total (503). */
function refuseTransfer(response: Response, bound: "all" | "visitor", kind: string): void {
  const whose = bound === "all" ? "" : " of yours";
  const reason = `Too many ${kind}${whose} are in progress: try again soon.`;
  refuse(response, bound === "all" ? 503 : 429, reason, 1);
}

const notFound = "There is no blob with this id; it may have expired.";

/** The requested lifetime in milliseconds; undefined if it is invalid. */
function ttlOf(request: Request, limits: RelayLimits): number | undefined {
  const asked = new URL(request.originalUrl, "http://relay").searchParams.get("ttl");
  if (asked === null) return Math.min(usualSeconds * 1000, limits.blobMs);
  const ms = /^\d{1,10}$/.test(asked) ? Number(asked) * 1000 : 0;
  return ms >= 1000 && ms <= limits.blobMs ? ms : undefined;
}
