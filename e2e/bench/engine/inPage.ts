/** Runs the engine comparison in the benchmark's page and records long tasks. */
import { contest, type Take, type Work } from "./contest.ts";

/** A task of the main thread that took longer than 50 ms. */
export interface LongTask {
  readonly start: number;
  readonly ms: number;
}

export interface Contest {
  readonly takes: readonly Take[];
  readonly longTasks: readonly LongTask[];
}

declare global {
  interface Window {
    contest(url: string, work: Work): Promise<Contest>;
  }
}

const longTasks: LongTask[] = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    longTasks.push({ start: startTime, ms: duration });
  }
}).observe({ type: "longtask" });

window.contest = async (url, work) => {
  longTasks.length = 0;
  const takes = await contest(url, work);
  // The observer is notified after the task.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { takes, longTasks: [...longTasks] };
};
