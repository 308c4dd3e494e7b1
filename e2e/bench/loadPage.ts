/** Opens a page in a fresh profile and measures its first load. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";

declare global {
  interface Window {
    /** Filled by `observe`, times in milliseconds since the navigation. */
    loadMeasures: { usableAt?: number; longestTask: number; layoutShift: number };
  }
}

/** The first load of a page. */
export interface Load {
  /** First contentful paint, in milliseconds since the navigation. */
  readonly firstPaint: number;
  /** When the control could be used, in milliseconds since the navigation. */
  readonly usableAt: number;
  /** Requests that were sent before that. */
  readonly requestsBefore: number;
  /** Requests until the network was idle. */
  readonly requests: number;
  /** Kilobytes of 1000 bytes on the wire, with response headers. */
  readonly kilobytes: number;
  /** Kilobytes of a second visit, with the cache of the first; NaN if there was none. */
  readonly revisitKilobytes: number;
  /** Longest task of the main thread, in milliseconds; 0 if none took more than 50 ms. */
  readonly longestTask: number;
  /** Cumulative layout shift. */
  readonly layoutShift: number;
}

export interface LoadOptions {
  readonly url: string;
  /** CSS selector of the first control that a user needs. */
  readonly control: string;
  /** CPU throttling factor. */
  readonly slowdown?: number;
  /** The address of a second visit; none by default. */
  readonly revisit?: string;
}

/** Milliseconds without a request after which the first load is complete. */
const quietMs = 2500;

/** Runs in the page before its own scripts. */
function observe(control: string) {
  const measures: Window["loadMeasures"] = { longestTask: 0, layoutShift: 0 };
  window.loadMeasures = measures;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      measures.longestTask = Math.max(measures.longestTask, duration);
    }
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      measures.layoutShift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    const usable = [...document.querySelectorAll(control)].some(
      (element) =>
        element instanceof HTMLElement &&
        element.getClientRects().length > 0 &&
        !element.matches(":disabled"),
    );
    if (usable) measures.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Counts what a page requests and receives. */
async function countTraffic(page: Page, slowdown: number) {
  const session = await page.context().newCDPSession(page);
  const starts: number[] = [];
  let bytes = 0;
  let newest = performance.now();
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ request, timestamp }) => {
    if (request.url.startsWith("http")) starts.push(timestamp);
    newest = performance.now();
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    newest = performance.now();
  });
  if (slowdown > 1) await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return {
    starts,
    bytes: () => bytes,
    /** Waits until no request has started or ended for a while; a stream may stay open. */
    async quiet() {
      while (performance.now() - newest < quietMs) await sleep(100);
    },
  };
}

/**
 * Loads a page until its network is idle.
 * @returns the measurements, in the units of `Load`
 */
export async function loadPage(
  browser: Browser,
  { url, control, slowdown = 1, revisit }: LoadOptions,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const traffic = await countTraffic(page, slowdown);
    await page.addInitScript(observe, control);
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => window.loadMeasures.usableAt !== undefined);
    await traffic.quiet();
    const { usableAt = Number.NaN, ...measures } = await page.evaluate(() => window.loadMeasures);
    const firstPaint = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    const [first = 0] = traffic.starts;
    const load = {
      ...measures,
      firstPaint,
      // a frame callback sees a control just before it is painted
      usableAt: Math.max(usableAt, firstPaint),
      requestsBefore: traffic.starts.filter((at) => (at - first) * 1000 <= usableAt).length,
      requests: traffic.starts.length,
      kilobytes: traffic.bytes() / 1000,
    };
    if (revisit === undefined) return { ...load, revisitKilobytes: Number.NaN };
    // a change of the fragment alone would not load the page
    await page.goto("about:blank");
    await page.goto(revisit);
    await traffic.quiet();
    return { ...load, revisitKilobytes: traffic.bytes() / 1000 - load.kilobytes };
  } finally {
    await context.close();
  }
}
