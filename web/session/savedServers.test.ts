import { expect, test } from "vitest";
import { parseTarget } from "../../shared/share/target.ts";
import { createKeptStorage } from "../app/keptStorage.ts";
import { createSavedServers } from "./savedServers.ts";

function setUp() {
  const storage = createKeptStorage(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  const saved = createSavedServers(storage);
  const remember = (text: string) => {
    const parsed = parseTarget(text);
    if (parsed.kind === "target") saved.remember(parsed.target);
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
