/** Shows two texts line by line, side by side, or stacked on narrow screens. */

import { useMemo } from "react";
import { countText } from "../../../shared/core/countText.ts";
import { cx } from "../cx.ts";
import styles from "./DiffTable.module.css";
import { type DiffRow, sideBySide } from "./sideBySide.ts";

interface DiffTableProps {
  /** Accessible name of the table. */
  readonly label: string;
  /** Headings of the columns. */
  readonly titles: readonly [before: string, after: string];
  readonly before: string;
  readonly after: string;
}

export function DiffTable({ label, titles, before, after }: DiffTableProps) {
  const rows = useMemo(() => sideBySide(before, after), [before, after]);
  return (
    <table aria-label={label} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{titles[0]}</th>
          <th scope="col">{titles[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
          <Row key={index} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === "skipped") {
    return (
      <tr>
        <td colSpan={2} className={styles.skipped}>
          {countText(row.lines, "line")} alike
        </td>
      </tr>
    );
  }
  const isSame = row.kind === "same";
  return (
    <tr>
      <td className={cx(isSame ? styles.same : row.before !== undefined && styles.removed)}>
        {isSame ? row.before : row.before !== undefined && <del>{row.before}</del>}
      </td>
      <td className={cx(!isSame && row.after !== undefined && styles.added)}>
        {isSame ? row.after : row.after !== undefined && <ins>{row.after}</ins>}
      </td>
    </tr>
  );
}
