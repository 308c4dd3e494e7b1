/** Journey: a server without CORS is reached through the relay. */
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";
import { startNoCorsServer } from "./servers/noCors.ts";

const routeOf = ({ page }: Playground) => page.getByRole("combobox", { name: "Route" });

test("a server without CORS: Direct fails, and the page offers the relay", async ({
  playground,
  watched,
}) => {
  const server = await startNoCorsServer();
  watched.allow(server.url);
  await playground.enter(server.url);
  await expect(playground.status).toContainText("Failed");
  await playground.button("Connect through the relay").click();
  const question = playground.page.getByRole("alertdialog", { name: "Connect through the relay?" });
  await expect(question).toHaveAccessibleDescription(new RegExp(new URL(server.url).host));
  await question.getByRole("button", { name: "Allow" }).click();
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
  await detail.getByRole("tab", { name: "HTTP" }).click();
  await expect(detail).toContainText("HTTP/1.1 200 OK");
  await expect(detail).toContainText("from 127.0.0.1:");
  await expect(detail).toContainText("Set-Cookie");
  await expect(detail).not.toContainText("second=2");
  await expect(question).toHaveCount(0);
  await server.close();
});

test("a client key is masked, for the clipboard as well, until it is revealed", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.server.fill("https://127.0.0.1:1/mcp");
  await routeOf(playground).click();
  await page.getByRole("option", { name: "Relay" }).click();
  await expect(routeOf(playground)).toContainText("Relay");
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
