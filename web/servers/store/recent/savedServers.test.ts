import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTarget } from "../../../../shared/config/target.ts";
import { maskedAddress } from "../../../../shared/recording/maskTarget.ts";
import { createOrigin } from "../../../app/persistence/persistence.fixture.ts";
import { createBrowserStorage } from "../../../platform/browserStorage.ts";
import { createMemoryStorage } from "../../../platform/memoryStorage.fixture.ts";
import type { TextStorage } from "../../../platform/storedJson.ts";
import { createLoadedStorage, createPlainStorage } from "./recentStorage.ts";
import { createSavedServers as createSaved } from "./savedServers.ts";
import { createSealedStorage } from "./sealedRecent.ts";

const createSavedServers = (storage: TextStorage) => createSaved(createPlainStorage(storage));

function setUp() {
  const storage = createBrowserStorage(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  const saved = createSavedServers(storage);
  const remember = (text: string) => {
    const parsed = parseTarget(text);
    if (parsed.kind === "target") saved.remember(parsed.target, maskedAddress(parsed.target));
  };
  return { storage, saved, remember };
}

test("the newest comes first, each once", () => {
  const { saved, remember } = setUp();
  for (const text of ["http://a/", "npx b", "http://a/"]) remember(text);
  expect(saved.getState()).toEqual(["http://a/", "npx b"]);
});

test("a new page knows them", () => {
  const { storage, remember } = setUp();
  remember("http://a/");
  expect(createSavedServers(storage).getState()).toEqual(["http://a/"]);
});

test("userinfo, query and values of variables are never kept", () => {
  const { storage, remember } = setUp();
  remember("http://ann:hush@host/mcp?key=hush#hush");
  remember("KEY=hush npx server");
  expect(createSavedServers(storage).getState()).toEqual(["npx server", "http://host/mcp"]);
  expect(storage.getItem("mcp-playground.servers")).not.toContain("hush");
});

test("secrets among the arguments are never stored in any form; their placeholders are", () => {
  const { storage, saved, remember } = setUp();
  const secret = fc
    .array(fc.constantFrom(..."abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"), {
      minLength: 20,
      maxLength: 40,
    })
    .map((characters) => characters.join(""));
  const lines = [
    (key: string) => `npx server --api-key ${key}`,
    (key: string) => `npx server --token=${key} --verbose`,
    (key: string) => `docker run -e API_KEY=${key} image`,
    (key: string) => `npx server -H 'Authorization: Bearer ${key}'`,
    (key: string) => `npx pg postgres://ann:${key}@host/db`,
    (key: string) => `npx server ghp_${key}`,
    (key: string) => `https://mcp.example/s/sk-${key}/mcp`,
  ];
  fc.assert(
    fc.property(secret, fc.constantFrom(...lines), (key, line) => {
      remember(line(key));
      const kept = storage.getItem("mcp-playground.servers") ?? "";
      const base64 = Buffer.from(key).toString("base64").replace(/=+$/, "");
      for (const form of [key, encodeURIComponent(key), base64]) expect(kept).not.toContain(form);
      expect(saved.getState()[0]).toMatch(/\$(\{|%7B)input:/);
    }),
    { numRuns: 200, seed: 5 },
  );
});

test("placeholders are stored, not the values entered for them", () => {
  const { saved } = setUp();
  const shown = "npx server '$" + "{input:a}'";
  const target = { kind: "stdio", command: "npx", args: ["server", "hush"], shown } as const;
  saved.remember(target, maskedAddress(target));
  expect(saved.getState()).toEqual([shown]);
});

test("twenty are kept", () => {
  const { saved, remember } = setUp();
  for (let n = 0; n < 25; n++) remember(`http://host-${n}/`);
  expect(saved.getState()).toHaveLength(20);
  expect(saved.getState()[0]).toBe("http://host-24/");
});

test.each(["{", "7", '{"0":"http://a/"}', '["http://a/", 7, "ftp://b", ""]'])(
  "whatever else stands in the storage does no harm: %s",
  (text) => {
    const { storage } = setUp();
    storage.setItem("mcp-playground.servers", text);
    const servers = createSavedServers(storage).getState();
    expect(servers.every((server) => server === "http://a/")).toBe(true);
  },
);

/** Pages of a relay at one origin, whose storage other programs at that address share. */
function createRelayOrigin() {
  const origin = createOrigin();
  const texts = new Map<string, string>();
  const openPage = (fill = 1) => {
    const { items, pair } = origin.openAtRelay(new Uint8Array(32).fill(fill));
    const plain = createMemoryStorage(texts);
    const sealed = createSealedStorage(plain, async () => items);
    return { saved: createSaved(createLoadedStorage(plain, async () => sealed)), pair };
  };
  return { origin, texts, openPage };
}

const used = (url: string) => ({ kind: "http", url, hasUserinfo: false }) as const;

test("what another program wrote at a relay's address is no recent server", async () => {
  const { origin, texts, openPage } = createRelayOrigin();
  const name = "mcp-playground.servers";
  texts.set(name, '["npx planted"]');
  const first = openPage();
  first.pair();
  await expect.poll(() => texts.has(name)).toBe(false);
  expect(first.saved.getState()).toEqual([]);
  await origin.openAlone().write(name, ["npx planted"]);
  texts.set(name, '"encrypted"');
  const next = openPage();
  next.pair();
  next.saved.remember(used("http://a/"), "http://a/");
  // later pages read what this one writes after it has read what was planted
  const readByNext = async () => {
    const { saved, pair } = openPage();
    pair();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return saved.getState();
  };
  await expect.poll(readByNext).toEqual(["http://a/"]);
  expect(next.saved.getState()).toEqual(["http://a/"]);
});

test("recent servers of a relay's page are read by its next page, and by no other program", async () => {
  const { origin, texts, openPage } = createRelayOrigin();
  const { saved, pair } = openPage();
  pair();
  saved.remember(used("http://a/"), "http://a/");
  await expect.poll(() => [...texts.values()]).toEqual(['"encrypted"']);
  expect(await origin.openAlone().read("mcp-playground.servers")).toBeUndefined();
  const other = openPage(2);
  other.pair();
  const next = openPage();
  next.pair();
  await expect.poll(() => next.saved.getState()).toEqual(["http://a/"]);
  expect(other.saved.getState()).toEqual([]);
});

test("a tab of a relay's page without a session knows only the servers that it used, until it is paired", async () => {
  const { origin, openPage } = createRelayOrigin();
  const first = openPage();
  first.pair();
  first.saved.remember(used("http://a/"), "http://a/");
  await expect.poll(() => origin.stored.has("mcp-playground.servers")).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
  const before = origin.stored.get("mcp-playground.servers");
  const { saved, pair } = openPage();
  saved.remember(used("http://b/"), "http://b/");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(saved.getState()).toEqual(["http://b/"]);
  expect(origin.stored.get("mcp-playground.servers")).toBe(before);
  pair();
  await expect.poll(() => saved.getState()).toEqual(["http://b/", "http://a/"]);
});
