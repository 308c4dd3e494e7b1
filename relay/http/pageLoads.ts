/** Proves to the relay that a page that exchanges a link's token was loaded from the relay itself. */
import type { IncomingMessage } from "node:http";
import { digestName, randomSecret } from "../secrets.ts";

export interface PageLoads {
  /**
   * Returns a random id for a document that the browser is loading directly; undefined for any other
   * request. Only the document itself can read it.
   */
  issue(request: IncomingMessage): string | undefined;
  /** Whether an id was issued; each works once. */
  use(id: unknown): boolean;
}

/** Ids remembered; the oldest ones are forgotten. */
const maxIds = 1000;

/**
 * Creates the registry of loaded documents. A service worker that another program left at the page's
 * origin sees the link with its token, because it handles the navigation. But what it requests itself
 * has no destination `document`, or says that it is a preload, so that it cannot obtain an id. A
 * forged page could open the real one and read its id: then the navigation comes from the same
 * origin, or passes through another one, so that the browser separates the two
 * (`Cross-Origin-Opener-Policy`).
 * @see https://w3c.github.io/webappsec-fetch-metadata/#sec-fetch-dest-header
 * @see https://w3c.github.io/ServiceWorker/#navigation-preload-manager
 */
export function createPageLoads(): PageLoads {
  const issued = new Set<string>();
  return {
    issue({ headers }) {
      const isDocument =
        headers["sec-fetch-dest"] === "document" &&
        headers["sec-fetch-mode"] === "navigate" &&
        ["none", "cross-site"].includes(`${headers["sec-fetch-site"]}`) &&
        headers["sec-purpose"] === undefined &&
        headers["service-worker-navigation-preload"] === undefined;
      if (!isDocument) return undefined;
      const id = randomSecret();
      issued.add(digestName(id));
      const [oldest] = issued;
      if (issued.size > maxIds && oldest !== undefined) issued.delete(oldest);
      return id;
    },
    use: (id) => typeof id === "string" && issued.delete(digestName(id)),
  };
}
