/** Journey: the app of a tool in shared links, recordings and live sessions. */
import { readFile } from "node:fs/promises";
import { appIn, appsCommand, expect, expectText, openApp, showSteps, test } from "./appsFixture.ts";
import { createPlayground } from "./playground.ts";

test("a shared link and a recording show the app without its server, answer its calls, and contact nothing", async ({
  playground,
  relay,
  context,
  leaks,
}) => {
  const { page } = playground;
  await playground.start(appsCommand);
  const app = await openApp(playground, "friendly");
  await app.getByRole("button", { name: "Refresh" }).click();
  await expect(app.locator("#answer")).toContainText("refresh, call 1");
  await playground.press("Share");
  const link = page.getByRole("textbox", { name: "Link", exact: true });
  await expect(link).toHaveValue(/#s=2\./);
  const address = await link.inputValue();
  const download = page.waitForEvent("download");
  await playground.button("Download recording").click();
  const text = await readFile(await (await download).path(), "utf8");
  await page.keyboard.press("Escape");
  await playground.button("Disconnect").click();
  await expect(playground.button("Connect")).toBeVisible();
  await page.close();

  const other = await context.newPage();
  const contacted: string[] = [];
  other.on("websocket", (socket) => contacted.push(socket.url()));
  other.on("request", (request) => {
    if (request.method() !== "GET") contacted.push(request.url());
  });
  const there = createPlayground(other);
  const showOffline = async () => {
    await there.open("Tools", "friendly");
    await showSteps(there);
    const offline = appIn(there, "friendly");
    await expect(offline.locator("#result")).toHaveText("result: friendly, call 1");
    await offline.getByRole("button", { name: "Refresh" }).click();
    await expect(offline.locator("#answer")).toContainText("refresh, call 1");
    const sent = await offline.locator("body").evaluate(() =>
      fetch("/").then(
        () => "sent",
        () => "refused",
      ),
    );
    expect(sent).toBe("refused");
  };

  await test.step("the link", async () => {
    await other.goto(address);
    await other.locator("#shell").waitFor({ state: "detached" });
    await expect(there.region("Recording")).toContainText("Nothing is contacted");
    await showOffline();
    expect(contacted).toEqual([]);
  });

  await test.step("the recording", async () => {
    await other.goto("about:blank");
    await other.goto(relay.createLink());
    await other.locator("#shell").waitFor({ state: "detached" });
    const data = await other.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], "recording.json", { type: "application/json" }));
      return transfer;
    }, text);
    for (const type of ["dragenter", "dragover", "drop"]) {
      await other.dispatchEvent("body", type, { dataTransfer: data });
    }
    await showOffline();
  });
  expect(leaks).toEqual([]);
});

test("a viewer of a live session in another tab sees the app as it is used, and contacts nothing", async ({
  playground,
  context,
}) => {
  const { page } = playground;
  await playground.start(appsCommand);
  const app = await openApp(playground, "friendly");
  await expect(app.locator("#result")).toHaveText("result: friendly, call 1");
  await playground.press("Share");
  await page.getByRole("radio", { name: /^Live/ }).click();
  await playground.button("Create live link").click();
  const field = page.getByRole("textbox", { name: "Live link" });
  await expect(field).toHaveValue(/#w=1\./);
  const viewerPage = await context.newPage();
  await viewerPage.goto(await field.inputValue());
  await viewerPage.locator("#shell").waitFor({ state: "detached" });
  const viewer = createPlayground(viewerPage);
  await viewer.open("Tools", "friendly");
  await showSteps(viewer);
  const seen = appIn(viewer, "friendly");
  await expect(seen.locator("#result")).toHaveText("result: friendly, call 1");

  // frames of a tab in the background are not drawn, so clicks do not reach them
  await page.bringToFront();
  await page.keyboard.press("Escape");
  // a frame takes a click although a dialog of the page is still above it
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await app.getByRole("button", { name: "Refresh" }).click();
  await expect(viewer.row(/^sent(?! to).*by the app.*refresh, call 1/).first()).toBeVisible();
  await viewerPage.bringToFront();
  await seen.getByRole("button", { name: "Refresh" }).click();
  await expect(seen.locator("#answer")).toContainText("refresh, call 1");

  await page.bringToFront();
  await test.step("a further call is a further app, and the viewer stays with the tool", async () => {
    await playground.button("Call tool").click();
    await expectText(app.locator("#result"), "result: friendly, call 2");
    await expectText(seen.locator("#result"), "result: friendly, call 2");
    await app.getByRole("button", { name: "Refresh" }).click();
    await expect(viewer.row(/^sent(?! to).*by the app.*refresh, call 2/).first()).toBeVisible();
    await expect(seen.locator("#result")).toHaveText("result: friendly, call 2");
  });
});
