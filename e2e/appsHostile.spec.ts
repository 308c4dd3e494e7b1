/** Journey: hostile apps, at origins of their own (of a relay) and at opaque ones (of a static host). */
import { appIn, appsCommand, expect, openApp, shownFrames, step, test } from "./appsFixture.ts";
import { createPlayground } from "./playground.ts";
import { listen } from "./servers/listen.ts";

for (const place of ["own", "opaque"] as const) {
  test(`hostile apps are refused at ${place} origins`, async ({ page, relay, leaks }) => {
    if (place === "opaque") {
      // as on a static host, which announces no origin for apps
      await page.addInitScript(() => {
        const entries = performance.getEntriesByType.bind(performance);
        performance.getEntriesByType = (type) =>
          entries(type).map((entry) => {
            const { serverTiming = [] } = entry as PerformanceNavigationTiming;
            const others = serverTiming.filter(({ name }) => name !== "apps");
            return { serverTiming: others } as unknown as PerformanceEntry;
          });
      });
    }
    await page.goto(relay.createLink());
    await page.locator("#shell").waitFor({ state: "detached" });
    const playground = createPlayground(page);
    const address = () => page.url().replace(/#.*/, "");
    const before = address();
    await playground.start(appsCommand);
    const open = (tool: string) => openApp(playground, tool);
    const region = playground.region("App");

    await test.step("no app is at the page's origin", async () => {
      const app = await open("friendly");
      await expect(app.locator("#result")).toHaveText("result: friendly, call 1");
      const origins = await Promise.all(
        page.frames().map((frame) => frame.evaluate(() => self.origin)),
      );
      const own = new URL(page.url()).origin;
      expect(origins.filter((origin) => origin === own)).toHaveLength(1);
      if (place === "opaque") await expect(region.getByText("no storage")).toBeVisible();
    });

    await test.step("names of its files have no path", async () => {
      const app = appIn(playground, "friendly");
      await app.getByRole("button", { name: "Download" }).click();
      const files = playground.region("Save files?");
      await expect(files.getByRole("listitem")).toHaveText(/^x/);
      await files.getByRole("button", { name: "Decline" }).click();
    });

    await test.step("reads nothing of the page", async () => {
      await expect((await open("reads-parent")).locator("#parent")).toContainText("SecurityError");
      await expect((await open("reads-top")).locator("#top")).toContainText("SecurityError");
    });

    await test.step("navigates neither the page nor itself, opens no window, sends no form", async () => {
      await expect((await open("navigates-top")).locator("#navigation")).toBeVisible();
      expect(address()).toBe(before);
      await open("navigates-itself");
      await expect(region).toContainText("The app left its document.");
      const app = await open("opens-window");
      await expect(app.locator("#window")).toHaveText("window: refused");
      expect(page.context().pages()).toHaveLength(1);
      await open("submits-form");
      await expect(region).toContainText("The app left its document.");
    });

    await test.step("loads nothing that it did not declare, and says which line would allow it", async () => {
      await expect((await open("loads")).locator("#loads")).toBeVisible();
      await expect(region).toContainText("https://evil.example/script");
      await expect(region).toContainText("wss://evil.example/socket");
      await expect(region).toContainText('"resourceDomains": ["https://evil.example"]');
      await expect(region).toContainText('"connectDomains": ["https://evil.example"]');
    });

    await test.step("reaches no program of this machine", async () => {
      const asked: (string | undefined)[] = [];
      const program = await listen();
      program.answer(({ url }, response) => {
        asked.push(url);
        response.end();
      });
      await playground.open("Tools", "scans");
      await playground.field("title").fill(new URL(program.origin).port);
      await expect((await open("scans")).locator("#scans")).toHaveText("scans: tried");
      await expect(region).toContainText(`${program.origin}/post`);
      await program.close();
      expect(asked).toEqual([]);
    });

    await test.step("messages of others and answers to nothing have no effect", async () => {
      await expect((await open("forges")).locator("#forges")).toBeVisible();
      await expect(page.getByText("forged")).toHaveCount(0);
      await expect(step(playground, "Result sent").getByLabel("done")).toBeVisible();
      const app = await open("early");
      await expect(app.locator("#early")).toBeVisible();
      await expect(app.locator("#early")).not.toContainText("call 1");
    });

    await test.step("a flood, 100 MB and endless growth leave the page usable", async () => {
      await expect((await open("floods")).locator("#floods")).toBeVisible();
      const large = await open("large");
      await expect(large.locator("#large")).toBeVisible();
      await expect(large.locator("#huge")).toContainText("an app gets at most 10000000");
      await expect((await open("grows")).locator("#grows")).toBeVisible();
      const frame = shownFrames(page, "grows");
      await expect(step(playground, "Result sent").getByLabel("done")).toBeVisible();
      expect(await frame.evaluate((it) => it.clientHeight)).toBeLessThanOrEqual(5_000);
    });

    await test.step("calls that it may not make are refused, and destructive ones ask", async () => {
      const app = await open("calls");
      await expect(app.locator("#secret")).toContainText("-32602");
      await expect(app.locator("#other")).toContainText("-326");
      await expect(app.locator("#link")).toContainText("code");
      const question = playground.region("Call wipe? It may delete data");
      await expect(question).toBeVisible();
      await question.getByRole("button", { name: "Decline" }).click();
      await expect(app.locator("#destructive")).toContainText("declined");
      await expect(playground.row(/wipe/)).toHaveCount(0);
    });

    await test.step("an imitation in full screen is under a bar of the page", async () => {
      const app = await open("imitates");
      await app.getByRole("button", { name: "Full" }).click();
      await expect(playground.button("Leave full screen")).toBeInViewport();
      await playground.button("Leave full screen").click();
      await expect(playground.button("Full screen")).toBeVisible();
    });

    await test.step("what is typed in the page does not reach it", async () => {
      await expect((await open("takes-focus")).locator("input")).toBeFocused();
      const field = playground.field("title");
      await field.click();
      const notice = region.getByText("The app took the keyboard while you typed");
      const isClosed = expect(notice).toBeVisible();
      for (const key of "tokentoken") {
        // a key that reaches a frame while it is closed is never acknowledged
        await Promise.race([page.keyboard.press(key, { delay: 100 }), isClosed]);
        if (await notice.isVisible()) break;
      }
      await isClosed;
      // the focus comes back in a task of its own
      await expect(field).toBeFocused();
      await page.keyboard.type("secret");
      await expect(field).toHaveValue(/secret$/);
    });

    await test.step("it does not go on after it was closed", async () => {
      await expect((await open("stays")).locator("#stays")).toBeVisible();
      await playground.open("Tools", "save");
      // it is kept where nothing shows it, until its server is left
      await expect(page.locator('iframe[title="App: stays"]')).toBeHidden();
      await playground.button("Disconnect").click();
      await expect(page.locator("iframe")).toHaveCount(0);
    });

    expect(leaks).toEqual([]);
    expect(address()).toBe(before);
  });
}
