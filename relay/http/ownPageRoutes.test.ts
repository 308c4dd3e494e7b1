import { randomBytes } from "node:crypto";
import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, openRelay, pair, temporaryFolder } from "../relay.fixture.ts";
import { readDeviceKey } from "./ownPageRoutes.ts";

const deviceKey = randomBytes(32);
const json = { "Content-Type": "application/json" };

/** Sends a request to a route for the relay's own page, with these headers. */
async function post(
  relay: Awaited<ReturnType<typeof openRelay>>,
  path: string,
  headers: Record<string, string>,
) {
  const { status, body } = await ask(relay, {
    method: "POST",
    path,
    headers: { Host: `127.0.0.1:${relay.port}`, ...headers },
  });
  return { status, body };
}

test.each(["/api/device-key", "/api/link"])(
  "%s answers only a page of the relay with a session",
  async (path) => {
    const paired = "https://play.example.com";
    const relay = await openRelay({ deviceKey, allowOrigins: [paired] });
    const Authorization = `Bearer ${await pair(relay)}`;
    const own = { Origin: relay.origin };
    expect((await post(relay, path, { ...own, Authorization })).status).toBe(200);
    const refused = [
      [401, own],
      [401, { ...own, Authorization: "Bearer wrong" }],
      [401, { ...own, Authorization: `Bearer ${relay.createToken()}` }],
      [403, { Authorization }],
      [403, { Origin: "null", Authorization }],
      [403, { Origin: "https://evil.example", Authorization }],
      [403, { Origin: `http://127.0.0.1:${relay.port + 1}`, Authorization }],
      // such a page is not the relay's own: it stores data under its own origin, and is paired by a code
      [403, { Origin: paired, Authorization }],
    ] as const;
    for (const [status, headers] of refused) {
      const answer = await post(relay, path, headers);
      expect([answer.status, headers]).toEqual([status, headers]);
      expect(answer.body).not.toMatch(/"(key|link)":|#k=/);
    }
    const got = await fetch(`${relay.url}${path}`, { headers: { Authorization } });
    expect(got.status).toBe(404);
  },
);

test("returns the key, and a link of one use", async () => {
  const relay = await openRelay({ deviceKey });
  const headers = { Origin: relay.origin, Authorization: `Bearer ${await pair(relay)}` };
  expect((await post(relay, "/api/device-key", headers)).body).toBe(
    JSON.stringify({ key: deviceKey.toString("base64url") }),
  );
  const { link } = JSON.parse((await post(relay, "/api/link", headers)).body) as { link: string };
  const [address, token = ""] = link.split("#k=");
  expect(address).toBe(`${relay.origin}/`);
  const exchange = () =>
    ask(relay, {
      method: "POST",
      path: "/api/session",
      headers: { Host: `127.0.0.1:${relay.port}`, Origin: relay.origin, ...json },
      body: JSON.stringify({ token }),
    });
  expect((await exchange()).status).toBe(200);
  expect((await exchange()).status).toBe(410);
});

test("reports that the relay has no device key, and refuses sessions of other relays", async () => {
  const without = await openRelay();
  const other = await openRelay({ deviceKey });
  const Authorization = `Bearer ${await pair(without)}`;
  const own = { Origin: without.origin, Authorization };
  expect((await post(without, "/api/device-key", own)).status).toBe(404);
  const foreign = { Origin: other.origin, Authorization };
  expect((await post(other, "/api/device-key", foreign)).status).toBe(401);
  expect((await post(other, "/api/link", foreign)).status).toBe(401);
});

test("the key is created once, in a file that only its owner can read", () => {
  const folder = join(temporaryFolder(), "deep", "data");
  const key = readDeviceKey(folder);
  expect(key.byteLength).toBe(32);
  expect(readDeviceKey(folder)).toEqual(key);
  expect(readdirSync(folder)).toEqual(["device-key"]);
  const file = join(folder, "device-key");
  expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
  chmodSync(file, 0o644);
  readDeviceKey(folder);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readDeviceKey(temporaryFolder())).not.toEqual(key);
});

test("refuses a key file that is not a key or is a symbolic link, and does not change it", () => {
  const folder = temporaryFolder();
  const file = join(folder, "device-key");
  writeFileSync(file, "short");
  expect(() => readDeviceKey(folder)).toThrow("is not a key");
  const linked = temporaryFolder();
  symlinkSync(file, join(linked, "device-key"));
  expect(() => readDeviceKey(linked)).toThrow("is not a regular file owned by this user");
});
