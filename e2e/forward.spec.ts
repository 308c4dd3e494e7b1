/** Journey: a server without CORS is reached through the relay. */
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";
import { startNoCorsServer } from "./servers/noCors.ts";
import { startSessionsServer } from "./servers/sessions.ts";

const routeOf = ({ page }: Playground) => page.getByRole("combobox", { name: "Route" });

async function choose(playground: Playground, route: "Direct" | "Relay") {
  await routeOf(playground).click();
  await playground.page.getByRole("option", { name: route }).click();
  await expect(routeOf(playground)).toContainText(route);
}

const question = ({ page }: Playground) =>
  page.getByRole("alertdialog", { name: "Connect through the relay?" });

const allow = (playground: Playground) =>
  question(playground).getByRole("button", { name: "Allow" }).click();

test("a server without CORS: Direct fails, and the page offers the relay", async ({
  playground,
  watched,
}) => {
  const server = await startNoCorsServer();
  watched.allow(server.url);
  await playground.enter(server.url);
  await expect(playground.status).toContainText("Failed");
  await playground.button("Connect through the relay").click();
  await expect(question(playground)).toHaveAccessibleDescription(
    new RegExp(new URL(server.url).host),
  );
  await allow(playground);
  await expect(playground.status).toContainText("Connected · 2026-07-28 · Streamable HTTP");
  await expect(routeOf(playground)).toContainText("Relay");
  await playground.open("Tools", "echo");
  await playground.field("message").fill("through the relay");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("through the relay");
  // the whole response is visible, and the user is asked once
  await playground
    .row(/tools\/call/)
    .first()
    .click();
  const detail = playground.region("Message detail");
  await expect(detail).toContainText("HTTP/1.1 200 OK");
  await expect(detail).toContainText("from 127.0.0.1:");
  await expect(detail).toContainText("Set-Cookie");
  await expect(detail).not.toContainText("second=2");
  await expect(question(playground)).toHaveCount(0);
  await server.close();
});

test("a session id that CORS hides: the page names the cause and offers the relay", async ({
  playground,
  watched,
}) => {
  const server = await startSessionsServer({ exposed: "content-type" });
  watched.allow(server.url);
  await playground.enter(server.url);
  await expect(playground.status).toContainText("initialized refused");
  const alert = playground.main.getByRole("alert");
  await expect(alert).toContainText("The server refused notifications/initialized with 400");
  await expect(alert).toContainText("Access-Control-Expose-Headers: Mcp-Session-Id");
  await playground.button("Connect through the relay").click();
  await allow(playground);
  await expect(playground.status).toHaveText("Connected · 2025-11-25 · Streamable HTTP");
  await expect(playground.item("Tools", "echo")).toBeVisible();
  await server.close();
});

test("forbidden request headers arrive through the relay", async ({ playground, watched }) => {
  const server = await startNoCorsServer({ cookie: "session=of a person" });
  watched.allow(server.url);
  await playground.server.fill(server.url);
  await choose(playground, "Relay");
  await playground.button("Connection options").click();
  await playground.page
    .getByRole("textbox", { name: "Headers" })
    .fill("Cookie: session=of a person\nOrigin: https://elsewhere.example");
  await playground.page.keyboard.press("Escape");
  await playground.button("Connect").click();
  await allow(playground);
  await expect(playground.status).toContainText("Connected");
  await playground.openComposer();
  await playground.button("Headers for this message").click();
  await playground.composer
    .getByRole("textbox", { name: "Headers" })
    .fill("Referer: https://a.example/");
  await expect(playground.composer).not.toContainText("does not let a page set");
  await playground.write(
    playground.composer.getByRole("textbox", { name: "Message" }),
    '{"jsonrpc":"2.0","id":"raw","method":"tools/list","params":{}}',
  );
  await playground.button("Send").click();
  await expect
    .poll(() => server.heard.at(-1))
    .toMatchObject({
      cookie: "session=of a person",
      origin: "https://elsewhere.example",
      referer: "https://a.example/",
    });
  await server.close();
});

test("without consent nothing is sent", async ({ playground }) => {
  const server = await startNoCorsServer();
  await playground.server.fill(server.url);
  await choose(playground, "Relay");
  await playground.button("Connect").click();
  await question(playground).getByRole("button", { name: "Cancel" }).click();
  await expect(playground.page.getByRole("alert")).toContainText("The relay may not connect");
  expect(server.heard).toEqual([]);
  await server.close();
});

test("a certificate from an unknown authority is shown and can be accepted", async ({
  playground,
}) => {
  const server = await startNoCorsServer({ tls: true });
  await playground.server.fill(server.url);
  await choose(playground, "Relay");
  await playground.button("Connect").click();
  await allow(playground);
  const alert = playground.page.getByRole("alert");
  await expect(alert).toContainText("is not trusted");
  await expect(alert).toContainText("Issued by: CN=self");
  await expect(alert).toContainText(/SHA-256: ([0-9A-F]{2}:){31}[0-9A-F]{2}/);
  expect(server.heard).toEqual([]);
  await playground.button("Accept this certificate").click();
  await expect(playground.status).toContainText("Connected");
  await server.close();
});

test("a certificate authority from Connection options is trusted", async ({ playground }) => {
  const server = await startNoCorsServer({ tls: true });
  await playground.server.fill(server.url);
  await choose(playground, "Relay");
  await playground.button("Connection options").click();
  await playground.button("TLS through the relay").click();
  const authority = playground.page.getByRole("textbox", { name: "CA certificate" });
  await authority.fill("no PEM");
  await expect(playground.page.getByRole("dialog")).toContainText("This is not PEM");
  await authority.fill(server.certificate ?? "");
  await playground.page.keyboard.press("Escape");
  await playground.button("Connect").click();
  await allow(playground);
  await expect(playground.status).toContainText("Connected");
  await server.close();
});

test("a client key is masked, for the clipboard as well, until it is revealed", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.server.fill("https://127.0.0.1:1/mcp");
  await choose(playground, "Relay");
  await playground.button("Connection options").click();
  await playground.button("TLS through the relay").click();
  const key = page.getByRole("textbox", { name: "Client key" });
  const other = page.getByRole("textbox", { name: "Client certificate" });
  const copyOver = async () => {
    await key.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("ControlOrMeta+C");
    await other.fill("");
    await page.keyboard.press("ControlOrMeta+V");
  };
  await key.fill("-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----");
  await expect(key).toHaveCSS("-webkit-text-security", "disc");
  await copyOver();
  await expect(other).not.toHaveValue(/PRIVATE/);

  await playground.button("Show the client key").click();
  await expect(key).toHaveCSS("-webkit-text-security", "none");
  await copyOver();
  await expect(other).toHaveValue(/PRIVATE KEY-----\nsecret\n/);
  await playground.button("Hide the client key").click();
  await expect(key).toHaveCSS("-webkit-text-security", "disc");
});

test("a route can be chosen where several exist, and is stored with its server", async ({
  playground,
  everything,
}) => {
  await expect(routeOf(playground)).toHaveCount(0);
  await playground.server.fill("npx something");
  await expect(routeOf(playground)).toHaveCount(0);
  await playground.connect(everything.url);
  await expect(routeOf(playground)).toContainText("Direct");
  await choose(playground, "Relay");
  await playground.button("Disconnect").click();
  await playground.button("Connect").click();
  await allow(playground);
  await expect(playground.status).toContainText("Connected");
  // another server starts with the direct route
  await playground.server.fill("http://127.0.0.1:7777/mcp");
  await expect(routeOf(playground)).toContainText("Direct");
  await playground.server.fill(everything.url);
  await playground.server.press("Tab");
  await expect(routeOf(playground)).toContainText("Relay");
});
