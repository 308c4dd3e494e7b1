/** Finds in a browser trace how long a page's main thread works, and its longest task. */
import type { Browser, Page } from "@playwright/test";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Duration and processor time in microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface LongestTask {
  /** Processor time of the longest task in milliseconds, without the time in which other processes ran. */
  readonly cpuMs: number;
  /** Milliseconds from the start to the end of the longest task. */
  readonly wallMs: number;
  /** Processor time of all tasks of the main thread together, in milliseconds. */
  readonly busyMs: number;
}

/** @see https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (trace event format) */
const categories = ["toplevel", "disabled-by-default-devtools.timeline"];

/**
 * Traces the browser during some work in a page.
 * @param work the measured work, which must wait for its effect on the page
 */
export async function longestTask(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<LongestTask> {
  await browser.startTracing(page, { categories });
  await work();
  const trace = JSON.parse(`${await browser.stopTracing()}`) as { traceEvents: TraceEvent[] };
  const renderers = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = trace.traceEvents.filter(
    ({ name, pid, tid }) => name === "RunTask" && renderers.has(`${pid} ${tid}`),
  );
  const longest = (key: "dur" | "tdur") =>
    tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1000;
  const busyMs = tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  return { cpuMs: longest("tdur"), wallMs: longest("dur"), busyMs };
}
