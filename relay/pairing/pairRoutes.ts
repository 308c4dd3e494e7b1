/** The routes `session` (exchange a link's token) and `pair` (pairing by code). */
import express, { type Router } from "express";
import {
  type PairReply,
  pairStatus,
  type RelayCard,
  readPairRequest,
} from "../../shared/relay/client/pairingMessages.ts";
import { wireVersion } from "../../shared/relay/frames/frames.ts";
import type { Counters } from "../counters.ts";
import { refuse } from "../http/errorResponses.ts";
import type { PageLoads } from "../http/pageLoads.ts";
import { visitorFor } from "../http/rateLimiter.ts";
import { createRouter } from "../http/router.ts";
import type { Logger } from "../logger.ts";
import type { PairByCode } from "./pairByCode.ts";
import type { Sessions } from "./sessions.ts";

interface PairRouteOptions {
  /** Whether the relay issues sessions. */
  readonly isOffered: boolean;
  readonly sessions: Sessions;
  /** The documents that a local relay has served; undefined if it need not know its page. */
  readonly pageLoads: Pick<PageLoads, "use"> | undefined;
  /** Called when a page of the relay's origin that it has not served asks for a session. */
  readonly onForeignPage: () => void;
  /** Undefined if no terminal can show a code. */
  readonly pairByCode: PairByCode | undefined;
  /** Whether an origin may already use the relay. */
  readonly isAllowed: (origin: string) => Promise<boolean>;
  readonly version: string;
  readonly counters: Counters;
  readonly logger: Logger;
}

/** Creates the routes `session` and `pair`. */
export function createPairRoutes(options: PairRouteOptions): Router {
  const {
    isOffered,
    sessions,
    pageLoads,
    onForeignPage,
    pairByCode,
    isAllowed,
    version,
    counters,
    logger,
  } = options;
  const router = createRouter();
  const json = express.json({ limit: "4kb" });

  router.post("/session", json, async (request, response) => {
    if (!isOffered) return refuse(response, 404, "This relay issues no sessions.");
    const token: unknown = request.body?.token;
    if (typeof token !== "string") {
      return refuse(response, 400, 'Send the token of the link as JSON: { "token": "…" }.');
    }
    if (pageLoads && !pageLoads.use(request.body.pageLoad)) {
      counters.count("tokens_total", { outcome: "foreign-page" });
      logger.warn("foreign-page");
      onForeignPage();
      return refuse(
        response,
        403,
        "This page was not loaded from the relay itself. Close it and open a new link.",
      );
    }
    const exchange = await sessions.exchangeToken(token, visitorFor(request.ip));
    counters.count("tokens_total", { outcome: exchange.kind });
    switch (exchange.kind) {
      case "paired":
        response.json({ session: exchange.session });
        return;
      case "wrong-token":
        logger.warn("wrong-token");
        return refuse(
          response,
          401,
          "This link does not belong to the running relay: open the one that it printed.",
        );
      case "used-token":
        logger.warn("used-token");
        return refuse(
          response,
          410,
          "This link was already used: press L and Enter in the relay's terminal for a new one.",
        );
      case "wait": {
        const { seconds } = exchange;
        refuse(response, 429, `Too many wrong tokens: try again in ${seconds} s.`, seconds);
      }
    }
  });

  router.get("/pair", async (request, response) => {
    const origin = request.get("Origin");
    const done = isOffered && (origin === undefined || (await isAllowed(origin)));
    const card: RelayCard = {
      name: "mcp-playground",
      version,
      wire: wireVersion,
      pairing: done ? "done" : pairByCode ? "needed" : "off",
    };
    response.json(card);
  });

  router.post("/pair", json, async (request, response) => {
    const asked = readPairRequest(request.body);
    const origin = request.get("Origin") as string; // the origin policy requires it
    if (!asked) return refuse(response, 400, "This is not a pairing request.");
    // A page at the relay's own address may be one that a former program left there: it needs a link.
    const mayPair = pairByCode !== undefined && response.locals.isCrossOrigin === true;
    const reply: PairReply = mayPair ? await pairByCode.reply(origin, asked) : { kind: "off" };
    counters.count("pairings_total", { outcome: reply.kind });
    logger.info("pairing", { origin, asked: asked.kind, outcome: reply.kind });
    if (reply.kind === "busy") {
      response.set("Retry-After", String(Math.ceil(reply.retryInMs / 1000)));
    }
    response.status(pairStatus[reply.kind]).json(reply);
  });

  return router;
}
