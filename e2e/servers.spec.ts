/** Journey: two open servers keep their own settings through a restart, a reload, and saving and opening them. */
import { demoUrl } from "../shared/demo/demoUrl.ts";
import { expect, test, whenStored } from "./fixtures.ts";
import type { Playground } from "./playground.ts";
import { startSessionsServer } from "./servers/sessions.ts";
import { readStorages } from "./signIn.ts";

const everythingName = "Everything Reference Server";
const demoName = "Demo server";
const older = "Connected · 2025-06-18 · Streamable HTTP";
const newest = "Connected · 2026-07-28 · Streamable HTTP";

const select = ({ page }: Playground, name: string) =>
  page.getByRole("combobox", { name, exact: true });

async function choose(playground: Playground, name: string, option: string) {
  await select(playground, name).click();
  await playground.page.getByRole("option", { name: option, exact: true }).click();
  await expect(select(playground, name)).toContainText(option);
}

/** The title of a server in the explorer, which makes it the active one. */
const titleOf = ({ page }: Playground, name: string) =>
  page
    .getByRole("navigation", { name: "Explorer" })
    .getByRole("button", { name: new RegExp(`^${name}`) });

async function openOptions({ page, button }: Playground) {
  await button("Connection options").click();
  return page.getByRole("dialog", { name: "Connection options" });
}

async function act({ page, button }: Playground, server: string, action: string) {
  await button(`Actions for ${server}`).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${action}`) }).click();
}

test("two servers at two revisions at once: a restart, a reload and a saved server use their own", {
  tag: "@main",
}, async ({ playground, everything }) => {
  const { page, status, button } = playground;
  await choose(playground, "Protocol revision", "2025-06-18");
  await playground.enter(everything.url);
  await expect(status).toHaveText(older);
  await act(playground, everythingName, "Save");

  await button("Add server").click();
  await expect(select(playground, "Protocol revision")).toContainText("Auto");
  await choose(playground, "Protocol revision", "2026-07-28");
  await button("Try the demo server in this page, offline").click();
  await expect(status).toHaveText(newest);
  await expect(playground.item("Tools", "echo")).toBeInViewport();

  await titleOf(playground, everythingName).click();
  await expect(select(playground, "Protocol revision")).toContainText("2025-06-18");
  await choose(playground, "Protocol revision", "2025-03-26");
  await button("Apply and reconnect").click();
  await expect(status).toHaveText("Connected · 2025-03-26 · Streamable HTTP");
  await expect(button("Apply and reconnect")).toBeHidden();
  await choose(playground, "Protocol revision", "2025-06-18");
  await button("Disconnect").click();
  await button("Connect").click();
  await expect(status).toHaveText(older);
  await titleOf(playground, demoName).click();
  await expect(select(playground, "Protocol revision")).toContainText("2026-07-28");
  await expect(status).toHaveText(newest);

  await whenStored(page);
  await page.reload();
  await expect(playground.server).toHaveValue(demoUrl);
  await expect(status).toHaveText(newest);
  await titleOf(playground, everythingName).click();
  await expect(status).toHaveText(older);
  await expect(select(playground, "Protocol revision")).toContainText("2025-06-18");

  await act(playground, everythingName, "Close");
  await expect(status).toHaveText(newest);
  await button("Add server").click();
  await playground.region("Saved").getByRole("button", { name: everythingName }).click();
  await expect(status).toHaveText(older);
});

test("two servers with different routes, headers, limits and log levels", async ({
  playground,
  watched,
}) => {
  const { page, status, button } = playground;
  const [one, two] = await Promise.all([startSessionsServer(), startSessionsServer()]);
  for (const { url } of [one, two]) watched.allow(url);
  const secret = "s3cret-header-value-4711";

  await playground.server.fill(one.url);
  const options = await openOptions(playground);
  const close = () => options.getByRole("button", { name: "Close", exact: true }).click();
  await options.getByRole("textbox", { name: "Headers" }).fill(`X-Tenant: ${secret}`);
  await options.getByRole("textbox", { name: "Timeout (s)" }).fill("7");
  await options.getByRole("textbox", { name: "Roots" }).fill("file:///first");
  await choose(playground, "Log messages", "debug");
  await close();
  await choose(playground, "Route", "Relay");
  await playground.server.press("Enter");
  await page
    .getByRole("alertdialog", { name: "Connect through the relay?" })
    .getByRole("button", { name: "Allow" })
    .click();
  await expect(status).toContainText("Connected");

  await button("Add server").click();
  await playground.server.fill(two.url);
  await openOptions(playground);
  await expect(options.getByRole("textbox", { name: "Headers" })).toHaveValue("");
  await expect(options.getByRole("textbox", { name: "Timeout (s)" })).toHaveValue("60");
  await expect(options.getByRole("textbox", { name: "Roots" })).toHaveValue("");
  await expect(select(playground, "Log messages")).not.toContainText("debug");
  await options.getByRole("textbox", { name: "Timeout (s)" }).fill("30");
  await close();
  await expect(select(playground, "Route")).toContainText("Direct");
  await playground.server.press("Enter");
  await expect(status).toContainText("Connected");

  await whenStored(page);
  expect(await readStorages(page)).not.toContain(secret);
  await page.reload();
  await expect(playground.server).toHaveValue(two.url);
  await expect(status).toContainText("Connected");
  await openOptions(playground);
  await expect(options.getByRole("textbox", { name: "Timeout (s)" })).toHaveValue("30");
  await close();

  // its header was in memory only, so that it waits for the user
  await titleOf(playground, "127.0.0.1").click();
  await expect(playground.main).toContainText("the header X-Tenant");
  await expect(status).not.toContainText("Connected");
  expect(await readStorages(page)).not.toContain(secret);
  await expect(select(playground, "Route")).toContainText("Relay");
  await openOptions(playground);
  await expect(options.getByRole("textbox", { name: "Timeout (s)" })).toHaveValue("7");
  await expect(options.getByRole("textbox", { name: "Roots" })).toHaveValue("file:///first");
  await expect(select(playground, "Log messages")).toContainText("debug");
  await Promise.all([one.close(), two.close()]);
});
