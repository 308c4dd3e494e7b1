import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTarget } from "../../../shared/config/target.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import { createBrowserStorage } from "../../platform/browserStorage.ts";
import { createSavedServers } from "./savedServers.ts";

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
