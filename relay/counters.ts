/** Event counters for the metrics endpoint. */

/** The help text of every counter, by its name. */
export const counterHelp = {
  http_requests_total: "HTTP responses by route and status",
  refused_callers_total: "Requests and sockets refused by the Host and Origin check, by status",
  tokens_total: "Attempts to exchange a token for a session, by outcome",
  pairings_total: "Pairing requests, by outcome",
  sockets_total: "WebSockets opened, and closed by the relay, by reason",
  blobs_total: "Uploads of blobs, by outcome",
  live_total: "Live sessions by what became of them, and refused viewers",
  tunnels_total: "Tunnels by what became of them",
  tunnel_requests_total: "Answers to requests of tunnels, by status",
  exchanges_total: "Forwarded HTTP exchanges, by outcome",
} as const;

export type Counter = keyof typeof counterHelp;
export type Labels = Readonly<Record<string, string>>;

interface Counted {
  readonly labels: Labels;
  readonly count: number;
}

export interface Counters {
  /** Adds one. Labels must have few values, and none that visitors choose. */
  count(counter: Counter, labels: Labels): void;
  read(counter: Counter): readonly Counted[];
}

/** Creates counters that all start at zero. */
export function createCounters(): Counters {
  const all = new Map<Counter, Map<string, { labels: Labels; count: number }>>();
  return {
    count(counter, labels) {
      const group = all.get(counter) ?? new Map();
      all.set(counter, group);
      const key = Object.values(labels).join("\0");
      const counted = group.get(key) ?? { labels, count: 0 };
      counted.count += 1;
      group.set(key, counted);
    },
    read: (counter) => [...(all.get(counter)?.values() ?? [])],
  };
}
