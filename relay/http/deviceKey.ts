/** The relay's half of the key with which pages seal what they remember on a device. */
import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import express, { type Router } from "express";
import { deviceKeyBytes } from "../../shared/relay/client/deviceKey.ts";
import type { Pairing } from "../pairing/sessions.ts";
import { makePrivateFile, makePrivateFolder } from "../store/privateFile.ts";
import { refuse } from "./errorResponses.ts";

const fileName = "device-key";

/**
 * Reads the key from a file that only its owner can read, and makes it at the first start.
 * @param folder the relay's data directory, made where there is none
 * @throws {Error} when the file cannot be made or read, or is not a key
 */
export function readDeviceKey(folder: string): Uint8Array {
  makePrivateFolder(folder);
  const path = join(folder, fileName);
  const draft = `${path}.${process.pid}-${randomBytes(6).toString("hex")}`;
  try {
    // another relay that starts at the same moment must never see half a key
    writeFileSync(draft, randomBytes(deviceKeyBytes), { mode: 0o600, flag: "wx" });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // a link, or another user's file, would let somebody else choose the key
  const file = lstatSync(path);
  const isOwn = process.getuid === undefined || file.uid === process.getuid();
  if (!file.isFile() || !isOwn) throw new Error(`${path} is not a file of this user`);
  makePrivateFile(path);
  const key = readFileSync(path);
  if (key.byteLength !== deviceKeyBytes) throw new Error(`${path} is not a key: delete it`);
  return key;
}

/**
 * Makes the route `device-key`: the key for a page of the relay's own that has a session. Nobody
 * else needs it, and the next program at the relay's port must not have it.
 * @param key undefined where the relay has none
 */
export function createDeviceKeyRoute(
  key: Uint8Array | undefined,
  pairing: Pick<Pairing, "knows">,
): Router {
  const router = express.Router();
  router.post("/device-key", async (request, response) => {
    if (response.locals.isCrossOrigin !== false) {
      return refuse(response, 403, "This is for the relay's own page only.");
    }
    if (!key) return refuse(response, 404, "This relay has no part in what pages remember.");
    const [, session] = /^Bearer ([\w-]{1,100})$/.exec(request.get("Authorization") ?? "") ?? [];
    if (session === undefined || !(await pairing.knows(session))) {
      response.set("WWW-Authenticate", "Bearer");
      return refuse(
        response,
        401,
        "This needs a session: open the link that the relay has printed.",
      );
    }
    response.json({ key: Buffer.from(key).toString("base64url") });
  });
  return router;
}
