import { expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../../../e2e/servers/serveHandler.ts";
import { loadRemoteIcon } from "./loadRemoteIcon.ts";

const answers: Readonly<Record<string, () => Response>> = {
  "/icon.png": () =>
    new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "image/png" } }),
  "/page": () => new Response("<p>", { headers: { "content-type": "text/html" } }),
  "/icon.svg": () => new Response("<svg/>", { headers: { "content-type": "image/svg+xml" } }),
  "/circle.svg": () =>
    new Response('<svg id="a"><use href="#a"/></svg>', {
      headers: { "content-type": "image/svg+xml" },
    }),
  "/huge.png": () =>
    new Response(new Uint8Array(100_001), { headers: { "content-type": "image/png" } }),
  "/elsewhere": () => new Response(null, { status: 302, headers: { location: "/icon.png" } }),
  "/missing": () => new Response(null, { status: 404 }),
};

test.each([
  ["/icon.png", { kind: "loaded", source: "data:image/png;base64,AQID" }],
  ["/icon.svg", { kind: "loaded", source: "data:image/svg+xml;base64,PHN2Zy8+" }],
  ["/circle.svg", { kind: "failed", why: "no-image" }],
  ["/page", { kind: "failed", why: "no-image" }],
  ["/huge.png", { kind: "failed", why: "too-large" }],
  ["/elsewhere", { kind: "failed", why: "not-readable" }],
  ["/missing", { kind: "failed", why: "not-readable" }],
])("%s", async (path, icon) => {
  const server = await serveHandler(
    async ({ url }) => answers[new URL(url).pathname]?.() ?? new Response(null, { status: 500 }),
  );
  onTestFinished(server.close);
  expect(await loadRemoteIcon(fetch, server.url + path)).toEqual(icon);
});

test("an address that nothing listens at", async () => {
  expect(await loadRemoteIcon(fetch, "http://127.0.0.1:1/icon.png")).toEqual({
    kind: "failed",
    why: "not-readable",
  });
});
