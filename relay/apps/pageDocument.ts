/** Serves the page's document with the sources of the frames that it may embed in its policy. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { RequestHandler, Response } from "express";
import { appsTiming } from "../../shared/relay/client/relaySession.ts";
import {
  inlineScriptsOf,
  securityHeaders,
  withFrameSources,
} from "../../shared/relay/page/securityHeaders.ts";
import { contentTag } from "../http/pageFiles.ts";

/** Where apps run: what the page is told, and what it may embed. */
export interface AppsPlace {
  /** As `locateSandbox` expects it. */
  readonly origin: string;
  readonly frameSources: readonly string[];
}

/**
 * Creates the handler of the document.
 * @param apps undefined until it is known, or if apps run at the page's own address
 * @param isUnstored whether a response must not be cached
 */
export function servePageDocument(
  pageDir: string,
  apps: (host: string | undefined) => AppsPlace | undefined,
  isUnstored: (response: Response) => boolean = () => false,
): RequestHandler {
  const made = new Map<string, ReturnType<typeof makeDocument>>();
  return async (request, response, next) => {
    const place = apps(request.get("Host"));
    const isDocument = request.path === "/" || request.path === "/index.html";
    if (!place || !isDocument || !["GET", "HEAD"].includes(request.method)) return next();
    const { origin, frameSources } = place;
    // a page that was built again is another one
    const built = await readFile(join(pageDir, "index.html"), "utf8");
    const known = made.get(origin);
    const making = known?.built === built ? known : makeDocument(built, frameSources);
    made.set(origin, making);
    const { headers } = making;
    const bodies = await making.bodies;
    const accepted = request.acceptsEncodings("br", "gzip");
    const coding = accepted === "br" || accepted === "gzip" ? accepted : "identity";
    const body = bodies[coding];
    response.set(headers).append("Server-Timing", `${appsTiming};desc="${origin}"`);
    response.vary("Accept-Encoding").type("html");
    response.set("Cache-Control", isUnstored(response) ? "no-store" : "no-cache");
    if (coding !== "identity") response.set("Content-Encoding", coding);
    response.set("ETag", contentTag(body)).send(body);
  };
}

function makeDocument(built: string, frameSources: readonly string[]) {
  const identity = Buffer.from(withFrameSources(built, frameSources));
  const bodies = Promise.all([
    // the first page waits for this: the best quality takes 50 ms more and saves 1 kB
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(identity),
  ]).then(([br, gz]) => ({ br, gzip: gz, identity }));
  return { built, bodies, headers: securityHeaders(inlineScriptsOf(built), frameSources) };
}
