/**
 * Checks that a relay whose database is locked or full responds with an error, continues, and
 * recovers.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { launchRelay, runs, temporaryFolder } from "../relay.fixture.ts";
import type { Relay } from "../server.ts";

type Target = Pick<Relay, "url" | "origin">;

const id = "abcdefghijklmnopqrstuv";

/** Runs everything that happens every minute ten times a second. */
const hurry = `const { setInterval } = globalThis;
  globalThis.setInterval = (act, ms, ...rest) => setInterval(act, Math.min(ms, 100), ...rest);`;

/** Puts a blob and returns the status; the timeout is far above the usual response time. */
async function put(
  { url, origin }: Target,
  name: string,
  body: string | Uint8Array<ArrayBuffer> = "x",
) {
  const response = await fetch(`${url}/api/blobs/${name}`, {
    method: "PUT",
    headers: { Origin: origin },
    body,
    signal: AbortSignal.timeout(15_000),
  });
  return {
    status: response.status,
    retry: response.headers.get("retry-after"),
    text: await response.text(),
  };
}

/** Another process that locks a database until it is ended. */
async function lock(file: string): Promise<() => Promise<void>> {
  const source = `
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(${JSON.stringify(file)});
    database.exec("PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE");
    console.log("locked");
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(createInterface(holder.stdout), "line");
  return async () => {
    holder.kill("SIGKILL");
    await once(holder, "exit");
  };
}

test("answers 503 while another process locks the database, and recovers", async () => {
  const file = join(temporaryFolder(), "store.sqlite");
  const { pid, ...relay } = await launchRelay({ blobs: true }, { store: file, prelude: hurry });
  expect((await put(relay, id)).status).toBe(201);
  const unlock = await lock(file);
  // one that waits for the lock by blocking the process would take 2 s for each, one after the other
  const answers = await Promise.all(Array.from({ length: 2 }, (_, i) => put(relay, `${id}${i}`)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 503, retry: "2" });
  expect(answers[0]?.text).not.toContain(file);
  // by now the periodic deletion has met the lock, and reading still works
  expect(await (await fetch(`${relay.url}/api/blobs/${id}`)).text()).toBe("x");
  expect(runs(pid)).toBe(true);
  await unlock();
  await expect.poll(async () => (await put(relay, `${id}5`)).status).toBe(201);
});

test("answers 507 when the database is full, and accepts data after entries expire", async () => {
  const file = join(temporaryFolder(), "store.sqlite");
  // SQLite fails as it does when the disk is full
  const small = `import { DatabaseSync } from "node:sqlite";
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      exec.call(this, sql);
      exec.call(this, "PRAGMA max_page_count = 400");
    };
    ${hurry}`;
  const { pid, ...relay } = await launchRelay({ blobs: true }, { store: file, prelude: small });
  const bytes = new Uint8Array(1_000_000);
  expect((await put(relay, `${id}?ttl=2`, bytes)).status).toBe(201);
  const more = await put(relay, `${id}2`, bytes);
  expect([more.status, more.text]).toEqual([507, expect.stringContaining("is full")]);
  expect((await fetch(`${relay.url}/api/blobs/${id}`)).status).toBe(200);
  expect(runs(pid)).toBe(true);
  await expect.poll(async () => (await put(relay, `${id}2`, bytes)).status).toBe(201);
});

test("deletes many expired entries in batches, and frees their bytes immediately", async () => {
  const file = join(temporaryFolder(), "store.sqlite");
  const limits = { blobsPerHour: 1000, storedBytes: 60_000 };
  const relay = await launchRelay({ blobs: true, limits }, { store: file, prelude: hurry });
  for (let i = 0; i < 50; i++) expect((await put(relay, `${id}${i}?ttl=1`)).status).toBe(201);
  const all = new Uint8Array(59_000);
  await expect.poll(async () => (await put(relay, `${id}x`, all)).status).toBe(201);
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  const count = () =>
    database.prepare("SELECT count(*) AS n FROM entry WHERE owner IS NOT NULL").get()?.n;
  await expect.poll(count).toBe(1);
});
