/** Checks what readers of stored blobs can use of a relay: memory, slots, time. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { reportMemory } from "../../e2e/bench/testFigures.ts";
import { launchRelay, openRelay, residentBytes } from "../relay.fixture.ts";
import type { Relay } from "../server.ts";
import { openStore } from "../store/openStore.ts";
import { needs, startRedis } from "../systemPrograms.fixture.ts";

const mebibyte = 1_048_576;
const id = "abcdefghijklmnopqrstuv";

type Target = Pick<Relay, "url" | "origin">;

async function putBlob(relay: Target, bytes: number, name = id): Promise<void> {
  const stored = await fetch(`${relay.url}/api/blobs/${name}`, {
    method: "PUT",
    headers: { Origin: relay.origin },
    body: new Uint8Array(bytes),
  });
  expect(stored.status).toBe(201);
}

/** Sends raw requests for the blob over one connection, and reads nothing until it is resumed. */
async function readSlowly(url: string, times = 1, name = id): Promise<Socket> {
  const { host, hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET /api/blobs/${name} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(times));
  await once(socket, "readable");
  return socket;
}

const statusOf = async (url: string) => {
  const response = await fetch(`${url}/api/blobs/${id}`);
  await response.body?.cancel();
  return [response.status, response.headers.get("retry-after")];
};

/** The stores, as the child process opens them. */
const stores: readonly [name: string, programs: readonly string[], where: () => Promise<string>][] =
  [
    ["SQLite", [], async () => ":memory:"],
    ["Redis", ["redis-server"], async () => (await startRedis()).url],
  ];

describe.each(stores)("%s", (name, programs, where) => {
  if (needs(...programs).skip) return;
  beforeEach(({ skip }) => skip(process.platform !== "linux", "reads /proc, which only Linux has"));

  test("behind 100 stalled readers the next reader gets the whole blob", async () => {
    const limits = { blobReadsPerVisitor: 120 };
    const { pid, url, origin } = await launchRelay(
      { blobs: true, limits },
      { store: await where() },
    );
    await putBlob({ url, origin }, 16 * mebibyte);
    await (await fetch(`${url}/api/blobs/${id}`)).arrayBuffer();
    const before = residentBytes(pid);
    await Promise.all(Array.from({ length: 100 }, () => readSlowly(url)));
    await sleep(500);
    reportMemory(`relay: 100 stalled readers, ${name}`, residentBytes(pid) - before, 128);
    const whole = await (await fetch(`${url}/api/blobs/${id}`)).arrayBuffer();
    expect(whole.byteLength).toBe(16 * mebibyte);
  });
});

test("limits concurrent downloads per visitor and in total", async () => {
  const limits = { blobReads: 3, blobReadsPerVisitor: 2 };
  const relay = await openRelay({ blobs: true, limits, trustProxy: "loopback" });
  await putBlob(relay, 16 * mebibyte);
  const first = await readSlowly(relay.url);
  await readSlowly(relay.url);
  await expect.poll(() => statusOf(relay.url)).toEqual([429, "1"]);
  const from = async (address: string) => {
    const headers = { "X-Forwarded-For": address };
    const { status, body } = await fetch(`${relay.url}/api/blobs/${id}`, { headers });
    onTestFinished(() => body?.cancel());
    return status;
  };
  expect(await from("203.0.113.1")).toBe(200);
  expect(await from("203.0.113.2")).toBe(503);
  first.destroy();
  await expect.poll(() => from("203.0.113.2")).toBe(200);
});

test("an interrupted download frees one slot, not two", async () => {
  const limits = { blobReadsPerVisitor: 3 };
  const relay = await openRelay({ blobs: true, limits });
  await putBlob(relay, 16 * mebibyte);
  const [first] = [await readSlowly(relay.url), await readSlowly(relay.url)];
  await readSlowly(relay.url);
  await expect.poll(() => statusOf(relay.url)).toEqual([429, "1"]);
  first.destroy();
  await expect.poll(() => statusOf(relay.url)).toEqual([200, null]);
  await readSlowly(relay.url);
  await expect.poll(() => statusOf(relay.url)).toEqual([429, "1"]);
});

test("pipelined requests free their slots when the connection is closed", async () => {
  const limits = { blobReads: 4, blobReadsPerVisitor: 4 };
  const relay = await openRelay({ blobs: true, limits });
  await putBlob(relay, 16 * mebibyte);
  const reader = await readSlowly(relay.url, 4);
  await expect.poll(() => statusOf(relay.url)).toEqual([429, "1"]);
  reader.destroy();
  await expect.poll(() => statusOf(relay.url)).toEqual([200, null]);
});

test("pipelined uploads free their slots when the connection is closed", async () => {
  const relay = await openRelay({ blobs: true });
  await putBlob(relay, 16 * mebibyte);
  const { host } = new URL(relay.url);
  const reader = await readSlowly(relay.url);
  // answered only after the blob, which is not read
  for (const name of ["a", "b"]) {
    reader.write(
      `PUT /api/blobs/${id}${name} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${relay.origin}\r\nContent-Length: 1\r\n\r\nx`,
    );
  }
  await expect.poll(async () => (await fetch(`${relay.url}/api/blobs/${id}b`)).status).toBe(200);
  const put = async () =>
    (
      await fetch(`${relay.url}/api/blobs/${id}x`, {
        method: "PUT",
        headers: { Origin: relay.origin },
        body: "x",
      })
    ).status;
  expect(await put()).toBe(429);
  reader.destroy();
  await expect.poll(put).toBe(201);
});

test("disconnects a reader that is too slow", async () => {
  const limits = { blobReadMs: 1000, blobReadsPerVisitor: 1 };
  const relay = await openRelay({ blobs: true, limits });
  await putBlob(relay, 16 * mebibyte);
  const reader = await readSlowly(relay.url);
  const trickling = setInterval(() => void reader.read(1), 50);
  onTestFinished(() => clearInterval(trickling));
  await expect.poll(() => statusOf(relay.url)).toEqual([429, "1"]);
  await expect.poll(() => statusOf(relay.url)).toEqual([200, null]);
});

test("truncates a download when its blob is deleted, and never sends other bytes", async () => {
  const store = await openStore(":memory:", () => {});
  const relay = await openRelay({ blobs: true, store });
  await putBlob(relay, 16 * mebibyte);
  const response = await fetch(`${relay.url}/api/blobs/${id}`);
  const reader = response.body?.getReader();
  await reader?.read();
  await store.delete(`sealed/${id}`);
  const rest = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(rest()).rejects.toThrow();
});
