/** Measures the durations that the page shows against the network's, and floods of notifications. */
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { createPlayground, type Playground } from "../playground.ts";
import { floods, startFloodServer } from "../servers/floodServer.ts";
import { compared, type Figure, median, round } from "./figure.ts";

interface Flood {
  /** Milliseconds until the result was shown. */
  readonly ms: number;
  readonly longestTask: number;
  readonly framesPerSecond: number;
}

const calls = 15;

/**
 * Opens the page, connects it to servers that are started for it, and calls their tools.
 * @param link creates a link of the relay; each opens one page
 */
export async function clocks(browser: Browser, link: () => string): Promise<Figure[]> {
  const server = await startFloodServer();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(link());
    const playground = createPlayground(page);
    await playground.connect(server.mcpUrl);
    await page.waitForLoadState("networkidle");
    const figures = await shownDurations(playground);
    for (const count of floods.slice(1))
      figures.push(...(await flood(playground, server.mcpUrl, count)));
    await page.close();
    return [...figures, await relayedDurations(createPlayground(await context.newPage()), link())];
  } finally {
    await context.close();
    await server.close();
  }
}

/**
 * Compares the shown durations with those of the browser's network process for the same requests.
 */
async function shownDurations(playground: Playground): Promise<Figure[]> {
  const { page } = playground;
  await playground.open("Tools", "flood-0");
  const differences: number[] = [];
  const network: number[] = [];
  for (let run = 0; run < calls; run++) {
    const finished = page.waitForEvent("requestfinished", (request) => request.method() === "POST");
    await playground.button("Call tool").click();
    const { responseEnd, requestStart } = (await finished).timing();
    await playground.result.getByText("flood is over").waitFor();
    await page.waitForTimeout(150);
    const ms = await playground.shownMs();
    if (run < 3) continue;
    network.push(responseEnd - Math.max(0, requestStart));
    differences.push(Math.abs(ms - responseEnd));
  }
  return [
    {
      name: "shown duration of a call, off the network's by",
      value: round(median(differences)),
      unit: "ms",
      baseline: round(median(network)),
      goal: "value <= 2",
    },
  ];
}

/**
 * Compares the shown durations of a command's answers with those that the process measured itself,
 * while the page's main thread is blocked for 60 ms.
 */
async function relayedDurations(playground: Playground, link: string): Promise<Figure> {
  const { page, result } = playground;
  await page.goto(link);
  await playground.start(`node ${join(import.meta.dirname, "../servers/timed.ts")}`);
  await playground.open("Tools", "timed");
  const differences: number[] = [];
  const own: number[] = [];
  for (let run = 0; run < calls; run++) {
    const before = await result.innerText();
    await page.evaluate(callAndBlock);
    await page.waitForFunction((text) => {
      const region = document.querySelector<HTMLElement>("[aria-label=Result]");
      return region?.innerText !== text && /answered after/.test(region?.innerText ?? "");
    }, before);
    const shown = await playground.shownMs();
    const [, measured] = /answered after ([\d.]+) ms/.exec(await result.innerText()) ?? [];
    if (run < 3) continue;
    own.push(Number(measured));
    differences.push(Math.abs(shown - Number(measured)));
  }
  return {
    name: "shown duration of a command's answer while the page is busy, off the process's own by",
    value: round(median(differences.slice(1))),
    unit: "ms",
    baseline: round(median(own.slice(1))),
    goal: "value <= 2",
  };
}

/** Runs in the page: calls the tool, and blocks the main thread while the answer arrives. */
function callAndBlock(): void {
  [...document.querySelectorAll("button")]
    .find((button) => button.textContent?.startsWith("Call tool"))
    ?.click();
  setTimeout(() => {
    for (const until = performance.now() + 60; performance.now() < until; );
  }, 5);
}

async function flood(playground: Playground, url: string, count: number): Promise<Figure[]> {
  const { page } = playground;
  await playground.open("Tools", `flood-${count}`);
  const runs: Flood[] = [];
  const bare: number[] = [];
  for (let run = 0; run < 3; run++) {
    bare.push(await page.evaluate(readBare, [url, `flood-${count}`] as const));
    await playground.traffic.getByRole("button", { name: /^Clear/ }).click();
    runs.push(await page.evaluate(callAndWatch));
    const rows = await playground.logged();
    if (rows < count) throw new Error(`${rows} messages for ${count} notifications`);
  }
  const [best] = runs.sort((one, other) => one.ms - other.ms);
  if (!best) throw new RangeError("No runs");
  const name = `${count.toLocaleString("en")} notifications in the page`;
  const task = Math.min(...runs.map(({ longestTask }) => longestTask));
  // with a short stream, pressing the button and showing the result take longer than reading
  const goal = count < 100_000 ? "none" : "ratio <= 1.3";
  return [
    compared(`${name}, until the result is shown`, best.ms, Math.min(...bare), goal),
    { name: `${name}, longest task`, value: round(task), unit: "ms", goal: "<= 50" },
    {
      name: `${name}, frames per second`,
      value: round(best.framesPerSecond),
      unit: "fps",
      goal: ">= 50",
    },
  ];
}

/** Reads the same stream with `fetch` and `JSON.parse` alone, and keeps every message. */
async function readBare([url, name]: readonly [string, string]): Promise<number> {
  const start = performance.now();
  const request = { jsonrpc: "2.0", id: "bare", method: "tools/call", params: { name } };
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
  const kept: { at: number; text: string; message: unknown }[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    const blocks = (rest + decoder.decode(next.value, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const text = block.slice("data: ".length);
      kept.push({ at: performance.now(), text, message: JSON.parse(text) });
    }
  }
  return performance.now() - start;
}

/** Presses the button and observes the main thread until the result is shown. */
async function callAndWatch(): Promise<Flood> {
  const find = (label: string) =>
    [...document.querySelectorAll("button")].find((button) =>
      button.textContent?.startsWith(label),
    );
  const result = document.querySelector("[aria-label=Result]");
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: "longtask" });
  const before = result?.textContent;
  let frames = 0;
  let isOver = false;
  const count = () => {
    frames++;
    if (!isOver) requestAnimationFrame(count);
  };
  const start = performance.now();
  requestAnimationFrame(count);
  find("Call tool")?.click();
  await new Promise<void>((resolve) => {
    const look = new MutationObserver(() => {
      const isDone = result?.getAttribute("aria-busy") !== "true";
      if (!isDone || !result?.textContent?.includes("flood is over")) return;
      if (result.textContent === before) return;
      look.disconnect();
      resolve();
    });
    look.observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    });
  });
  const ms = performance.now() - start;
  isOver = true;
  // wait until the traffic list is up to date
  await new Promise((resolve) => setTimeout(resolve, 500));
  observer.disconnect();
  return { ms, longestTask: Math.max(0, ...tasks), framesPerSecond: (frames / ms) * 1000 };
}
