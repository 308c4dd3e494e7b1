/** The routes for the relay's own page with a session: its half of the device key, and links for other tabs. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Router } from "express";
import { deviceKeyBytes } from "../../shared/relay/client/ownPage.ts";
import type { Sessions } from "../pairing/sessions.ts";
import { readOrCreateSecret } from "../store/privateFile.ts";
import { refuse } from "./errorResponses.ts";
import { createRouter } from "./router.ts";

const fileName = "device-key";

/**
 * Reads the key from a file that only its owner can read; creates it on the first start.
 * @param folder the relay's data directory, created if missing
 * @throws {Error} when the file cannot be created or read, or is not a key
 */
export function readDeviceKey(folder: string): Uint8Array {
  const path = join(folder, fileName);
  const key = readOrCreateSecret(path, randomBytes(deviceKeyBytes));
  if (key.byteLength !== deviceKeyBytes) throw new Error(`${path} is not a key: delete it`);
  return key;
}

interface OwnPageRouteOptions {
  /** The relay's half of the key with which its page encrypts stored data; undefined if it has none. */
  readonly deviceKey: Uint8Array | undefined;
  readonly sessions: Pick<Sessions, "isValid">;
  /** Returns a new link to the page at one of its origins. */
  readonly createLink: (origin: string) => string;
}

/**
 * Creates the routes `device-key` and `link`. A page of another origin and a program that later
 * listens at the same port obtain neither.
 */
export function createOwnPageRoutes(options: OwnPageRouteOptions): Router {
  const { deviceKey, sessions, createLink } = options;
  const router = createRouter();
  router.post(["/device-key", "/link"], async (request, response, next) => {
    if (response.locals.isCrossOrigin !== false) {
      return refuse(response, 403, "Only the relay's own page may read this.");
    }
    const [, session] = /^Bearer ([\w-]{1,100})$/.exec(request.get("Authorization") ?? "") ?? [];
    if (session === undefined || !(await sessions.isValid(session))) {
      response.set("WWW-Authenticate", "Bearer");
      return refuse(response, 401, "A session is required: open the link that the relay printed.");
    }
    next();
  });
  router.post("/device-key", (_request, response) => {
    if (!deviceKey) return refuse(response, 404, "This relay has no device key.");
    response.json({ key: Buffer.from(deviceKey).toString("base64url") });
  });
  router.post("/link", (request, response) => {
    response.json({ link: createLink(request.get("Origin") as string) });
  });
  return router;
}
