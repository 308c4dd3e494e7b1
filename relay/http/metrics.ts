/** Formats the metrics in Prometheus's text format. */
import { type Counter, type Counters, counterHelp, type Labels } from "../counters.ts";

const prefix = "mcp_playground_";

/** The media type of the format. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Values that go up and down, as opposed to counters. */
interface Gauges {
  sockets(): number;
  processes(): number;
  /** Streams of live sessions, by who reads them. */
  live(kind: "viewer" | "owner"): number;
  tunnels(): number;
  /** Bytes that wait in tunnels. */
  tunnelBytes(): number;
  isDraining(): boolean;
}

/** Returns a function that formats the current values. */
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
      now(`${prefix}sockets`, "Open WebSockets", gauges.sockets()),
      now(`${prefix}processes`, "Processes kept for pages", gauges.processes()),
      now(`${prefix}live_viewers`, "Viewers of live sessions", gauges.live("viewer")),
      now(`${prefix}live_owners`, "Owners of live sessions", gauges.live("owner")),
      now(`${prefix}tunnels`, "Tunnels of taps", gauges.tunnels()),
      now(`${prefix}tunnel_bytes`, "Bytes that wait in tunnels", gauges.tunnelBytes()),
      now(`${prefix}draining`, "1 while the relay is being stopped", Number(gauges.isDraining())),
      // The conventional names of Prometheus's client libraries.
      now("process_resident_memory_bytes", "Resident memory of the process", rss),
      now("nodejs_heap_size_used_bytes", "Heap memory in use", heapUsed),
      now(
        "process_start_time_seconds",
        "Start time of the process since the epoch",
        performance.timeOrigin / 1000,
      ),
      family("process_cpu_seconds_total", "counter", "CPU time of the process", [
        { labels: {}, count: (user + system) / 1_000_000 },
      ]),
    ].join("");
  };
}

/**
 * Formats all samples of one metric.
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
  // JSON escapes the same characters as this format; label values have no control characters.
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
