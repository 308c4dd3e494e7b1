// @vitest-environment jsdom
/** A server over HTTP is reached through the relay: consent, headers, certificates. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startNoCorsServer } from "../../e2e/servers/noCors.ts";
import { startSessionsServer } from "../../e2e/servers/sessions.ts";
import { descriptionOf, fill, pick } from "../component.fixture.tsx";
import { createRelayTab } from "../relayTab.fixture.ts";
import { renderPage, server, shows, status } from "./page.fixture.tsx";
import { setSettings, shown } from "./stores/tab.fixture.ts";

async function startServer(options: Parameters<typeof startNoCorsServer>[0] = {}) {
  const started = await startNoCorsServer(options);
  onTestFinished(started.close);
  return started;
}
type Page = ReturnType<typeof renderPage>;
const consent = "Connect through the relay?";
const route = () => screen.getByRole("combobox", { name: "Route" });
const alert = () => within(screen.getByRole("main")).getAllByRole("alert")[0] as HTMLElement;

/** Writes the server's address and chooses the route over the relay. */
async function choose(page: Page, url: string) {
  act(() => page.stores.servers.all.choose(url));
  await pick(page.user, await screen.findByRole("combobox", { name: "Route" }), "Relay");
  await shows(route, "Relay");
}

/** Opens the fields for TLS among the connection options. */
async function openTls(page: Page) {
  await page.press("Connection options");
  await page.press("TLS through the relay");
}

/** As in a browser: a page reads only the headers that a server exposes. */
const exposedOnly: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  const exposed = response.headers.get("access-control-expose-headers");
  if (exposed === null || exposed === "*") return response;
  const names = new Set(exposed.split(",").map((name) => name.trim().toLowerCase()));
  const headers = new Headers([...response.headers].filter(([name]) => names.has(name)));
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
};

test("a session id that CORS hides: the page names the cause, and the relay shows the id", async () => {
  const sessions = await startSessionsServer({ exposed: "content-type" });
  onTestFinished(sessions.close);
  const page = renderPage(await createRelayTab({}, undefined, exposedOnly));
  await page.enter(sessions.url);
  await shows(status, "initialized refused");
  await shows(alert, "The server refused notifications/initialized with 400");
  await shows(alert, "Access-Control-Expose-Headers: Mcp-Session-Id");
  await page.press("Connect through the relay");
  await page.answer(consent, "Allow");
  await shows(status, "Connected · 2025-11-25 · Streamable HTTP");
  await screen.findByRole("option", { name: /^echo/ });
});

test("without consent nothing is sent, and the page says so", async () => {
  const { url, heard } = await startServer();
  const page = renderPage(await createRelayTab());
  await choose(page, url);
  await page.press("Connect");
  const question = await screen.findByRole("alertdialog", { name: consent });
  expect(descriptionOf(question)).toContain(new URL(url).host);
  await page.answer(consent, "Cancel");
  await shows(alert, "The relay may not connect");
  expect(heard).toEqual([]);
});

test("headers that a browser forbids arrive through the relay, and the composer has no remark on them", async () => {
  const { url, heard } = await startServer({ cookie: "session=of a person" });
  const page = renderPage(await createRelayTab());
  await choose(page, url);
  setSettings(page.stores, {
    headers: [
      ["Cookie", "session=of a person"],
      ["Origin", "https://elsewhere.example"],
    ],
  });
  await page.press("Connect");
  await page.answer(consent, "Allow");
  await shows(status, "Connected");
  await page.user.click(screen.getByRole("tab", { name: "Composer" }));
  await page.press("Headers for this message");
  const composer = screen.getByRole("region", { name: "Composer" });
  await fill(
    page.user,
    within(composer).getByRole("textbox", { name: "Headers" }),
    "Referer: https://a.example/",
  );
  expect(composer.textContent).not.toContain("does not let a page set");
  const composition = page.stores.calls.compositions.of(shown(page.stores).id);
  act(() =>
    composition.change({ text: '{"jsonrpc":"2.0","id":"raw","method":"tools/list","params":{}}' }),
  );
  await page.press("Send");
  await waitFor(() =>
    expect(heard.at(-1)).toMatchObject({
      cookie: "session=of a person",
      origin: "https://elsewhere.example",
      referer: "https://a.example/",
    }),
  );
});

test("a certificate of an unknown authority is shown and can be accepted; nothing is sent before", async () => {
  const { url, heard } = await startServer({ tls: true });
  const page = renderPage(await createRelayTab());
  await choose(page, url);
  await page.press("Connect");
  await page.answer(consent, "Allow");
  await shows(alert, "is not trusted");
  await shows(alert, "Issued by: CN=self");
  await shows(alert, /SHA-256: ([0-9A-F]{2}:){31}[0-9A-F]{2}/);
  expect(heard).toEqual([]);
  await page.press("Accept this certificate");
  await shows(status, "Connected");
});

test("a certificate authority of the connection options is trusted; text that is no PEM is refused", async () => {
  const { url, certificate = "" } = await startServer({ tls: true });
  const page = renderPage(await createRelayTab());
  await choose(page, url);
  await openTls(page);
  const authority = await screen.findByRole("textbox", { name: "CA certificate" });
  await fill(page.user, authority, "no PEM");
  await shows(() => screen.getByRole("dialog"), "This is not PEM");
  await fill(page.user, authority, certificate);
  await page.user.keyboard("{Escape}");
  await page.press("Connect");
  await page.answer(consent, "Allow");
  await shows(status, "Connected");
});

test("a route can be chosen where several exist, and is stored with its server", async () => {
  const sessions = await startSessionsServer();
  onTestFinished(sessions.close);
  const page = renderPage(await createRelayTab());
  const { all } = page.stores.servers;
  expect(screen.queryByRole("combobox", { name: "Route" })).toBeNull();
  act(() => all.choose("npx something"));
  expect(screen.queryByRole("combobox", { name: "Route" })).toBeNull();
  await page.connect(sessions.url);
  await shows(route, "Direct");
  await choose(page, sessions.url);
  await page.press("Disconnect");
  await page.press("Connect");
  await page.answer(consent, "Allow");
  await shows(status, "Connected");
  expect(server()).toHaveProperty("value", sessions.url);
  // another server starts with the direct route
  act(() => all.choose("http://127.0.0.1:7777/mcp"));
  await shows(route, "Direct");
  act(() => all.choose(sessions.url));
  await shows(route, "Relay");
});
