/** Counts what happens, for the metrics. */

/** Everything that is counted, and what it means. */
export const counterHelp = {
  http_requests_total: "Answered requests by the kind of address and by status",
  refused_callers_total: "Requests and sockets that the guard refused, by status",
  tokens_total: "Tokens offered, by outcome",
  pairings_total: "Answers to pages that ask to be paired, by outcome",
  sockets_total: "Sockets, by why they were opened or closed by the relay",
  blobs_total: "Blobs to be stored, by outcome",
  exchanges_total: "Forwarded HTTP exchanges, by outcome",
} as const;

export type Counter = keyof typeof counterHelp;
export type Labels = Readonly<Record<string, string>>;

export interface Counted {
  readonly labels: Labels;
  readonly count: number;
}

export interface Counters {
  /** Counts one more; labels have few values, none of them a visitor's. */
  count(counter: Counter, labels: Labels): void;
  read(counter: Counter): readonly Counted[];
}

/** Makes a tally of nothing. */
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
