/** Collects console errors, exceptions and requests to other origins of a browser context. */
import type { BrowserContext } from "@playwright/test";

export interface Watch {
  /** Requests to this server's origin are part of the test. */
  allow(url: string): void;
  /** Violations so far. */
  complaints(): readonly string[];
}

/**
 * Collects errors on the console, exceptions, violations of the Content-Security-Policy (Chromium
 * reports them as errors on the console), and requests to other origins.
 * A failed request to an allowed server is not an error of the page.
 */
export function watch(context: BrowserContext, urls: readonly string[]): Watch {
  const origins = new Set(urls.map(originOf));
  const requested: string[] = [];
  const complaints: string[] = [];

  context.on("request", (request) => requested.push(request.url()));
  context.on("page", (page) => page.on("websocket", (socket) => requested.push(socket.url())));
  context.on("weberror", (error) => {
    // a failed import and what is no Error have no stack
    const { stack, name, message } = error.error();
    complaints.push(`exception: ${stack || `${name}: ${message}`}`);
  });
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    const text = message.text();
    // Chromium logs this for every page on plain http at a network name
    if (text.startsWith("The Cross-Origin-Opener-Policy header has been ignored")) return;
    const url = text.startsWith("Failed to load resource")
      ? message.location().url
      : /^(?:Access to fetch at|WebSocket connection to) '([^']+)'/.exec(text)?.[1];
    if (url === undefined || !origins.has(originOf(url))) complaints.push(`console: ${text}`);
  });

  return {
    allow: (url) => origins.add(originOf(url)),
    complaints: () => [
      ...complaints,
      ...requested
        .filter((url) => /^(https?|wss?):/.test(url) && !origins.has(originOf(url)))
        .map((url) => `request to a stranger: ${url}`),
    ],
  };
}

/** The origin of a URL; a WebSocket counts as its page's. */
function originOf(url: string): string {
  return new URL(url.replace(/^ws/, "http")).origin;
}
