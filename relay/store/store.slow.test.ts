import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../../e2e/servers/process.ts";
import { temporaryFolder, until } from "../relay.fixture.ts";
import { needs, startRedis } from "../systemPrograms.fixture.ts";
import { openStore } from "./openStore.ts";
import { overheadBytes, type Store, StoreUnreachable } from "./store.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (kept: Uint8Array | undefined) => kept && new TextDecoder().decode(kept);
const minute = { ttl: 60_000 };

async function open(where: string | undefined) {
  const said: string[] = [];
  const store = await openStore(where, (sentence) => said.push(sentence));
  onTestFinished(() => store.close());
  return { store, said };
}

/** Two stores of one kind, as two relays have them. */
const kinds: readonly [
  name: string,
  programs: readonly string[],
  openTwo: () => Promise<readonly [Store, Store]>,
][] = [
  [
    "SQLite",
    [],
    async () => {
      const file = join(temporaryFolder(), "deep", "store.sqlite");
      return [(await open(file)).store, (await open(file)).store];
    },
  ],
  [
    "Redis",
    ["redis-server"],
    async () => {
      const { url } = await startRedis();
      return [(await open(url)).store, (await open(url)).store];
    },
  ],
];

describe.each(kinds)("%s", (_name, programs, openTwo) => {
  if (needs(...programs).skip) return;

  test("returns exactly the stored bytes, also to another process", async () => {
    const [one, other] = await openTwo();
    const all = Uint8Array.from({ length: 1024 }, (_, i) => i % 256);
    expect(await one.put("a/b", all, minute)).toBe(true);
    expect(new Uint8Array((await other.get("a/b")) ?? [])).toEqual(all);
    await one.put("empty", new Uint8Array(), minute);
    expect((await other.get("empty"))?.byteLength).toBe(0);
    expect(await one.get("nothing")).toBeUndefined();
    await other.put("a/b", bytes("new"), minute);
    expect(text(await one.get("a/b"))).toBe("new");
  });

  test("creates an absent entry once under concurrent puts", async () => {
    const [one, other] = await openTwo();
    const put = (store: Store, word: string) =>
      store.put("id", bytes(word), { ...minute, ifAbsent: true });
    const kept = await Promise.all([put(one, "one"), put(other, "other"), put(one, "again")]);
    expect(kept.filter(Boolean)).toHaveLength(1);
    expect(text(await one.get("id"))).toBe(["one", "other", "again"][kept.indexOf(true)]);
  });

  test("expires entries after their time to live", async () => {
    const [one, other] = await openTwo();
    await one.put("id", bytes("x"), { ttl: 400 });
    expect(text(await other.get("id"))).toBe("x");
    await expect.poll(() => one.get("id")).toBeUndefined();
    expect(await other.delete("id")).toBe(false);
    expect(await other.put("id", bytes("y"), { ...minute, ifAbsent: true })).toBe(true);
  });

  test("deletes once", async () => {
    const [one, other] = await openTwo();
    await one.put("id", bytes("x"), minute);
    expect([await other.delete("id"), await one.delete("id")]).toEqual([true, false]);
    expect(await one.get("id")).toBeUndefined();
  });

  test("counts together, with one lifetime from the first increment", async () => {
    const [one, other] = await openTwo();
    const counts = await Promise.all([
      one.incr("c", 1, minute),
      other.incr("c", 1, minute),
      one.incr("c", 1, minute),
    ]);
    expect(counts.toSorted()).toEqual([1, 2, 3]);
    expect(await other.incr("c", -5, minute)).toBe(-2);
    expect(text(await one.get("c"))).toBe("-2");

    await one.incr("short", 7, { ttl: 400 });
    await other.incr("short", 1, minute);
    await sleep(500);
    expect(await one.incr("short", 1, minute)).toBe(1);
  });

  test("notifies subscribers until they unsubscribe", async () => {
    const [one, other] = await openTwo();
    // messages of SQLite stay in the process that publishes them
    const publisher = one.shared ? other : one;
    const heard: string[] = [];
    const stop = await one.subscribe("news", (news) => heard.push(news));
    await one.subscribe("news", (news) => heard.push(`${news} too`));
    await publisher.publish("news", "a");
    await publisher.publish("other", "b");
    await until(() => heard.length === 2);
    expect(heard).toEqual(["a", "a too"]);
    await stop();
    await publisher.publish("news", "c");
    await until(() => heard.length === 3);
    expect(heard.at(-1)).toBe("c too");
  });

  test("reads a part of a large value, and all of it", async () => {
    const [one, other] = await openTwo();
    const large = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 7) % 251);
    await one.put("large", large, minute);
    expect(await other.size("large")).toBe(200_000);
    expect(new Uint8Array((await other.get("large")) ?? [])).toEqual(large);
    for (const start of [0, 5, 65_535, 65_536, 131_071, 199_999]) {
      const part = (await other.read("large", start, 10)) ?? new Uint8Array();
      expect(part.byteLength).toBeGreaterThan(0);
      expect(new Uint8Array(part)).toEqual(large.subarray(start, start + part.byteLength));
    }
    expect((await other.read("large", 200_000, 10))?.byteLength).toBe(0);
    await one.put("large", bytes("small"), minute);
    expect([await other.size("large"), text(await other.read("large", 0, 10))]).toEqual([
      5,
      "small",
    ]);
    expect([await one.size("no"), await one.read("no", 0, 1)]).toEqual([undefined, undefined]);
    expect(await one.read("no", 70_000, 1)).toBeUndefined();
  });

  test("counts live bytes by owner and in total, atomically with writing them", async () => {
    const [one, other] = await openTwo();
    const counted = (store: Store, id: string, owner: string, ttl = 60_000) =>
      store.putCounted(id, new Uint8Array(1000 - overheadBytes), {
        ...{ ttl, owner, ownerBytes: 2000, totalBytes: 3000 },
      });
    const first = await Promise.all(
      [one, other, one, other].map((store, i) => counted(store, `a${i}`, "a", 600)),
    );
    expect(first.toSorted()).toEqual(["owner-full", "owner-full", "stored", "stored"]);
    const [taken = ""] = ["a0", "a1", "a2", "a3"].filter((_, i) => first[i] === "stored");
    expect(await counted(other, taken, "b")).toBe("taken");
    expect(await counted(other, "b0", "b")).toBe("stored");
    expect(await counted(one, "b1", "b")).toBe("full");
    expect(await other.delete("b0")).toBe(true);
    expect(await counted(one, "b1", "b")).toBe("stored");
    // expired bytes are free before they are deleted
    await expect.poll(() => counted(other, "c0", "c")).toBe("stored");
    expect(await counted(one, taken, "b")).toBe("stored");
    expect(await counted(one, "b3", "b")).toBe("owner-full");
    expect(await counted(one, "c1", "c")).toBe("full");
  });

  test("answers a ping", async () => {
    const [one] = await openTwo();
    await expect(one.ping()).resolves.toBeUndefined();
  });
});

describe("the file", () => {
  test("and its side files can be read by their owner only", async () => {
    const file = join(temporaryFolder(), "deep", "store.sqlite");
    const { store } = await open(file);
    await store.put("id", bytes("x"), minute);
    const modes = ["", "-wal", "-shm"].map((suffix) => statSync(`${file}${suffix}`).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  });

  test("is used again by the next relay", async () => {
    const file = join(temporaryFolder(), "store.sqlite");
    const first = await open(file);
    await first.store.put("id", bytes("x"), minute);
    await first.store.close();
    expect(text(await (await open(file)).store.get("id"))).toBe("x");
  });

  test.each(["", "mysql://127.0.0.1", "redis://", "redis://:6379"])(
    "%j names no store",
    async (where) => {
      await expect(openStore(where, () => {})).rejects.toThrow("--store needs");
    },
  );

  test("fails and names the file when a configured store is unusable", async () => {
    const where = join(temporaryFolder(), "no-folder");
    writeFileSync(where, "");
    const file = join(where, "store.sqlite");
    await expect(openStore(file, () => {})).rejects.toThrow(`${file} cannot be used`);
  });

  test("that is no database is left unchanged", async () => {
    const file = join(temporaryFolder(), "letter.txt");
    const letter = "Dear database, ".repeat(100);
    writeFileSync(file, letter);
    await expect(openStore(file, () => {})).rejects.toThrow("cannot be used");
    expect(readFileSync(file, "utf8")).toBe(letter);
  });

  test("falls back to memory with one sentence when the default store is unusable", async () => {
    const home = join(temporaryFolder(), "no-home");
    writeFileSync(home, "");
    vi.stubEnv("XDG_STATE_HOME", home);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { store, said } = await open(undefined);
    expect(said).toEqual([
      expect.stringContaining("is kept in memory and lost when the relay ends"),
    ]);
    await store.put("id", bytes("x"), minute);
    expect(text(await store.get("id"))).toBe("x");
  });
});

describe("an unreachable Redis", () => {
  if (needs("redis-server").skip) return;

  test("is reported once, without its password, and used once it is available", async () => {
    const port = await freePort();
    const password = "not-to-be-seen";
    const { store, said } = await open(`redis://:${password}@127.0.0.1:${port}`);
    const failure = await store.get("id").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnreachable);
    expect(said).toEqual([
      `The store at 127.0.0.1:${port} cannot be reached: nothing listens there. Retrying.`,
    ]);

    const { redis } = await startRedis({ port, password });
    await expect.poll(() => said[1]).toContain("can be reached again");
    await store.put("id", bytes("x"), minute);
    expect(text(await store.get("id"))).toBe("x");

    redis.kill("SIGKILL");
    await expect.poll(() => store.ping().then(String, String)).toContain("does not answer");
    await startRedis({ port, password });
    await expect.poll(() => store.incr("c", 1, minute).catch(() => 0)).toBeGreaterThan(0);
    expect(said.join()).not.toContain(password);
  });

  test("prints one sentence for a wrong password", async () => {
    const { port } = await startRedis({ password: "right" });
    const { said } = await open(`redis://:wrong@127.0.0.1:${port}`);
    expect(said).toEqual([expect.stringContaining("it refuses the password")]);
  });

  test("one that is full says so", async () => {
    const { url } = await startRedis();
    const { store } = await open(url);
    const admin = new Redis(url);
    onTestFinished(() => admin.disconnect());
    await admin.config("SET", "maxmemory-policy", "noeviction");
    await admin.config("SET", "maxmemory", "1");
    await expect(store.put("id", bytes("x"), minute)).rejects.toThrow("is full");
  });

  test("its keys and channels are distinguished from those of others", async () => {
    const { url } = await startRedis();
    const { store } = await open(url);
    const other = new Redis(url);
    onTestFinished(() => other.disconnect());
    await store.put("id", bytes("x"), minute);
    await store.incr("c", 1, minute);
    expect((await other.keys("*")).toSorted()).toEqual(["mcp-playground:c", "mcp-playground:id"]);
    const heard: string[] = [];
    await store.subscribe("news", (news) => heard.push(news));
    await other.publish("news", "a");
    await other.publish("mcp-playground:news", "b");
    await until(() => heard.length > 0);
    expect(heard).toEqual(["b"]);
  });
});
