/** Measures the longest task of the page while an app that it opens sends 10,000 messages at once. */
import type { Browser } from "@playwright/test";
import { appIn, appsCommand, openApp } from "../appsFixture.ts";
import { createPlayground } from "../playground.ts";
import type { Figure } from "./figure.ts";

/** The browser reports tasks that take longer, in milliseconds. */
const longTaskMs = 50;
/** Milliseconds after which the page has reported what it dropped. */
const reportMs = 1500;

/** @param createLink creates a link of the relay; each opens one page */
export async function appFlood(browser: Browser, createLink: () => string): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(createLink());
  const playground = createPlayground(page);
  await playground.start(appsCommand);
  await playground.open("Tools", "floods");
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const tasks: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
    observer.observe({ type: "longtask" });
    // tasks of the app are not the page's
    const takeLongest = () => {
      const own = [...tasks.splice(0), ...observer.takeRecords()].filter(
        ({ name }) => name === "self",
      );
      return Math.max(0, ...own.map(({ duration }) => duration));
    };
    Object.assign(window, { takeLongest });
  });
  const figures: Figure[] = [];
  for (const time of ["first app", "second app"]) {
    if (time === "first app") await openApp(playground, "floods");
    else await playground.button("Reload app").click();
    await appIn(playground, "floods").locator("#floods").waitFor();
    await page.waitForTimeout(reportMs);
    const longest = await page.evaluate(() =>
      (window as unknown as { takeLongest(): number }).takeLongest(),
    );
    figures.push({
      name: `${time} opened, which sends 10,000 messages: longest task`,
      value: Math.max(longest, longTaskMs),
      unit: "ms",
      goal: `<= ${longTaskMs}`,
    });
  }
  await context.close();
  return figures;
}
