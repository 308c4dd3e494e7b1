/** The time of a call as a strip: what the server took, and how long it waited for somebody. */
import type { CSSProperties } from "react";
import { formatCount, formatMs } from "../../../messages/quantities.ts";
import type { RunTimes } from "../../store/run.ts";
import styles from "./TimeStrip.module.css";

interface TimeStripProps {
  readonly times: RunTimes;
  /** Milliseconds from the beginning of the call to its end. */
  readonly total: number;
  readonly isCancelled?: boolean;
}

type Kind = "queue" | "server" | "you";

interface Part {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

const words: Readonly<Record<Kind, string>> = {
  queue: "queued",
  server: "server",
  you: "waited for you",
};

/** Nothing where the server took the whole time. */
export function TimeStrip({ times, total, isCancelled = false }: TimeStripProps) {
  const parts = partsOf(times, total);
  const { progress } = times;
  if (parts.length < 2 && progress.length === 0 && !isCancelled) return null;
  const sums = new Map<Kind, number>();
  for (const { kind, from, to } of parts) sums.set(kind, (sums.get(kind) ?? 0) + to - from);
  const place = (at: number) => `${(Math.min(at, total) / total) * 100}%`;
  return (
    <div className={styles.times}>
      <div aria-hidden="true" data-cancelled={isCancelled || undefined} className={styles.strip}>
        {parts.map(({ kind, from, to }) => (
          <span
            key={from}
            data-kind={kind}
            className={styles.part}
            style={{ inlineSize: place(to - from) }}
          />
        ))}
        {progress.map((at, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: reports are only appended
            key={index}
            className={styles.tick}
            style={{ insetInlineStart: place(at) } satisfies CSSProperties}
          />
        ))}
      </div>
      <ul aria-label="Time of the call" className={styles.legend}>
        {[...sums].map(([kind, ms]) => (
          <li key={kind}>
            <span aria-hidden="true" data-kind={kind} className={styles.mark} />
            {words[kind]} {formatMs(ms)}
            {isCancelled && kind === "server" && ", then cancelled"}
          </li>
        ))}
        {progress.length > 0 && (
          <li>
            <span aria-hidden="true" className={styles.markTick} />
            {formatCount(progress.length, "progress report")}
          </li>
        )}
      </ul>
    </div>
  );
}

/** The whole time without gaps, in order. */
function partsOf({ sent = 0, waits }: RunTimes, total: number): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const add = (kind: Kind, to: number) => {
    const end = Math.min(Math.max(to, at), total);
    if (end > at) parts.push({ kind, from: at, to: end });
    at = end;
  };
  add("queue", sent);
  for (const { from, to = total } of waits) {
    add("server", from);
    add("you", to);
  }
  add("server", total);
  return parts;
}
