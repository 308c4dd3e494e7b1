/** The routes of `/api/live`: sessions that their owner lets others watch. */
import express, { type Router } from "express";
import { type LiveEnd, maxLiveChunkBytes } from "../../shared/relay/live/liveWire.ts";
import type { Audit } from "../audit.ts";
import { isBlobId } from "../blobs/blobs.ts";
import { createTransferLimiter } from "../blobs/transferLimiter.ts";
import type { Counters } from "../counters.ts";
import { refuse } from "../http/errorResponses.ts";
import { createRateLimiter, visitorFor } from "../http/rateLimiter.ts";
import { createRouter } from "../http/router.ts";
import { personOf } from "../people/people.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { Store } from "../store/store.ts";
import { createLiveAdmission, refuseUnknown } from "./liveAdmission.ts";
import { createLiveFollowers, type Follower } from "./liveFollowers.ts";
import { createLiveSessions, type LiveSession } from "./liveSessions.ts";
import { createLiveStreams } from "./liveStreams.ts";

interface Live {
  readonly router: Router;
  /** Viewers or owners that are connected to this relay. */
  count(kind: Follower["kind"]): number;
  /** Closes the streams; their readers connect to another relay. */
  close(): void;
}

interface LiveOptions {
  readonly store: Store;
  readonly limits: RelayLimits;
  readonly counters: Counters;
  readonly isDraining: () => boolean;
  readonly audit: Audit;
}

/** Concurrent uploads of chunks. */
const uploadBounds = { all: 64, visitor: 8 };

/**
 * Creates the routes. They need no session: whoever knows an id may watch, only the owner's token
 * can add to it or end it.
 */
export function createLive({ store, limits, counters, isDraining, audit }: LiveOptions): Live {
  const router = createRouter();
  const sessions = createLiveSessions(store, limits, Date.now);
  const tickMs = Math.max(50, Math.min(10_000, Math.floor(limits.liveLeaseMs / 3)));
  const liveFollowers = createLiveFollowers(store, tickMs, Date.now);
  const starts = createRateLimiter(store, {
    name: "live-start",
    limit: limits.liveStartsPerHour,
    windowMs: 3_600_000,
  });
  const uploads = createTransferLimiter(uploadBounds);
  const body = express.raw({ type: () => true, limit: maxLiveChunkBytes, inflate: false });
  const count = (outcome: string) => counters.count("live_total", { outcome });

  const end = async (session: LiveSession, reason: LiveEnd) => {
    await sessions.remove(session);
    count(reason);
    await liveFollowers.end(session.id, reason);
  };

  /** Ends a session that its owner has left. @returns the session if it continues */
  const check = async (id: string): Promise<LiveSession | undefined> => {
    const session = await sessions.find(id);
    if (!session || (await sessions.isAttended(id))) return session;
    await end(session, "owner-left");
    return undefined;
  };

  const streams = createLiveStreams(sessions, liveFollowers, check);

  const { ownedBy, admitStream } = createLiveAdmission({ sessions, limits, isDraining, count });

  router.param("id", (_request, response, next, id: string) => {
    if (isBlobId(id)) return next();
    refuse(response, 400, "An id has 22 to 64 letters, digits, hyphens and underscores.");
  });

  router.put("/:id", async (request, response) => {
    const visitor = visitorFor(request.ip);
    const seconds = await starts.hit(visitor);
    if (seconds > 0)
      return refuse(response, 429, `Too many live sessions: try again in ${seconds} s.`, seconds);
    const { id } = request.params;
    const person = personOf(response);
    const started = await sessions.start(id, visitor, person);
    count(started.kind);
    switch (started.kind) {
      case "started": {
        const { ownerToken, expires } = started;
        audit({ what: "shared", person, kind: "live", id });
        response.status(201).json({ ownerToken, expires: new Date(expires).toISOString() });
        return;
      }
      case "taken":
        return refuse(response, 409, "A live session with this id already exists.");
      case "too-many":
        return refuse(
          response,
          429,
          "You have as many live sessions as this relay permits: end one.",
          60,
        );
    }
  });

  router.post("/:id/:number", async (request, response, next) => {
    if (!/^\d{1,9}$/.test(request.params.number))
      return refuse(response, 400, "Number the chunks.");
    if (Number(request.get("Content-Length")) > maxLiveChunkBytes) {
      return refuse(response, 413, `A chunk has at most ${maxLiveChunkBytes} bytes.`);
    }
    if (uploads.begin(request, response))
      return refuse(response, 429, "Too many chunks at once.", 1);
    const session = await ownedBy(request, response);
    if (!session) return;
    const seconds = await sessions.admitChunk(session);
    if (seconds > 0)
      return refuse(response, 429, `Too many chunks: try again in ${seconds} s.`, seconds);
    response.locals.session = session;
    next();
  });

  router.post("/:id/:number", body, async (request, response) => {
    const session: LiveSession = response.locals.session;
    const bytes: unknown = request.body;
    if (!Buffer.isBuffer(bytes)) return refuse(response, 400, "A chunk must not be empty.");
    const added = await sessions.add(session, Number(request.params.number), bytes);
    switch (added) {
      case "added":
      case "known":
        if (added === "added") await liveFollowers.announce(session.id);
        response.status(204).end();
        return;
      case "gap":
        return refuse(response, 409, "The chunk before is missing.");
      case "session-full":
        await end(session, "full");
        return refuse(response, 413, `A live session has at most ${limits.liveBytes} bytes here.`);
      case "full":
      case "owner-full":
        await end(session, "full");
        return refuse(response, added === "full" ? 507 : 429, "The relay's storage is full.", 3600);
    }
  });

  router.get("/:id/owner", async (request, response) => {
    if (!admitStream(request, response)) return;
    const session = await ownedBy(request, response);
    if (!session) return;
    await sessions.renew(session);
    await streams.toOwner(request, response, session);
  });

  router.get("/:id", async (request, response) => {
    if (!admitStream(request, response)) return;
    const { id } = request.params;
    const from = new URL(request.originalUrl, "http://relay").searchParams.get("from") ?? "0";
    if (!/^\d{1,9}$/.test(from)) return refuse(response, 400, "from needs a number.");
    const session = await check(id);
    if (!session) return refuseUnknown(response);
    if (liveFollowers.viewersOf(id) >= limits.liveViewers) {
      count("too-many-viewers");
      return refuse(response, 429, "This session has as many viewers as the relay permits.", 30);
    }
    // whoever starts at a later chunk reads the rest
    audit({ what: "opened", person: personOf(response), kind: "live", id });
    await streams.toViewer(request, response, session, Number(from));
  });

  router.delete("/:id", async (request, response) => {
    const session = await ownedBy(request, response);
    if (!session) return;
    await end(session, "owner");
    response.status(204).end();
  });

  return {
    router,
    count: liveFollowers.count,
    close() {
      liveFollowers.close();
      streams.close();
    },
  };
}
