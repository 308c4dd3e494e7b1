/** Measures the engine against a minimal client and against the official SDK's client. */
import type { Browser } from "@playwright/test";
import { startBenchServer, streamedNotifications } from "../servers/benchServer.ts";
import { bundleForPage } from "./bundleForPage.ts";
import { compareClients, type Name, type Run, type Work } from "./engine/compareClients.ts";
import type { Comparison } from "./engine/inPage.ts";
import { compared, type Figure, median, round } from "./figure.ts";

interface Benchmark {
  readonly name: string;
  readonly work: Work;
  /** The goal for the ratio to the minimal client. */
  readonly goal: string;
  /** Whether the page must stay responsive throughout. */
  readonly isLong?: boolean;
}

const light = { notifications: 0, times: 1000, warmUp: 200, isHeavy: false };
const heavy = { notifications: 0, times: 5, warmUp: 1, isHeavy: true };

const benchmarks: readonly Benchmark[] = [
  {
    name: "small tool call, answered as JSON",
    work: { ...light, tool: "small" },
    goal: "ratio <= 1.2",
  },
  {
    name: "small tool call, answered by an event",
    work: { ...light, tool: "small-event" },
    goal: "ratio <= 1.25",
  },
  {
    name: "stream of 100,000 notifications",
    work: { ...heavy, tool: "stream", notifications: streamedNotifications },
    goal: "ratio <= 1.3",
    isLong: true,
  },
  { name: "result of 64 MiB", work: { ...heavy, tool: "large" }, goal: "ratio <= 1.3" },
];

/** Runs every comparison twice: in this process, and in a browser page. */
export async function engineSpeed(browser: Browser): Promise<Figure[]> {
  const server = await startBenchServer();
  try {
    const page = await openPage(browser, server.pageUrl);
    const figures: Figure[] = [];
    for (const benchmark of benchmarks) {
      const { name, work, isLong } = benchmark;
      const inNode = await compareClients(server.mcpUrl, work);
      figures.push(...compareRuns(`${name}, in Node`, benchmark, inNode));
      const inPage = await page.compareClients(server.mcpUrl, work);
      figures.push(...compareRuns(`${name}, in the page`, benchmark, inPage.runs));
      if (isLong) figures.push(longestTask(`longest task of a ${name}`, inPage));
    }
    await page.close();
    return figures;
  } finally {
    await server.close();
  }
}

/** Compares the fastest runs of long work, because other load on the machine can only slow a run down. */
function compareRuns(
  name: string,
  { work: { isHeavy }, goal }: Benchmark,
  runs: readonly Run[],
): Figure[] {
  const of = (who: Name) => {
    const times = runs.filter((run) => run.name === who).map(({ ms }) => ms);
    return isHeavy ? Math.min(...times) : median(times);
  };
  return [
    compared(name, of("ours"), of("bare"), goal),
    compared(`${name}, against the official SDK`, of("ours"), of("official"), "ratio < 1"),
  ];
}

/**
 * The longest task of our fastest run; zero if none took more than 50 ms, because browsers report
 * no shorter ones.
 */
function longestTask(name: string, { runs, longTasks }: Comparison): Figure {
  const [quickest] = runs.filter((run) => run.name === "ours").sort((a, b) => a.ms - b.ms);
  if (!quickest) throw new RangeError("No runs");
  const { start, ms } = quickest;
  const during = longTasks.filter(
    (task) => task.start < start + ms && start < task.start + task.ms,
  );
  const value = round(Math.max(0, ...during.map((task) => task.ms)));
  return { name, value, unit: "ms", goal: "<= 50" };
}

async function openPage(browser: Browser, url: string) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.addScriptTag({ content: await bundleForPage("engine/inPage.ts"), type: "module" });
  await page.waitForFunction(() => "compareClients" in window);
  return {
    compareClients: (mcpUrl: string, work: Work): Promise<Comparison> =>
      page.evaluate(([at, what]) => window.compareClients(at, what), [mcpUrl, work] as const),
    close: () => page.close(),
  };
}
