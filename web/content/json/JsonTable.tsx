/** Shows an array of objects as a table that is sorted by its headings; only the rows in view are drawn. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "../../messages/quantities.ts";
import { useRowHeight } from "../../ui/lists/useRowHeight.ts";
import styles from "./Json.module.css";
import { indexedNodeAt } from "./jsonIndex.ts";
import { cellText, type Sorting, tableMembers, tableOf } from "./jsonTable.ts";
import type { OpenDocument } from "./useJsonDocument.ts";

interface JsonTableProps {
  readonly document: OpenDocument;
  /** The array. */
  readonly node: number;
  readonly label: string;
}

/** Rows that are counted by looking. */
const countedRows = 10;

export function JsonTable({ document, node, label }: JsonTableProps) {
  const { columns, more, rows } = useMemo(() => tableOf(document, node), [document, node]);
  const [sorting, setSorting] = useState<Sorting>();
  const [order, setOrder] = useState<Uint32Array>(rows);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();

  useEffect(() => {
    let isWanted = true;
    if (!sorting) setOrder(rows);
    else {
      void document.sort(node, sorting).then((sorted) => isWanted && sorted && setOrder(sorted));
    }
    return () => {
      isWanted = false;
    };
  }, [document, node, rows, sorting]);

  const virtualizer = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    initialRect: { width: 800, height: 400 },
  });
  const shown = virtualizer.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const span = columns.length + 1;
  const first = rows[0] === undefined ? undefined : tableMembers(document, rows[0]);
  const isNumber = (name: string) => {
    const value = first?.get(name);
    return value !== undefined && indexedNodeAt(document.index, value).kind === "number";
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        ref={scroller}
        role="group"
        aria-label={`${label} as a table`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
        className={styles.scroller}
      >
        <table aria-label={label} aria-rowcount={order.length + 1} className={styles.table}>
          <colgroup>
            <col style={{ inlineSize: "5ch" }} />
            {columns.map(({ name, width }) => (
              <col key={name} style={{ inlineSize: `calc(${width + 2}ch + 1rem)` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">#</th>
              {columns.map(({ name }) => {
                const own = sorting?.column === name ? sorting : undefined;
                const Icon = own?.isDescending ? ArrowDown : ArrowUp;
                return (
                  <th
                    key={name}
                    scope="col"
                    data-number={isNumber(name) || undefined}
                    aria-sort={own ? (own.isDescending ? "descending" : "ascending") : undefined}
                  >
                    <button
                      type="button"
                      className={styles.heading}
                      onClick={() => setSorting(nextSorting(own, name))}
                    >
                      <bdi>{name}</bdi>
                      {own && <Icon aria-hidden="true" className={styles.icon} />}
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Gap height={before} span={span} />}
            {shown.map(({ index: at }) => (
              <Row
                key={order[at]}
                document={document}
                row={order[at] ?? 0}
                position={at}
                height={rowHeight}
                names={columns}
              />
            ))}
            {after > 0 && <Gap height={after} span={span} />}
          </tbody>
        </table>
      </div>
      {(more > 0 || order.length > countedRows) && (
        <p className={styles.note}>
          {formatCount(order.length, "row")}
          {more > 0 && `; ${formatCount(more, "more column is", "more columns are")} not shown`}
        </p>
      )}
    </>
  );
}

/** Ascending, descending, as received. */
function nextSorting(own: Sorting | undefined, column: string): Sorting | undefined {
  if (!own) return { column, isDescending: false };
  return own.isDescending ? undefined : { column, isDescending: true };
}

/** Takes the room of rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

interface RowProps {
  readonly document: OpenDocument;
  readonly row: number;
  /** Place among the rows, from 0. */
  readonly position: number;
  readonly height: number;
  readonly names: readonly { readonly name: string }[];
}

function Row({ document, row, position, height, names }: RowProps) {
  const members = tableMembers(document, row);
  return (
    <tr aria-rowindex={position + 2} style={{ height }}>
      <td className={styles.size}>{position + 1}</td>
      {names.map(({ name }) => {
        const value = members.get(name);
        if (value === undefined) return <td key={name} />;
        const { kind } = indexedNodeAt(document.index, value);
        const text = cellText(document, value);
        return (
          <td key={name} dir="auto" title={text} data-number={kind === "number" || undefined}>
            {text}
          </td>
        );
      })}
    </tr>
  );
}
