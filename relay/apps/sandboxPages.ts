/** Serves the sandbox pages of apps, each with the policy of its app, at origins that have nothing else. */
import type { IncomingMessage, RequestListener } from "node:http";
import { isAppHost, readSandboxQuery, sandboxPath } from "../../shared/apps/sandbox.ts";
import { sandboxPage } from "../../shared/apps/sandboxPage.ts";
import { STATUS_CODES } from "../http/nodeHttp.ts";

interface SandboxPagesOptions {
  /** The origins of pages that may embed the sandbox pages. */
  readonly pageOrigins: () => readonly string[];
  /** Host with port below which each app has a host of its own; undefined if there is none. */
  readonly domain: () => string | false | undefined;
  /** Hosts with port at which an app gets an opaque origin. */
  readonly hosts: () => readonly string[];
}

export interface SandboxPages {
  /** Whether a request is for a host of apps. */
  owns(request: IncomingMessage): boolean;
  readonly listener: RequestListener;
}

const page = sandboxPage(true);

/** Creates the listener; it knows nothing of the relay's sessions and routes. */
export function createSandboxPages(options: SandboxPagesOptions): SandboxPages {
  const { pageOrigins, domain, hosts } = options;
  /** Whether a host gives an app its own origin; undefined if it is not one of apps. */
  const isIsolated = (host: string): boolean | undefined => {
    const below = domain();
    if (below && isAppHost(host, below)) return true;
    return hosts().includes(host) ? false : undefined;
  };
  return {
    owns: ({ headers }) => isIsolated(hostOf(headers.host)) !== undefined,
    listener({ method, url = "", headers }, response) {
      const refuse = (status: number) => {
        response.writeHead(status, {
          "Content-Type": "text/plain",
          // without a policy, it would be a document at the app's origin that may contact anything
          "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
          "Cache-Control": "no-store",
        });
        response.end(STATUS_CODES[status]);
      };
      const isolated = isIsolated(hostOf(headers.host));
      if (isolated === undefined) return refuse(421);
      if (method !== "GET" && method !== "HEAD") return refuse(405);
      const [path, query = ""] = url.split("?");
      if (path !== `/${sandboxPath}`) return refuse(404);
      const asked = readSandboxQuery(query);
      if (!asked) return refuse(400);
      // an app could give its own frame, or another of the same app, a policy that it chose
      const isFromApp = headers["sec-fetch-site"] === "same-origin";
      if (isFromApp || !pageOrigins().includes(asked.host)) return refuse(403);
      const { text, reportText } = asked.policy;
      const opaque = isolated ? "" : "; sandbox allow-scripts allow-forms";
      response.writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": `${text}; frame-ancestors ${asked.host}${opaque}`,
        ...(reportText !== undefined && { "Content-Security-Policy-Report-Only": reportText }),
        "Cache-Control": "no-store",
        "Origin-Agent-Cluster": "?1",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
      });
      response.end(method === "HEAD" ? undefined : page);
    },
  };
}

function hostOf(host = ""): string {
  return host.toLowerCase();
}
