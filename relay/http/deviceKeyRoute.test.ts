import { randomBytes } from "node:crypto";
import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, openRelay, pair, temporaryFolder } from "../relay.fixture.ts";
import { readDeviceKey } from "./deviceKeyRoute.ts";

const deviceKey = randomBytes(32);

/** Asks a relay for its key with these headers. */
async function askForKey(
  relay: Awaited<ReturnType<typeof openRelay>>,
  headers: Record<string, string>,
) {
  const { status, body } = await ask(relay, {
    method: "POST",
    path: "/api/device-key",
    headers: { Host: `127.0.0.1:${relay.port}`, ...headers },
  });
  return { status, body };
}

test("returns the key only to a page with a session", async () => {
  const paired = "https://play.example.com";
  const relay = await openRelay({ deviceKey, allowOrigins: [paired] });
  const Authorization = `Bearer ${await pair(relay)}`;
  const own = { Origin: relay.origin };
  expect(await askForKey(relay, { ...own, Authorization })).toEqual({
    status: 200,
    body: JSON.stringify({ key: deviceKey.toString("base64url") }),
  });
  const refused = [
    [401, own],
    [401, { ...own, Authorization: "Bearer wrong" }],
    [401, { ...own, Authorization: `Bearer ${relay.createToken()}` }],
    [403, { Authorization }],
    [403, { Origin: "null", Authorization }],
    [403, { Origin: "https://evil.example", Authorization }],
    [403, { Origin: `http://127.0.0.1:${relay.port + 1}`, Authorization }],
    // such a page stores data under its own origin, which the relay does not serve
    [403, { Origin: paired, Authorization }],
  ] as const;
  for (const [status, headers] of refused) {
    const answer = await askForKey(relay, headers);
    expect([answer.status, headers]).toEqual([status, headers]);
    expect(answer.body).not.toContain(deviceKey.toString("base64url"));
  }
  const got = await fetch(`${relay.url}/api/device-key`, { headers: { Authorization } });
  expect(got.status).toBe(404);
});

test("reports that the relay has no device key, and refuses sessions of other relays", async () => {
  const without = await openRelay();
  const other = await openRelay({ deviceKey });
  const session = `Bearer ${await pair(without)}`;
  expect(
    (await askForKey(without, { Origin: without.origin, Authorization: session })).status,
  ).toBe(404);
  expect((await askForKey(other, { Origin: other.origin, Authorization: session })).status).toBe(
    401,
  );
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
