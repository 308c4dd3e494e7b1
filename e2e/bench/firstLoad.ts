/** Measures what it takes to open the page: bytes, time, and the longest task. */
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { type Figure, median, round } from "./figure.ts";

declare global {
  interface Window {
    /** When the address bar could be used, in milliseconds since the navigation. */
    usableAt?: number;
    longestTask: number;
  }
}

/** Runs in the page before anything else. */
function observe() {
  window.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.longestTask = Math.max(window.longestTask, duration);
    }
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    const bar = document.querySelector<HTMLInputElement>("input[role=combobox]");
    if (bar && !bar.disabled && bar.getClientRects().length > 0)
      window.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function open(browser: Browser, link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(observe);
  const code: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    if (type === "script" || type === "stylesheet") code.push(response.body());
  });
  await page.goto(link);
  await page.waitForFunction(() => window.usableAt !== undefined);
  const loaded = await Promise.all(code);
  return { page, loaded, close: () => context.close() };
}

const usableAt = (page: Page) => page.evaluate(() => window.usableAt ?? Number.NaN);
const longestTask = (page: Page) => page.evaluate(() => window.longestTask);

/**
 * Opens the page several times in a fresh profile.
 * @param link the relay's link
 */
export async function firstLoad(browser: Browser, link: string): Promise<Figure[]> {
  const times: number[] = [];
  const tasks: number[] = [];
  let bytes = 0;
  for (let run = 0; run < 7; run++) {
    const { page, loaded, close } = await open(browser, link);
    times.push(await usableAt(page));
    tasks.push(await longestTask(page));
    bytes = loaded.reduce((sum, body) => sum + gzipSync(body).byteLength, 0);
    await close();
  }
  return [
    {
      name: "first load, JS and CSS gzipped",
      value: round(bytes / 1000),
      unit: "kB",
      goal: "<= 250",
    },
    { name: "navigation to address bar", value: round(median(times)), unit: "ms", goal: "<= 500" },
    {
      name: "longest task of the first load",
      value: round(median(tasks)),
      unit: "ms",
      goal: "<= 100",
    },
  ];
}
