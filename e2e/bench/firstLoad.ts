/** Measures the first load of the page: bytes, time, and the longest task. */
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

/** The code that a page has fetched, by URL; a body can only be read while its page is open. */
function collectCode(page: Page): Map<string, Promise<Buffer>> {
  const code = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const type = response.request().resourceType();
    if (type === "script" || type === "stylesheet") code.set(response.url(), response.body());
  });
  return code;
}

/** In kilobytes of 1000 bytes, each file compressed by itself as it travels. */
async function gzipped(code: Iterable<Promise<Buffer>>): Promise<number> {
  const bodies = await Promise.all(code);
  return round(bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0) / 1000);
}

/** What was asked for before the address bar could be used. */
const neededFirst = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry.startTime <= (window.usableAt ?? Number.POSITIVE_INFINITY))
      .map((entry) => entry.name),
  );

async function openOnce(browser: Browser, link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const code = collectCode(page);
  await page.addInitScript(observe);
  await page.goto(link);
  await page.waitForFunction(() => window.usableAt !== undefined);
  const [usableAt = Number.NaN, longestTask] = await page.evaluate(
    () => [window.usableAt, window.longestTask] as const,
  );
  await page.waitForLoadState("networkidle");
  const first = new Set(await neededFirst(page));
  const firstBodies = [...code].filter(([url]) => first.has(url)).map(([, body]) => body);
  const measured = {
    usableAt,
    longestTask,
    firstCode: await gzipped(firstBodies),
    allCode: await gzipped(code.values()),
  };
  await context.close();
  return measured;
}

/**
 * Opens the page several times in a fresh profile; the editor is not asked for.
 * @param createLink gives a link of the relay; each opens one page
 */
export async function firstLoad(browser: Browser, createLink: () => string): Promise<Figure[]> {
  const runs: Awaited<ReturnType<typeof openOnce>>[] = [];
  for (let run = 0; run < 7; run++) runs.push(await openOnce(browser, createLink()));
  const middle = (key: keyof (typeof runs)[number]) => round(median(runs.map((run) => run[key])));
  return [
    {
      name: "first load, JS and CSS gzipped",
      value: middle("firstCode"),
      unit: "kB",
      goal: "<= 250",
    },
    {
      name: "first load and what comes when idle, before the editor",
      value: middle("allCode"),
      unit: "kB",
      goal: "<= 320",
    },
    { name: "navigation to address bar", value: middle("usableAt"), unit: "ms", goal: "<= 500" },
    {
      name: "longest task of the first load",
      value: middle("longestTask"),
      unit: "ms",
      goal: "<= 100",
    },
  ];
}
