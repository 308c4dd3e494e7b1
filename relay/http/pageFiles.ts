/** Serves the files of the built page: compressed when they were built, cached by their names. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import express, { type Request, type RequestHandler, type Response } from "express";
import { sandboxPath } from "../../shared/apps/sandbox.ts";
import {
  inlineScriptsOf,
  sandboxPageHeaders,
  securityHeaders,
} from "../../shared/relay/page/securityHeaders.ts";

/** Content codings of the files beside each asset, the smallest first. */
const codings = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

/** A path without dot segments, percent encoding or empty segments. */
const plainPath = /^\/(?:[\w-]+\/)*[\w-][\w.-]*$/;

/**
 * Serves a folder.
 * @param pageDir the folder of the built page; a file `x.br` or `x.gz` is `x` in that coding
 * @param isUnstored whether a response must not be cached
 */
export function servePageFiles(
  pageDir: string,
  isUnstored: (response: Response) => boolean = () => false,
): RequestHandler[] {
  const serve = express.static(pageDir, {
    redirect: false,
    // all files of an installed package have the same time
    lastModified: false,
    setHeaders(response, file) {
      const path = relative(pageDir, file).split(sep).join("/");
      const name = path.replace(/\.(br|gz)$/, "");
      const control = isUnstored(response as Response) ? "no-store" : cacheControl(name);
      response.setHeader("Cache-Control", control);
      // other sites show the badge
      if (name === "badge.svg") response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
      // Express derives an ETag from size and time, which two versions of the page can share
      if (control === "no-cache") response.setHeader("ETag", contentTag(readFileSync(file)));
      if (name === sandboxPath) {
        response.removeHeader("Cross-Origin-Opener-Policy");
        response.set(sandboxPageHeaders);
      }
      // the page itself has a script, which its own policy allows by its hash
      if (name === "index.html") {
        const scripts = inlineScriptsOf(readFileSync(join(pageDir, name), "utf8"));
        response.set(securityHeaders(scripts));
      }
    },
  });
  return [(request, response, next) => chooseCoding(pageDir, request, response, next), serve];
}

/**
 * The `Cache-Control` of a file of the page.
 * @param path its path below the page's folder, with forward slashes
 */
function cacheControl(path: string): string {
  // Authorization servers redirect there with a code in the URL.
  if (path === "callback.html") return "no-store";
  const hashed = /^assets\/.*-[\w-]{8,}\.\w+$/.test(path);
  return hashed ? "public, max-age=31536000, immutable" : "no-cache";
}

/** A strong ETag of the bytes that are sent. */
export function contentTag(bytes: Uint8Array): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** Points the request at the compressed file that the client accepts, if there is one. */
function chooseCoding(
  pageDir: string,
  request: Request,
  response: Response,
  next: () => void,
): void {
  const path = request.path === "/" ? "/index.html" : request.path;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const existing = isRead && plainPath.test(path) ? codings.filter(exists) : [];
  if (existing.length > 0) {
    response.vary("Accept-Encoding");
    const coding = existing.find(({ name }) => request.acceptsEncodings(name) === name);
    if (coding) {
      response.type(path.slice(path.lastIndexOf(".")));
      response.set("Content-Encoding", coding.name);
      request.url = path + coding.suffix;
    }
  }
  next();

  function exists({ suffix }: (typeof codings)[number]): boolean {
    return existsSync(join(pageDir, path + suffix));
  }
}
