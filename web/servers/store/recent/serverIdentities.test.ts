import { expect, test } from "vitest";
import { isSimpleIcon } from "../../../../shared/core/text/simpleSvg.ts";
import { createMemoryStorage } from "../../../platform/memoryStorage.fixture.ts";
import type { TextStorage } from "../../../platform/storedJson.ts";
import { createPlainStorage } from "./recentStorage.ts";
import { createServerIdentities as createIdentities } from "./serverIdentities.ts";

const createServerIdentities = (storage: TextStorage) =>
  createIdentities(createPlainStorage(storage));

const icon = "data:image/png;base64,AAAA";

test("a new page knows name and icon", () => {
  const storage = createMemoryStorage();
  const info = { name: "a", title: "Server A", icons: [{ src: icon }] };
  createServerIdentities(storage).remember("http://a/", info, isSimpleIcon);
  expect(createServerIdentities(storage).getState()).toEqual({
    "http://a/": { name: "Server A", icon },
  });
});

test("icons that would need a request, and long ones, are left out", () => {
  const identities = createServerIdentities(createMemoryStorage());
  const icons = [
    { src: "https://example.com/icon.png" },
    { src: "data:text/html,hello" },
    // drawn without end, on every start page
    { src: "data:image/svg+xml,%3Csvg%20id='a'%3E%3Cuse%20href='%23a'/%3E%3C/svg%3E" },
    { src: `data:image/png;base64,${"A".repeat(5000)}` },
  ];
  identities.remember("http://a/", { name: "a".repeat(200), icons }, isSimpleIcon);
  expect(identities.getState()).toEqual({ "http://a/": { name: "a".repeat(80) } });
});

test.each(["null", "[1]", '{"a":1}', '[["http://a/",{"name":4}]]', '[["__proto__",{"name":""}]]'])(
  "stored %s is no identity",
  (text) => {
    const kept = new Map([["mcp-playground.server-identities", text]]);
    expect(createServerIdentities(createMemoryStorage(kept)).getState()).toEqual({});
  },
);

test("the oldest are forgotten", () => {
  const identities = createServerIdentities(createMemoryStorage());
  for (let n = 0; n < 30; n++) {
    identities.remember(`http://${n}/`, { name: `${n}` }, isSimpleIcon);
  }
  expect(Object.keys(identities.getState())).toHaveLength(20);
  expect(identities.getState()["http://29/"]).toEqual({ name: "29" });
});
