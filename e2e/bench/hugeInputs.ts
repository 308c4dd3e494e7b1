/** Measures elements and longest main-thread tasks of the page with large lists, results and schemas. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { createPlayground, type Playground } from "../playground.ts";
import { type HugeResult, startHuge } from "../servers/huge.ts";
import { startHostile } from "../servers/misbehaving/hostile.ts";
import { type Figure, round } from "./figure.ts";
import { longestTask } from "./longestTask.ts";

interface Steps {
  readonly page: Page;
  readonly playground: Playground;
  /** Adds a figure of the longest task during `work`, and one of the number of elements after it. */
  measure(name: string, work: () => Promise<unknown>, maxMs?: number): Promise<void>;
  add(figure: Figure): void;
}

/** Opens the page, connects, and runs the steps. */
async function withPage(
  browser: Browser,
  link: string,
  url: string,
  steps: (steps: Steps) => Promise<void>,
): Promise<Figure[]> {
  const context: BrowserContext = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  const playground = createPlayground(page);
  await playground.connect(url);
  await page.getByRole("option").first().waitFor();
  await page.waitForLoadState("networkidle");
  const figures: Figure[] = [];
  const measure: Steps["measure"] = async (name, work, maxMs = 50) => {
    const { cpuMs } = await longestTask(browser, page, work);
    const elements = await page.locator("*").count();
    figures.push(
      { name: `${name}: longest task`, value: round(cpuMs), unit: "ms", goal: `<= ${maxMs}` },
      { name: `${name}: elements`, value: elements, unit: "elements", goal: "<= 3000" },
    );
  };
  await steps({ page, playground, measure, add: (figure) => figures.push(figure) });
  await context.close();
  return figures;
}

/** Runs in the page: milliseconds from the next key to the frame after which the first option differs. */
function untilFiltered(): Promise<number> {
  return new Promise((resolve) => {
    const first = () => document.querySelector("[role=option]")?.textContent;
    const press = () => {
      const start = performance.now();
      const before = first();
      const look = () => {
        if (first() === before) return void requestAnimationFrame(look);
        // A task queued in a frame runs after it was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(undefined);
      };
      requestAnimationFrame(look);
    };
    addEventListener("keydown", press, { capture: true, once: true });
  });
}

const results: readonly HugeResult[] = [
  "text-10-mb",
  "rows-5000",
  "rows-100000",
  "structured-5000",
  "blocks-5000",
];
const hostileTools = ["doubling", "guessing", "wide", "deep", "full"];

/** @param createLink creates a link of the relay; each opens one page */
export async function hugeInputs(browser: Browser, createLink: () => string): Promise<Figure[]> {
  const huge = await startHuge();
  const hostile = await startHostile();
  const figures: Figure[] = [];
  for (const count of [5_000, 50_000]) {
    const name = `${count.toLocaleString("en")} tools`;
    const steps = async ({ page, playground, measure, add }: Steps) => {
      const filter = page.getByRole("searchbox", { name: "Filter", exact: true });
      await measure(`${name} filtered`, async () => {
        const took = page.evaluate(untilFiltered);
        await filter.press("9");
        const goal = count === 5_000 ? "<= 50" : "usable";
        add({ name: `${name}: key to paint`, value: round(await took), unit: "ms", goal });
      });
      await filter.fill("");
      await measure(`${name}, one opened`, () => playground.open("Tools", "tool-0"));
    };
    figures.push(...(await withPage(browser, createLink(), huge.url(count), steps)));
  }
  for (const name of results) {
    const steps = async ({ page, playground, measure }: Steps) => {
      await playground.open("Tools", name);
      await measure(`result ${name}`, async () => {
        await playground.button("Call tool").click();
        await playground.result.getByText("Content", { exact: true }).waitFor();
        await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
      });
    };
    figures.push(...(await withPage(browser, createLink(), huge.url(), steps)));
  }
  const open = async ({ playground, measure }: Steps) => {
    for (const name of hostileTools) {
      const opened = async () => {
        await playground.open("Tools", name);
        await playground.main.getByRole("textbox").first().waitFor();
      };
      await measure(`schema ${name} opened`, opened, 300);
    }
  };
  figures.push(...(await withPage(browser, createLink(), hostile.url("schemas"), open)));
  await hostile.close();
  await huge.close();
  return figures;
}
