/** Routes of a local relay's page that protect it from programs that used the port before. */
import type express from "express";
import type { Router } from "express";
import { deviceKeyTiming, pageLoadTiming } from "../../shared/relay/client/relaySession.ts";
import { type AppsPlace, servePageDocument } from "../apps/pageDocument.ts";
import { servePageFiles } from "./pageFiles.ts";
import type { PageLoads } from "./pageLoads.ts";
import { createRouter } from "./router.ts";

/** What is known once the relay listens. */
export interface Bound {
  origin?: string;
  /** Its origin for browsers that do not resolve names below `.localhost`. */
  otherOrigin?: string | undefined;
  /** Whether a local relay uses its port for the first time. */
  isNewPort: boolean;
}

interface LocalPageOptions {
  /** The folder of the built page. */
  readonly pageDir: string;
  readonly bound: Readonly<Bound>;
  readonly pageLoads: PageLoads;
  readonly hasDeviceKey: boolean;
  readonly apps: (host: string | undefined) => AppsPlace | undefined;
}

/**
 * Removes a service worker. Browsers ask for the script of each worker again, past the worker itself,
 * and install what they get if it has changed.
 * @see https://w3c.github.io/ServiceWorker/#update-algorithm
 */
const removingWorker = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(remove()));
async function remove() {
  await registration.unregister();
  for (const client of await clients.matchAll({ type: "window" })) client.navigate(client.url);
}
`;

/** Answers requests for the script of a service worker, at any host: the page has none. */
export function createWorkerRemover(): express.RequestHandler {
  return (request, response, next) => {
    if (request.get("Service-Worker") !== "script") return next();
    response.set({
      "Cache-Control": "no-store",
      // the script may have been at another path than the one that its worker controls
      "Service-Worker-Allowed": "/",
    });
    response.type("text/javascript").send(removingWorker);
  };
}

/**
 * Where a request at a loopback address is redirected to.
 * @param target of the request: path and query
 * @param origin of the page
 */
export function toPage(target: string, origin: string): string | undefined {
  const [path = ""] = target.split("?");
  if (path === "/callback.html") return origin + target;
  return path === "/" || path === "/index.html" ? `${origin}/` : undefined;
}

/**
 * Creates the routes. At the loopback addresses, which any program can have used, there is no page:
 * they redirect to its own origin. Authorization servers redirect there too, because they accept no
 * other address of this machine.
 */
export function createLocalPageRoutes(options: LocalPageOptions): Router {
  const { pageDir, bound, pageLoads, hasDeviceKey, apps } = options;
  const isUnstored = ({ locals }: express.Response) => locals.hasPageLoad === true;
  const router = createRouter();
  router.get("/{*path}", (request, response, next) => {
    const { origin = "", otherOrigin, isNewPort } = bound;
    const { path, url } = request;
    const isPage = path === "/" || path === "/index.html";
    const asked = `http://${request.get("Host")?.toLowerCase()}`;
    if (asked === origin || asked === otherOrigin) {
      const id = isPage ? pageLoads.issue(request) : undefined;
      const timings = [
        ...(id === undefined ? [] : [`${pageLoadTiming};desc="${id}"`]),
        ...(isPage && hasDeviceKey ? [deviceKeyTiming] : []),
      ];
      if (timings.length > 0) response.set("Server-Timing", timings.join(", "));
      if (id !== undefined) {
        response.locals.hasPageLoad = true;
        delete request.headers["if-none-match"];
      }
      return next();
    }
    // other sites show the badge
    if (path === "/badge.svg") return next();
    const isOther = otherOrigin !== undefined && isSafari(request.get("User-Agent"));
    const location = toPage(url, isOther ? otherOrigin : origin);
    if (location === undefined) return next("router");
    response.set("Cache-Control", "no-store");
    // What another program stored at this address must not stay. Browsers write the URL to the
    // console, so not where it contains an authorization code.
    if (isPage && isNewPort) response.set("Clear-Site-Data", '"storage"');
    response.redirect(303, location);
  });
  // Others at this origin could read the id from the cache.
  router.use(servePageDocument(pageDir, apps, isUnstored));
  router.use(servePageFiles(pageDir, isUnstored));
  return router;
}

/** Whether a browser is Safari, whose name other browsers have in theirs. */
function isSafari(userAgent = ""): boolean {
  return /Version\/.* Safari\//.test(userAgent) && !/Chrom|Firefox|Edg/.test(userAgent);
}
