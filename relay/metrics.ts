/** What a relay does, in numbers that Prometheus reads. */
import type { Registry } from "prom-client";
import { type Counter, counters, type Tally } from "./tally.ts";

/** Before every name of ours. */
const prefix = "mcp_playground_";

export interface Metrics {
  /** The numbers as they are now. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** What is the case now, as opposed to what has happened so far. */
export interface Gauges {
  sockets(): number;
  processes(): number;
  isDraining(): boolean;
}

/** Makes the metrics; nothing is loaded or measured before somebody first asks. */
export function createMetrics(tally: Tally, gauges: Gauges): Metrics {
  let registry: Promise<Registry> | undefined;

  const open = async () => {
    const { collectDefaultMetrics, Counter, Gauge, Registry } = await import("prom-client");
    const made = new Registry();
    collectDefaultMetrics({ register: made });
    for (const [name, help] of Object.entries(counters)) {
      new Counter({
        name: `${prefix}${name}`,
        help,
        labelNames: labelNames[name as Counter],
        registers: [made],
        collect() {
          this.reset();
          for (const { labels, count } of tally.read(name as Counter)) this.inc(labels, count);
        },
      });
    }
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name: `${prefix}${name}`,
        help,
        registers: [made],
        collect() {
          this.set(read());
        },
      });
    gauge("sockets", "Sockets that are open", gauges.sockets);
    gauge("processes", "Processes that were started and are not yet gone", gauges.processes);
    gauge("draining", "1 while the relay is being stopped", () => Number(gauges.isDraining()));
    return made;
  };

  return {
    async read() {
      registry ??= open();
      const opened = await registry;
      return { contentType: opened.contentType, text: await opened.metrics() };
    },
  };
}

const labelNames: Readonly<Record<Counter, string[]>> = {
  http_requests_total: ["route", "status"],
  refused_callers_total: ["status"],
  tokens_total: ["outcome"],
  pairings_total: ["outcome"],
  sockets_total: ["outcome"],
  blobs_total: ["outcome"],
  exchanges_total: ["outcome"],
};
