/** What a relay does, in numbers that Prometheus reads. */
import { type Counter, type Counters, counterHelp, type Labels } from "../counters.ts";

/** Before every name of ours. */
const prefix = "mcp_playground_";

/** The type of what the numbers are written in. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** What is the case now, as opposed to what has happened so far. */
export interface Gauges {
  sockets(): number;
  processes(): number;
  isDraining(): boolean;
}

/** Makes a function that writes the numbers as they are when it is called. */
export function createMetrics(counters: Counters, gauges: Gauges): () => string {
  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const now = (name: string, help: string, value: number) =>
      family(name, "gauge", help, [{ labels: {}, count: value }]);
    return [
      ...Object.entries(counterHelp).map(([name, help]) =>
        family(`${prefix}${name}`, "counter", help, counters.read(name as Counter)),
      ),
      now(`${prefix}sockets`, "Sockets that are open", gauges.sockets()),
      now(`${prefix}processes`, "Processes that are kept for pages", gauges.processes()),
      now(`${prefix}draining`, "1 while the relay is being stopped", Number(gauges.isDraining())),
      // named as everybody names them
      now("process_resident_memory_bytes", "Memory in use, all of the process", rss),
      now("nodejs_heap_size_used_bytes", "Memory in use by objects", heapUsed),
      now(
        "process_start_time_seconds",
        "When the process began, since the epoch",
        performance.timeOrigin / 1000,
      ),
      family("process_cpu_seconds_total", "counter", "Time on processors", [
        { labels: {}, count: (user + system) / 1_000_000 },
      ]),
    ].join("");
  };
}

/**
 * Writes all the numbers of one name.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
function family(
  name: string,
  type: "counter" | "gauge",
  help: string,
  samples: readonly { readonly labels: Labels; readonly count: number }[],
): string {
  const lines = samples.map(({ labels, count }) => `${name}${labelled(labels)} ${count}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function labelled(labels: Labels): string {
  // a JSON string escapes what has to be escaped here, for there are no control characters
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
