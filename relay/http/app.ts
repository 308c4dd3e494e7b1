/** The Express application: origin check, security headers, API routes, the page's files. */
import type { Request, Response } from "express";
import express, { type Express, type RequestHandler, type Router } from "express";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import { pairPath } from "../../shared/relay/client/pairingMessages.ts";
import { refusalHeader } from "../../shared/relay/client/relaySession.ts";
import { securityHeaders } from "../../shared/relay/page/securityHeaders.ts";
import type { Counters } from "../counters.ts";
import type { Logger } from "../logger.ts";
import { isPersonRefusal, type People, personOf } from "../people/people.ts";
import { OptionError } from "../relayOptions.ts";
import { createErrorHandler, refuse } from "./errorResponses.ts";
import { createWorkerRemover } from "./localPage.ts";
import { callerOf, isRefusal, type OriginPolicy } from "./originPolicy.ts";

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
function answerAcrossOrigins(
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

interface AppOptions {
  readonly originPolicy: OriginPolicy;
  /** Undefined if nobody is named. */
  readonly people: People | undefined;
  /** Mounted at `/api`. */
  readonly routes: readonly Router[];
  /** Undefined if the relay stores no blobs. */
  readonly blobRoutes: Router | undefined;
  /** The same for live sessions. */
  readonly liveRoutes: Router | undefined;
  /** Serve the page; empty if another server does. */
  readonly pageRoutes: readonly RequestHandler[];
  readonly trustProxy: string | undefined;
  readonly isDraining: () => boolean;
  readonly counters: Counters;
  readonly logger: Logger;
}

/**
 * Creates the application.
 * @throws {OptionError} when `trustProxy` is invalid
 */
export function createHttp(options: AppOptions): Express {
  const {
    originPolicy,
    people,
    routes,
    blobRoutes,
    liveRoutes,
    pageRoutes,
    trustProxy,
    isDraining,
    counters,
    logger,
  } = options;
  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", false);
  // A proxy in front limits the routes by their exact paths.
  app.enable("case sensitive routing");
  app.enable("strict routing");
  if (trustProxy !== undefined) trust(app, trustProxy);

  app.use(createWorkerRemover());
  app.use(async (request, response, next) => {
    const start = performance.now();
    const { method } = request;
    // Mounted routers see a shortened path, so the route is determined here.
    const route = kindOf(request.path);
    response.once("finish", () => {
      const { statusCode: status } = response;
      counters.count("http_requests_total", { route, status: String(status) });
      const ms = Math.round(performance.now() - start);
      logger.info("request", { method, route, status, ms, person: personOf(response) });
    });
    response.set(securityHeaders());
    // The client's next request then reaches another relay.
    if (isDraining()) response.set("Connection", "close");
    const { host, origin } = request.headers;
    const pairing = request.path === `/${pairPath}`;
    const verdict = await originPolicy.evaluate(callerOf(request, { upgrade: false, pairing }));
    // Some routes are only for the relay's own page.
    response.locals.isCrossOrigin = isRefusal(verdict) || verdict.crossOrigin !== undefined;
    if (isRefusal(verdict)) {
      counters.count("refused_callers_total", { status: String(verdict.status) });
      logger.warn("refused", { status: verdict.status, host, origin });
      refuse(response, verdict.status, verdict.reason);
      return;
    }
    const person = people?.evaluate(request, false);
    if (isPersonRefusal(person)) {
      counters.count("refused_callers_total", { status: String(person.status) });
      logger.warn("refused", { status: person.status, code: person.code });
      response.set(refusalHeader, person.code);
      refuse(response, person.status, person.reason);
      return;
    }
    response.locals.person = person?.name;
    if (holdsToken(request.url)) {
      refuse(response, 400, "A token must not be sent in a query: in the link, it follows the #.");
    } else if (answerAcrossOrigins(request, response, verdict.crossOrigin)) {
      next();
    }
  });

  app.use("/api", (_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  });
  app.use("/api/blobs", blobRoutes ?? answerNoBlobs);
  app.use("/api/live", liveRoutes ?? answerNoBlobs);
  for (const router of routes) app.use("/api", router);

  for (const route of pageRoutes) app.use(route);

  app.use((_request, response) => refuse(response, 404, "Not found."));
  app.use(createErrorHandler(logger));
  return app;
}

const answerNoBlobs: RequestHandler = (_request, response) =>
  refuse(response, 404, "This relay stores no blobs: start it with --blobs.");

/** @throws {OptionError} when Express does not accept the list */
function trust(app: Express, proxies: string): void {
  try {
    app.set("trust proxy", proxies);
  } catch (error) {
    const why = errorMessage(error);
    throw new OptionError(
      `--trust-proxy needs a comma-separated list of addresses, ranges or names such as loopback: ${why}.`,
    );
  }
}

/** Whether a URL's query contains a token, which proxies and browser histories would keep. */
function holdsToken(url: string): boolean {
  return /[?&](k|token|session)=/.test(url);
}

/** The route for logs and metrics; the path itself may be a secret (the id of a blob). */
function kindOf(path: string): string {
  const [, kind] =
    /^\/api\/(health|ready|metrics|session|pair|device-key|link|blobs|live)(\/|$)/.exec(path) ?? [];
  return kind ?? (path.startsWith("/api/") ? "other" : "page");
}
