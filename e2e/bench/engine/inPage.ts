/** Runs the engine comparison in the benchmark's page and records long tasks. */
import { compareClients, type Run, type Work } from "./compareClients.ts";

/** A task of the main thread that took longer than 50 ms. */
export interface LongTask {
  readonly start: number;
  readonly ms: number;
}

export interface Comparison {
  readonly runs: readonly Run[];
  readonly longTasks: readonly LongTask[];
}

declare global {
  interface Window {
    compareClients(url: string, work: Work): Promise<Comparison>;
  }
}

const longTasks: LongTask[] = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    longTasks.push({ start: startTime, ms: duration });
  }
}).observe({ type: "longtask" });

window.compareClients = async (url, work) => {
  longTasks.length = 0;
  const runs = await compareClients(url, work);
  // The observer is notified after the task.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { runs, longTasks: [...longTasks] };
};
