import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentHeaders, openSession } from "../../e2e/pairAsPage.ts";
import { ask, openRelay, temporaryFolder } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";
import { createPageHost, readKeptPort, readPageHost } from "./pageHosts.ts";

/** A relay with a page, and a way to send requests to one of its hosts. */
async function openLocal(isNew = true, options: RelayOptions = {}) {
  const pageDir = temporaryFolder();
  for (const file of ["index.html", "callback.html", "badge.svg", "app.js"]) {
    writeFileSync(join(pageDir, file), file);
  }
  const said: string[] = [];
  const relay = await openRelay({
    pageDir,
    pageHost: () => ({ ...createPageHost(), isNew }),
    say: (sentence) => said.push(sentence),
    ...options,
  });
  const page = new URL(relay.origin).host;
  const get = (Host: string, path: string, headers: Record<string, string> = {}) =>
    ask(relay, { path, headers: { Host, ...headers } });
  const exchange = async (pageLoad: unknown, token = relay.createToken()) => {
    const headers = { Host: page, Origin: relay.origin, "Content-Type": "application/json" };
    const body = JSON.stringify({ token, pageLoad });
    return ask(relay, { method: "POST", path: "/api/session", headers, body });
  };
  const loopback = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${relay.port}`);
  return { relay, page, loopback, get, exchange, said };
}

/** The metrics of a response, without the place of apps, which each document has. */
const timingOf = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
  `${headers["server-timing"] ?? ""}`.replace(/(^|, )apps;desc="[^"]+"$/, "") || undefined;

/** The id in the response to a document's request. */
const pageLoadOf = (response: Awaited<ReturnType<typeof ask>>) =>
  /^page-load;desc="([\w-]{43})"$/.exec(timingOf(response) ?? "")?.[1];

test("the page is served at its random name only; loopback addresses lead there without a token", async () => {
  const { relay, page, loopback, get } = await openLocal();
  expect(relay.origin).toMatch(/^http:\/\/mcp-[a-z2-7]{16}\.localhost:\d+$/);
  expect((await get(page, "/")).body).toBe("index.html");
  expect((await get(page, "/app.js")).body).toBe("app.js");
  for (const host of loopback) {
    for (const path of ["/", "/index.html"]) {
      const { status, headers } = await get(host, path);
      expect([status, headers.location]).toEqual([303, `${relay.origin}/`]);
      expect(headers["clear-site-data"]).toBe('"storage"');
      expect(headers["cache-control"]).toBe("no-store");
    }
    const { headers } = await get(host, "/callback.html?code=a%26b&state=c");
    expect(headers.location).toBe(`${relay.origin}/callback.html?code=a%26b&state=c`);
    expect((await get(host, "/app.js")).status).toBe(404);
    // other sites show it
    expect((await get(host, "/badge.svg")).body).toBe("badge.svg");
  }
  const other = `mcp-aaaaaaaaaaaaaaaa.localhost:${relay.port}`;
  expect((await get(other, "/")).status).toBe(421);
});

test("what other programs stored at the loopback address is cleared at the first start at a port only", async () => {
  const { loopback, get } = await openLocal(false);
  const { headers } = await get(loopback[0] ?? "", "/");
  expect(headers["clear-site-data"]).toBeUndefined();
});

test("a second port has the page for browsers that do not resolve its name", async () => {
  const { relay, loopback, get } = await openLocal(true, { otherPort: 0 });
  const { otherOrigin = "" } = relay;
  expect(otherOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const { host } = new URL(otherOrigin);
  expect((await get(host, "/", documentHeaders)).body).toBe("index.html");
  expect(await openSession(otherOrigin, relay.createToken())).toMatch(/^[\w-]{43}$/);
  const [own = ""] = loopback;
  const locationFor = async (agent: string) =>
    (await get(own, "/", { "User-Agent": `Mozilla/5.0 (Macintosh) ${agent}` })).headers.location;
  expect(await locationFor("AppleWebKit/605.1 (KHTML) Version/18.5 Safari/605.1")).toBe(
    `${otherOrigin}/`,
  );
  for (const agent of ["AppleWebKit/537 Chrome/140.0 Safari/537", "Gecko/20 Firefox/140.0"]) {
    expect(await locationFor(agent)).toBe(`${relay.origin}/`);
  }
});

test("a token is exchanged only for a document that the relay itself has served, once", async () => {
  const { page, get, exchange, said } = await openLocal();
  const pageLoad = pageLoadOf(await get(page, "/", documentHeaders));
  expect(pageLoad).toBeDefined();
  expect((await exchange(pageLoad)).status).toBe(200);
  expect(said).toEqual([]);
  for (const id of [pageLoad, undefined, "", 1, {}, "x".repeat(43)]) {
    const { status, body } = await exchange(id);
    expect([status, body]).toEqual([403, expect.stringContaining("was not loaded from the relay")]);
  }
  // once, however often a page tries
  expect(said).toEqual([expect.stringContaining("did not come from this relay")]);
});

test.each([
  ["a fetch of a page or a service worker", { "Sec-Fetch-Dest": "empty" }],
  [
    "a navigation that a service worker passes on",
    { ...documentHeaders, "Sec-Fetch-Dest": "empty" },
  ],
  ["a navigation preload", { ...documentHeaders, "Service-Worker-Navigation-Preload": "true" }],
  ["a prefetch", { ...documentHeaders, "Sec-Purpose": "prefetch" }],
  ["a frame", { ...documentHeaders, "Sec-Fetch-Dest": "iframe" }],
  ["what its own origin opens", { ...documentHeaders, "Sec-Fetch-Site": "same-origin" }],
  ["a program", {}],
] as const)("%s obtains no id of a document", async (_name, headers) => {
  const { page, get } = await openLocal();
  const response = await get(page, "/", headers);
  expect(response.status).toBe(200);
  expect(timingOf(response)).toBeUndefined();
});

test("a document with an id is not cached, and sent again with a new one", async () => {
  const { page, get } = await openLocal();
  const first = await get(page, "/", documentHeaders);
  expect(first.headers["cache-control"]).toBe("no-store");
  // cached from another request
  const cached = { "If-None-Match": `${(await get(page, "/")).headers.etag}` };
  const second = await get(page, "/", { ...documentHeaders, ...cached });
  expect(second.status).toBe(200);
  expect(pageLoadOf(second)).toBeDefined();
  expect(pageLoadOf(second)).not.toBe(pageLoadOf(first));
  expect((await get(page, "/", cached)).status).toBe(304);
});

test("every request for the script of a service worker gets one that removes it", async () => {
  const { relay, page, loopback, get } = await openLocal();
  for (const [host, path] of [
    [page, "/sw.js"],
    [page, "/"],
    [loopback[0] ?? "", "/deep/worker.js"],
  ] as const) {
    const { status, headers, body } = await get(host, path, {
      "Service-Worker": "script",
      Origin: `http://${host}`,
    });
    expect([status, headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(headers["service-worker-allowed"]).toBe("/");
    expect(body).toContain("registration.unregister()");
  }
  expect(await openSession(relay.origin, relay.createToken())).toMatch(/^[\w-]{43}$/);
});

test("the name is kept for each port, in a file that another user cannot replace", () => {
  const folder = join(temporaryFolder(), "data");
  const first = readPageHost(folder, 6280);
  expect(first.isNew).toBe(true);
  expect(readPageHost(folder, 6280)).toEqual({ name: first.name, isNew: false });
  expect(readPageHost(folder, 6281).name).not.toBe(first.name);
  writeFileSync(join(folder, "page-host-6282"), "localhost");
  expect(() => readPageHost(folder, 6282)).toThrow("contains no host name: delete it");
  const port = readKeptPort(folder, "page-port");
  expect(port).toBeGreaterThanOrEqual(10_000);
  expect(readKeptPort(folder, "page-port")).toBe(port);
  expect(readKeptPort(folder, "apps-port")).not.toBe(port);
});

test("each document of a relay with a device key says so, and only that of such a relay", async () => {
  const { page, loopback, get } = await openLocal(true, { deviceKey: new Uint8Array(32) });
  const timing = async (host: string, path: string, headers = {}) =>
    timingOf(await get(host, path, headers));
  expect(await timing(page, "/")).toBe("device-key");
  expect(await timing(page, "/index.html", { "Sec-Fetch-Site": "same-origin" })).toBe("device-key");
  expect(await timing(page, "/", documentHeaders)).toMatch(/^page-load;desc="[\w-]+", device-key$/);
  expect(await timing(page, "/app.js")).toBeUndefined();
  expect(await timing(loopback[0] ?? "", "/")).toBeUndefined();
  const other = await openLocal();
  expect(timingOf(await other.get(other.page, "/"))).toBeUndefined();
});
