/** The relay's half of the key with which its page encrypts stored data; file and route. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Router } from "express";
import { deviceKeyBytes } from "../../shared/relay/client/deviceKey.ts";
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

/**
 * Creates the route `device-key`, which returns the key to the relay's own page with a session. A
 * program that later listens at the same port cannot obtain it.
 * @param key undefined if the relay has none
 */
export function createDeviceKeyRoute(
  key: Uint8Array | undefined,
  sessions: Pick<Sessions, "isValid">,
): Router {
  const router = createRouter();
  router.post("/device-key", async (request, response) => {
    if (response.locals.isCrossOrigin !== false) {
      return refuse(response, 403, "Only the relay's own page may read this.");
    }
    if (!key) return refuse(response, 404, "This relay has no device key.");
    const [, session] = /^Bearer ([\w-]{1,100})$/.exec(request.get("Authorization") ?? "") ?? [];
    if (session === undefined || !(await sessions.isValid(session))) {
      response.set("WWW-Authenticate", "Bearer");
      return refuse(response, 401, "A session is required: open the link that the relay printed.");
    }
    response.json({ key: Buffer.from(key).toString("base64url") });
  });
  return router;
}
