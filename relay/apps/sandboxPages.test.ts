import { mkdtempSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appPolicy } from "../../shared/apps/policy.ts";
import { locateSandbox } from "../../shared/apps/sandbox.ts";
import { sandboxPage } from "../../shared/apps/sandboxPage.ts";
import { metaContentSecurityPolicy } from "../../shared/relay/page/securityHeaders.ts";
import { OptionError } from "../relayOptions.ts";
import { createRelay, type Relay } from "../server.ts";

const pageDir = mkdtempSync(join(tmpdir(), "sandbox-pages-"));
const meta = `<meta http-equiv="Content-Security-Policy" content="${metaContentSecurityPolicy([])}">`;
writeFileSync(join(pageDir, "index.html"), `<!doctype html>${meta}`);
writeFileSync(join(pageDir, "sandbox.html"), sandboxPage(false));

let relay: Relay;
let hosted: Relay;
beforeAll(async () => {
  relay = await createRelay({ port: 0, pageDir });
  hosted = await createRelay({
    port: 0,
    pageDir,
    publicUrl: "https://play.example.com/",
    appsOrigin: "https://*.apps.example.com",
  });
});
afterAll(() => Promise.all([relay.close(), hosted.close()]));

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request to a port of this machine, with any host. */
function get(
  port: number,
  path: string,
  host: string,
  method = "GET",
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host, ...more };
    const sent = request({ host: "127.0.0.1", port, path, method, headers });
    sent.on("error", reject).on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.end();
  });
}

const hostOf = (url: string) => new URL(url).host;
const policyOf = ({ headers }: Answer) => String(headers["content-security-policy"]);

/** What a page is told about apps, by the document that it gets. */
async function announced(of: Relay, host: string) {
  const document = await get(of.port, "/", host);
  const origin = /apps;desc="([^"]+)"/.exec(String(document.headers["server-timing"]))?.[1];
  return { document, origin };
}

const place = async (of: Relay, appsOrigin: string | undefined, uri = "ui://a/b") => {
  const csp = { connectDomains: ["https://api.example.com"] };
  const policy = appPolicy(csp, "specification");
  const page = `${of.origin}/`;
  return locateSandbox({ appsOrigin, page, policy, secret: "s", server: "http://a/mcp", uri });
};

test("a local relay serves apps at a port of its own, each below a name of its own", async () => {
  const { document, origin } = await announced(relay, hostOf(relay.origin));
  expect(origin).toMatch(/^http:\/\/\*\.localhost:\d+$/);
  expect(policyOf(document)).toContain(`frame-src 'self' ${origin};`);
  expect(document.text).toContain(`frame-src 'self' ${origin};`);

  const { url, isOpaque, sandbox } = await place(relay, origin);
  expect(isOpaque).toBe(false);
  expect(sandbox).toContain("allow-same-origin");
  const { port, host, pathname, search } = new URL(url);
  const answer = await get(Number(port), pathname + search, host);
  expect(answer.status).toBe(200);
  expect(policyOf(answer)).toContain("connect-src 'self' https://api.example.com;");
  expect(policyOf(answer)).toContain(`frame-ancestors ${relay.origin}`);
  expect(policyOf(answer)).not.toContain("sandbox ");
  expect(answer.headers).toMatchObject({
    "origin-agent-cluster": "?1",
    "cache-control": "no-store",
  });
  expect(answer.text.length).toBeLessThan(6 * 1024);
  expect(new URL((await place(relay, origin, "ui://a/c")).url).host).not.toBe(host);
});

test("the port of apps has the sandbox page only, for hosts of apps and pages of the relay", async () => {
  const { origin } = await announced(relay, hostOf(relay.origin));
  const { host, pathname, search } = new URL((await place(relay, origin)).url);
  const port = Number(new URL(origin?.replace("*.", "") ?? "").port);
  const status = async (path: string, at = host, method = "GET") =>
    (await get(port, path, at, method)).status;
  const ask = (query: Readonly<Record<string, string>>) =>
    `${pathname}?${new URLSearchParams(query)}`;
  expect(await status("/")).toBe(404);
  expect(await status("/api/session", host)).toBe(404);
  expect(await status(`/x/..${pathname}${search}`)).toBe(404);
  expect(await status(pathname + search, host, "POST")).toBe(405);
  expect(await status(pathname + search, "evil.example")).toBe(421);
  expect(await status(pathname + search, `app-1.localhost:${port}`)).toBe(421);
  expect(await status(pathname)).toBe(400);
  expect(await status(ask({ host: relay.origin, policy: "[]" }))).toBe(400);
  expect(await status(ask({ host: "https://evil.example", policy: "{}" }))).toBe(403);
  for (const [path, at] of [
    ["/", host],
    [pathname, host],
    ["/", "evil.example"],
  ] as const) {
    expect(policyOf(await get(port, path, at))).toMatch(/default-src 'none'.*; sandbox$/);
  }
  const bySite = async (site: string) =>
    (await get(port, pathname + search, host, "GET", { "Sec-Fetch-Site": site })).status;
  expect(await Promise.all(["cross-site", "same-site", "same-origin"].map(bySite))).toEqual([
    200, 200, 403,
  ]);
  const injected = JSON.stringify({ csp: { connectDomains: ["https://a; script-src *"] } });
  const answer = await get(port, ask({ host: relay.origin, policy: injected }), host);
  expect(policyOf(answer)).not.toContain("script-src *");
});

test("the page's own host has no app, except at an opaque origin", async () => {
  const { port, origin } = relay;
  const { url } = await place(relay, undefined);
  expect(new URL(url).origin).toBe(origin);
  const own = await get(port, new URL(url).pathname, hostOf(origin));
  expect(own.status).toBe(200);
  expect(policyOf(own)).toBe("sandbox allow-scripts allow-forms; frame-ancestors 'self'");
  expect(own.text).not.toContain('data-policy="header"');
  const { origin: apps } = await announced(relay, hostOf(origin));
  expect((await get(port, "/sandbox.html", hostOf((await place(relay, apps)).url))).status).toBe(
    421,
  );
});

test("a public relay serves apps at --apps-origin", async () => {
  const { origin, document } = await announced(hosted, "play.example.com");
  expect(origin).toBe("https://*.apps.example.com");
  expect(policyOf(document)).toContain("frame-src 'self' https://*.apps.example.com;");
  const { host, pathname, search } = new URL((await place(hosted, origin)).url);
  expect(host).toMatch(/^app-[0-9a-f]{32}\.apps\.example\.com$/);
  const answer = await get(hosted.port, pathname + search, host);
  expect(policyOf(answer)).toContain("frame-ancestors https://play.example.com");
  expect((await get(hosted.port, "/", host)).status).toBe(404);
});

test.each([
  [{ appsOrigin: "https://apps.example.com" }, "needs --public-url"],
  [{ appsOrigin: "https://a.example.com/x", publicUrl: "https://b.example.com/" }, "an origin"],
  [{ appsOrigin: "https://u@a.example.com", publicUrl: "https://b.example.com/" }, "an origin"],
  [{ appsOrigin: "https://a.example.com", publicUrl: "https://a.example.com/" }, "another https"],
  [{ appsOrigin: "https://*.example.com", publicUrl: "https://a.example.com/" }, "another https"],
  [{ appsOrigin: "http://a.example.com", publicUrl: "https://b.example.com/" }, "another https"],
])("%j is refused", async (options, reason) => {
  const starting = createRelay({ port: 0, pageDir, ...options });
  await expect(starting).rejects.toThrow(OptionError);
  await expect(starting).rejects.toThrow(reason);
});

test("the sandbox page has at most 6 kB", () => {
  expect(sandboxPage(true).length).toBeLessThanOrEqual(6_000);
});
