/** A waterfall of one exchange: its own bar, then those of what happened during it. */
import type { CSSProperties } from "react";
import { formatDuration } from "../../../messages/quantities.ts";
import { itemRow } from "../messages/groupRows.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import { type Bar, barsOf } from "../messages/row/rowBars.ts";
import { nameOfRow } from "../messages/row/rowName.ts";
import { Waterfall } from "../messages/row/Waterfall.tsx";
import type { Row } from "../messages/rows.ts";
import { isGroup, type RowGroup, type RowItem } from "../messages/tree/rowGroup.ts";
import styles from "./ExchangeTimes.module.css";

/** The most lines below that of the exchange. */
const maxLines = 6;

interface Line {
  readonly name: string;
  readonly bars: readonly Bar[];
  readonly took: string;
}

/** Shows nothing for an exchange during which nothing happened. */
export function ExchangeTimes({ exchange, index }: { exchange: RowGroup; index: LogIndex }) {
  const parts = linesOf(exchange.parts, index);
  if (parts.length === 0) return null;
  const bars = barsOf(exchange, index);
  const zero = Math.min(...bars.map(({ start }) => start));
  const end = Math.max(...bars.map((bar) => bar.end ?? index.end()));
  const lines = [lineOf(exchange, index), ...parts.slice(0, maxLines)];
  return (
    <ul
      aria-label="Times"
      className={styles.lines}
      style={{ "--span": Math.max(1, end - zero) } as CSSProperties}
    >
      {lines.map(({ name, bars: shown, took }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order
        <li key={at} className={styles.line}>
          <span className={styles.name}>{name}</span>
          <span className={styles.lane}>
            <Waterfall bars={shown} zero={zero} />
          </span>
          <span className={styles.took}>{took}</span>
        </li>
      ))}
    </ul>
  );
}

function lineOf(item: RowItem, index: LogIndex): Line {
  const row = itemRow(item, index);
  const took = row?.ms === undefined ? "" : formatDuration(row.ms, row.isNetworkTime);
  return { name: row ? nameOf(row) : "", bars: barsOf(item, index), took };
}

/** A line for each exchange, and one for all notifications of the same name. */
function linesOf(parts: readonly RowItem[], index: LogIndex): readonly Line[] {
  const exchanges: Line[] = [];
  const notices = new Map<string, RowItem[]>();
  for (const part of parts) {
    if (isGroup(part) && part.kind === "exchange") {
      exchanges.push(lineOf(part, index));
      continue;
    }
    const row = itemRow(part, index);
    const isNotice = row?.kinds[0] === "notification" || isGroup(part);
    if (!row || !isNotice) continue;
    const name = nameOf(row);
    notices.set(name, [...(notices.get(name) ?? []), part]);
  }
  const ofNotices = [...notices].map(([name, items]): Line => {
    const count = items.reduce((sum, item) => sum + (isGroup(item) ? item.parts.length : 1), 0);
    return { name, bars: items.flatMap((item) => barsOf(item, index)), took: `×${count}` };
  });
  return [...exchanges, ...ofNotices];
}

const nameOf = (row: Row) => nameOfRow(row, "alone").text;
