import { once } from "node:events";
import { request } from "node:http";
import { expect, test } from "vitest";
import { openRelay } from "../relay.fixture.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { RelayOptions } from "../relayOptions.ts";
import { overheadBytes } from "../store/store.ts";

const id = "abcdefghijklmnopqrstuv";

/** Counted for each blob besides its bytes: the digest of its token, and the size of an entry. */
const extraBytes = 32 + overheadBytes;

async function openBlobs(limits: Partial<RelayLimits> = {}, options: RelayOptions = {}) {
  const relay = await openRelay({ blobs: true, limits, ...options });
  const at = (name: string, query = "") => `${relay.url}/api/blobs/${name}${query}`;
  const put = (name: string, body: string | Uint8Array<ArrayBuffer>, query?: string) =>
    fetch(at(name, query), { method: "PUT", headers: { Origin: relay.origin }, body });
  const remove = (name: string, token?: string) =>
    fetch(at(name), {
      method: "DELETE",
      headers: { Origin: relay.origin, ...(token && { Authorization: `Bearer ${token}` }) },
    });
  return { relay, at, put, remove };
}

test("returns exactly the stored bytes, as a type that no browser runs", async () => {
  const { at, put } = await openBlobs();
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7) % 256);
  const stored = await put(id, bytes, "?ttl=60");
  expect(stored.status).toBe(201);
  const { expires, deleteToken, id: same } = await stored.json();
  expect(same).toBe(id);
  expect(deleteToken).toMatch(/^[\w-]{43}$/);
  const left = new Date(expires).getTime() - Date.now();
  expect(left).toBeGreaterThan(50_000);
  expect(left).toBeLessThanOrEqual(60_000);

  const got = await fetch(at(id));
  expect(new Uint8Array(await got.arrayBuffer())).toEqual(bytes);
  expect(got.headers.get("content-type")).toBe("application/octet-stream");
  expect(got.headers.get("x-content-type-options")).toBe("nosniff");
  expect(got.headers.get("content-disposition")).toBe("attachment");
  expect(got.headers.get("cache-control")).toBe("no-store");
});

test("never replaces an existing entry", async () => {
  const { at, put } = await openBlobs();
  await put(id, "first");
  const again = await put(id, "second");
  expect([again.status, await again.text()]).toEqual([409, "A blob with this id already exists."]);
  expect(await (await fetch(at(id))).text()).toBe("first");
});

test("is deleted with the token from storing it, and with no other", async () => {
  const { at, put, remove } = await openBlobs();
  const { deleteToken } = await (await put(id, "x")).json();
  expect((await remove(id)).status).toBe(401);
  expect((await remove(id, "wrong")).status).toBe(403);
  expect((await fetch(at(id))).status).toBe(200);
  expect((await remove(id, deleteToken)).status).toBe(204);
  expect((await fetch(at(id))).status).toBe(404);
  expect((await remove(id, deleteToken)).status).toBe(404);
  expect((await put(id, "again")).status).toBe(201);
});

test("is not found after it has expired", async () => {
  const { at, put } = await openBlobs();
  await put(id, "x", "?ttl=1");
  expect((await fetch(at(id))).status).toBe(200);
  await expect.poll(async () => (await fetch(at(id))).status).toBe(404);
});

test("a download does not reveal whether a blob ever existed", async () => {
  const { at, put, remove } = await openBlobs();
  await put(id, "x", "?ttl=1");
  const { deleteToken } = await (await put(`${id}2`, "x")).json();
  await remove(`${id}2`, deleteToken);
  await expect.poll(async () => (await fetch(at(id))).status).toBe(404);
  const answers = [`${id}3`, id, `${id}2`].map(async (name) => {
    const response = await fetch(at(name));
    const headers = [...response.headers].filter(([header]) => header !== "date");
    return { status: response.status, headers, body: await response.text() };
  });
  const [never, expired, deleted] = await Promise.all(answers);
  expect(expired).toEqual(never);
  expect(deleted).toEqual(never);
});

test.each(["?ttl=0", "?ttl=-1", "?ttl=1.5", "?ttl=x", "?ttl=2592001", "?ttl="])(
  "does not live for %s",
  async (query) => {
    const { put } = await openBlobs();
    expect((await put(id, "x", query)).status).toBe(400);
  },
);

test.each(["short", "a".repeat(65), "abcdefghijklmnopqrst%2fx", "abcdefghijklmnopqrst.x"])(
  "has no id like %s",
  async (name) => {
    const { at, put } = await openBlobs();
    expect((await put(name, "x")).status).toBe(400);
    expect((await fetch(at(name))).status).toBe(400);
  },
);

test("is refused if it is too large, with or without Content-Length", async () => {
  const { at, relay, put } = await openBlobs({ blobBytes: 1000 });
  expect((await put(id, "x".repeat(1000))).status).toBe(201);
  expect((await put(`${id}2`, "x".repeat(1001))).status).toBe(413);
  const streamed = await fetch(at(`${id}3`), {
    method: "PUT",
    headers: { Origin: relay.origin },
    body: new Blob(["x".repeat(2000)]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(streamed.status).toBe(413);
  const zipped = await fetch(at(`${id}4`), {
    method: "PUT",
    headers: { Origin: relay.origin, "Content-Encoding": "gzip" },
    body: "x",
  });
  expect(zipped.status).toBe(415);
});

test("limits all blobs together; deleted and refused ones do not count", async () => {
  const { put, remove } = await openBlobs({ storedBytes: 1000 + 2 * extraBytes });
  const { deleteToken } = await (await put(id, "x".repeat(600))).json();
  expect((await put(id, "x".repeat(300))).status).toBe(409);
  const second = await put(`${id}2`, "x".repeat(401));
  expect([second.status, second.headers.get("retry-after")]).toEqual([507, "3600"]);
  expect((await put(`${id}2`, "x".repeat(400))).status).toBe(201);
  await remove(id, deleteToken);
  expect((await put(`${id}3`, "x".repeat(600))).status).toBe(201);
});

test("expired bytes are free immediately, before they are deleted", async () => {
  const { put } = await openBlobs({ storedBytes: 1000 + extraBytes });
  expect((await put(id, "x".repeat(1000), "?ttl=1")).status).toBe(201);
  expect((await put(`${id}2`, "x".repeat(1000))).status).toBe(507);
  await expect.poll(async () => (await put(`${id}2`, "x".repeat(1000))).status).toBe(201);
});

test("limits the stored bytes per visitor without affecting others", async () => {
  const { at, relay } = await openBlobs(
    { storedBytesPerVisitor: 1000 + extraBytes },
    { trustProxy: "loopback" },
  );
  const putFrom = (address: string, name: string) =>
    fetch(at(name), {
      method: "PUT",
      headers: { Origin: relay.origin, "X-Forwarded-For": address },
      body: "x".repeat(1000),
    });
  expect((await putFrom("203.0.113.1", id)).status).toBe(201);
  const more = await putFrom("203.0.113.1", `${id}2`);
  expect([more.status, more.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await more.text()).toContain("storage quota is used up");
  expect((await putFrom("203.0.113.2", `${id}2`)).status).toBe(201);
});

test("a local relay stores nothing unless it is configured to", async () => {
  const relay = await openRelay();
  const at = `${relay.url}/api/blobs/${id}`;
  const put = await fetch(at, { method: "PUT", headers: { Origin: relay.origin }, body: "x" });
  expect([put.status, await put.text()]).toEqual([404, expect.stringContaining("--blobs")]);
  expect((await fetch(at)).status).toBe(404);
});

test("limits stored blobs per visitor; downloads still work", async () => {
  const { at, put } = await openBlobs({ blobsPerHour: 2 });
  await put(id, "x");
  await put(`${id}2`, "x");
  const third = await put(`${id}3`, "x");
  expect([third.status, third.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect((await fetch(at(id))).status).toBe(200);
});

test("a slow sender blocks others only while it is connected", async () => {
  const { relay, put } = await openBlobs({}, { trustProxy: "loopback" });
  const slow = await Promise.all(
    Array.from({ length: 2 }, async (_, i) => {
      const asking = request(`${relay.url}/api/blobs/${id}${i}`, {
        method: "PUT",
        headers: { Origin: relay.origin, "Content-Length": 2, Expect: "100-continue" },
      });
      asking.on("error", () => {});
      asking.write("a");
      await once(asking, "continue");
      return asking;
    }),
  );
  await expect.poll(async () => (await put(`${id}x`, "x")).status).toBe(429);
  const other = await fetch(`${relay.url}/api/blobs/${id}y`, {
    method: "PUT",
    headers: { Origin: relay.origin, "X-Forwarded-For": "203.0.113.5" },
    body: "x",
  });
  expect(other.status).toBe(201);
  for (const asking of slow) asking.destroy();
  await expect.poll(async () => (await put(`${id}x`, "x")).status).toBe(201);
});

test("takes a visitor's address only from a trusted proxy", async () => {
  for (const [trustProxy, status] of [
    ["loopback", 201],
    [undefined, 429],
  ] as const) {
    const { at, relay } = await openBlobs(
      { blobsPerHour: 1 },
      trustProxy === undefined ? {} : { trustProxy },
    );
    const putFrom = async (address: string, name: string) =>
      (
        await fetch(at(name), {
          method: "PUT",
          headers: { Origin: relay.origin, "X-Forwarded-For": address },
          body: "x",
        })
      ).status;
    expect(await putFrom("203.0.113.1", id)).toBe(201);
    expect(await putFrom("203.0.113.2", `${id}2`)).toBe(status);
    // a customer has a whole IPv6 network
    await putFrom("2001:db8::1", `${id}3`);
    expect(await putFrom("2001:db8::2", `${id}4`)).toBe(429);
  }
});

test.each(["https://evil.example", "null", undefined])(
  "is neither put nor deleted from the origin %j",
  async (origin) => {
    const { at, put } = await openBlobs();
    const { deleteToken } = await (await put(id, "x")).json();
    const headers = origin === undefined ? {} : { Origin: origin };
    const theirs = await fetch(at(`${id}2`), { method: "PUT", headers, body: "x" });
    expect(theirs.status).toBe(403);
    const authorized = { ...headers, Authorization: `Bearer ${deleteToken}` };
    expect((await fetch(at(id), { method: "DELETE", headers: authorized })).status).toBe(403);
    expect((await fetch(at(id))).status).toBe(200);
  },
);

test("an allowed origin may read the response", async () => {
  const page = "https://play.example.com";
  const { at, put } = await openBlobs({}, { allowOrigins: [page] });
  await put(id, "x");
  const got = await fetch(at(id), { headers: { Origin: page } });
  expect(got.headers.get("access-control-allow-origin")).toBe(page);
  expect((await fetch(at(id), { headers: { Origin: "https://evil.example" } })).status).toBe(403);
});
