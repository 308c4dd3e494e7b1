/** Measures what storing the log costs while it grows, and what a reload restores. */
import type { Browser, CDPSession, Page } from "@playwright/test";
import { createPlayground, type Playground } from "../playground.ts";
import { startFloodServer } from "../servers/floodServer.ts";
import { compared, type Figure, median, round } from "./figure.ts";
import { longestTask } from "./longestTask.ts";

/** Stored bytes from which the store counts as full; a tab stores at most 50 MB. */
const fullBytes = 45_000_000;
/** Milliseconds without a change after which everything is stored. */
const quietMs = 5_000;
/** Milliseconds without a new row after which the earlier log counts as completely listed. */
const listedMs = 5_000;
/** Timeout of a benchmark's step in milliseconds. */
const limitMs = 180_000;

/** The built file with the code that stores the state of a tab. */
const storingFile = /\/persistence-[^/]*\.js$/;

/** @param createLink creates a link of the relay */
export async function persistence(browser: Browser, createLink: () => string): Promise<Figure[]> {
  const server = await startFloodServer();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(createLink());
    const playground = createPlayground(page);
    await playground.connect(server.mcpUrl);
    await playground.open("Tools", "flood-100000");
    // the code that stores is loaded once the page is quiet
    await page.waitForURL(/#s=/);
    const figures = [await storing(playground)];
    await fill(page, playground);
    return [...figures, ...(await restoring(browser, playground))];
  } finally {
    await context.close();
    await server.close();
  }
}

/** Calls the tool and waits until its result replaces the one of the call before. */
async function flood({ button, page, result }: Playground): Promise<void> {
  const before = await result.innerText();
  await button("Call tool").click();
  const isShown = (text: string) => {
    const region = document.querySelector<HTMLElement>("[aria-label=Result]");
    if (region?.ariaBusy === "true") return false;
    return region?.innerText !== text && region?.innerText.includes("flood is over");
  };
  await page.waitForFunction(isShown, before, { timeout: limitMs });
}

/** Compares the main thread's work during a flood with the same work without the part that stores. */
async function storing(playground: Playground): Promise<Figure> {
  const { page, traffic } = playground;
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  const runs: { busy: number; storing: number }[] = [];
  for (let run = 0; run < 4; run++) {
    await session.send("Profiler.start");
    await flood(playground);
    const profile = await stopProfile(session);
    // the first run is a warm-up
    if (run > 0) runs.push(profile);
    await traffic.getByRole("button", { name: /^Clear/ }).click();
  }
  await session.detach();
  const busy = median(runs.map(({ busy }) => busy));
  const rest = median(runs.map(({ busy, storing }) => busy - storing));
  const name = "100,000 notifications while the log is stored: work of the main thread";
  return compared(name, busy, rest, "ratio <= 1.1");
}

/** @returns milliseconds of work of the main thread, and how many of them were spent on storing */
async function stopProfile(session: CDPSession): Promise<{ busy: number; storing: number }> {
  const { profile } = await session.send("Profiler.stop");
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const isStoring = new Map<number, boolean>();
  const mark = (id: number, inherited: boolean) => {
    const node = nodes.get(id);
    if (!node) return;
    const own = inherited || storingFile.test(node.callFrame.url);
    isStoring.set(id, own);
    for (const child of node.children ?? []) mark(child, own);
  };
  mark(profile.nodes[0]?.id ?? 0, false);
  let busy = 0;
  let storing = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const ms = (profile.timeDeltas?.[index] ?? 0) / 1000;
    if (nodes.get(id)?.callFrame.functionName === "(idle)") continue;
    busy += ms;
    if (isStoring.get(id)) storing += ms;
  }
  return { busy, storing };
}

/** Creates traffic until the tab stores as much as it may. */
async function fill(page: Page, playground: Playground): Promise<void> {
  let stored = 0;
  for (let run = 0; run < 5 && stored < fullBytes; run++) {
    await flood(playground);
    stored = await untilStored(page);
  }
  if (stored < fullBytes) throw new Error(`Only ${stored} bytes were stored`);
}

/** Waits until nothing more is stored; returns the bytes in the tab's databases. */
async function untilStored(page: Page): Promise<number> {
  const end = performance.now() + limitMs;
  let bytes = -1;
  let changedAt = performance.now();
  while (performance.now() - changedAt < quietMs && performance.now() < end) {
    await page.waitForTimeout(1000);
    const now = await page.evaluate(storedBytes);
    if (now !== bytes) changedAt = performance.now();
    bytes = now;
  }
  return bytes;
}

/** Runs in the page: the bytes of all encrypted values. */
async function storedBytes(): Promise<number> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let bytes = 0;
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = await settled(database.transaction(store).objectStore(store).getAll());
      for (const value of all) bytes += value?.bytes?.byteLength ?? 0;
    }
    database.close();
  }
  return bytes;
}

declare global {
  interface Window {
    /** Milliseconds from the navigation until the page was connected and showed the earlier log. */
    restoredAt?: number;
  }
}

/** Runs in the reloaded page before its own scripts. */
function observeRestore(): void {
  const has = (selector: string, text: RegExp) =>
    [...document.querySelectorAll(selector)].some((element) => text.test(element.textContent));
  const look = new MutationObserver(() => {
    if (!has("[role=row]", /Restored from before/) || !has("[role=status]", /Connected/)) return;
    look.disconnect();
    requestAnimationFrame(() => {
      window.restoredAt = performance.now();
    });
  });
  look.observe(document, { childList: true, subtree: true, characterData: true });
}

async function restoring(browser: Browser, playground: Playground): Promise<Figure[]> {
  const { page } = playground;
  await page.addInitScript(observeRestore);
  const rows = () => playground.logged();
  const usable: number[] = [];
  let all = 0;
  const { cpuMs } = await longestTask(browser, page, async () => {
    for (let run = 0; run < 3; run++) {
      const start = performance.now();
      await page.reload();
      await page.waitForFunction(() => window.restoredAt !== undefined);
      usable.push((await page.evaluate(() => window.restoredAt)) ?? Number.NaN);
      // the earlier log is listed in several parts
      let [count, changedAt] = [0, performance.now()];
      while (count < 50_000 || performance.now() - changedAt < listedMs) {
        const now = await rows();
        if (now !== count) [count, changedAt] = [now, performance.now()];
        await page.waitForTimeout(50);
      }
      all = changedAt - start;
    }
  });
  const name = "50 MB of log after a reload";
  return [
    { name: `${name}: usable after`, value: round(median(usable)), unit: "ms", goal: "<= 1000" },
    { name: `${name}: longest task`, value: round(cpuMs), unit: "ms", goal: "<= 50" },
    { name: `${name}: all of it listed after`, value: round(all), unit: "ms", goal: "none" },
  ];
}
