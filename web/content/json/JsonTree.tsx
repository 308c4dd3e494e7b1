/** A collapsible tree of JSON values; only the rows in view are drawn. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import syntax from "../../editor/syntax.module.css";
import { cx } from "../../ui/cx.ts";
import { useRowHeight } from "../../ui/lists/useRowHeight.ts";
import styles from "./Json.module.css";
import { indexedNodeAt } from "./jsonIndex.ts";
import {
  ancestorsOf,
  initiallyExpanded,
  type JsonDocument,
  type TreeRow,
  valueText,
  visibleTreeRows,
} from "./jsonTree.ts";

/** Rows that are open at first. */
const firstRows = 60;
/** UTF-16 code units of a value that a row shows. */
const shownLength = 300;
/** Levels that are indented. */
const maxIndent = 24;

interface JsonTreeProps {
  readonly document: JsonDocument;
  readonly label: string;
  readonly selected: number | undefined;
  readonly onSelect: (node: number) => void;
  /** Nodes that a search found. */
  readonly matches: readonly number[];
}

export function JsonTree({ document, label, selected, onSelect, matches }: JsonTreeProps) {
  const { index } = document;
  const id = useId();
  const [expanded, setExpanded] = useState(() => initiallyExpanded(index, firstRows));
  const rows = useMemo(() => visibleTreeRows(index, expanded), [index, expanded]);
  const found = useMemo(() => new Set(matches), [matches]);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    initialRect: { width: 800, height: 400 },
  });
  const place = selected === undefined ? -1 : placeOf(rows, selected);

  // A match may be inside a closed container.
  useEffect(() => {
    if (selected === undefined) return;
    const around = ancestorsOf(index, selected);
    setExpanded((before) =>
      around.every((node) => before.has(node)) ? before : new Set([...before, ...around]),
    );
  }, [index, selected]);

  useEffect(() => {
    if (place >= 0) virtualizer.scrollToIndex(place);
  }, [place, virtualizer]);

  const setOpen = (node: number, isOpen: boolean) => {
    const changed = new Set(expanded);
    if (isOpen) changed.add(node);
    else changed.delete(node);
    setExpanded(changed);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, Math.max(place, 0), { document, rows, expanded });
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (target.kind === "select") onSelect(target.node);
    else setOpen(target.node, target.isOpen);
  };

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      aria-activedescendant={place < 0 ? undefined : `${id}-${selected}`}
      tabIndex={0}
      className={styles.scroller}
      onKeyDown={onKeyDown}
      onFocus={() => selected === undefined && onSelect(0)}
    >
      <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: at, start }) => {
          const row = rows[at];
          if (!row) return null;
          const { node, depth, position } = row;
          const { count } = indexedNodeAt(index, node);
          const isOpen = expanded.has(node);
          const parent = parentOf(rows, at);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the tree names the active row
            <div
              key={node}
              id={`${id}-${node}`}
              role="treeitem"
              aria-level={depth + 1}
              aria-setsize={parent === undefined ? 1 : indexedNodeAt(index, parent).count}
              aria-posinset={position + 1}
              aria-selected={node === selected}
              aria-expanded={count > 0 ? isOpen : undefined}
              className={cx(styles.row, found.has(node) && styles.found)}
              style={{
                height: rowHeight,
                transform: `translateY(${start}px)`,
                paddingInlineStart: `${Math.min(depth, maxIndent) * 0.875}rem`,
              }}
              onClick={() => onSelect(node)}
              onDoubleClick={() => count > 0 && setOpen(node, !isOpen)}
            >
              <span
                aria-hidden="true"
                className={styles.twisty}
                data-open={isOpen || undefined}
                onClick={() => count > 0 && setOpen(node, !isOpen)}
              >
                {count > 0 && <ChevronRight className={styles.icon} />}
              </span>
              <RowText document={document} row={row} isOpen={isOpen} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function RowText(props: { document: JsonDocument; row: TreeRow; isOpen: boolean }) {
  const { document, row, isOpen } = props;
  const { kind, count, nameStart, nameEnd } = indexedNodeAt(document.index, row.node);
  const name = document.text.slice(nameStart, Math.min(nameEnd, nameStart + shownLength));
  return (
    <span className={styles.text}>
      {nameEnd > 0 ? (
        <>
          <bdi className={syntax.key}>{name}</bdi>:{" "}
        </>
      ) : (
        row.depth > 0 && <span className={styles.position}>{row.position} </span>
      )}
      {kind === "object" || kind === "array" ? (
        <span className={syntax.punctuation}>
          {kind === "object" ? "{" : "["}
          {!isOpen && count > 0 && "…"}
          {kind === "object" ? "}" : "]"}{" "}
          <span className={styles.size}>{count > 0 && count.toLocaleString("en")}</span>
        </span>
      ) : (
        <bdi className={syntax[kind === "boolean" || kind === "null" ? "literal" : kind]}>
          {valueText(document, row.node, shownLength)}
        </bdi>
      )}
    </span>
  );
}

/** The rows are in the order of their nodes. */
function placeOf(rows: readonly TreeRow[], node: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rows[middle]?.node ?? 0;
    if (found === node) return middle;
    if (found < node) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The node of the row around a row. */
function parentOf(rows: readonly TreeRow[], at: number): number | undefined {
  const row = rows[at];
  if (!row || row.depth === 0) return undefined;
  // the rows of its siblings may be open, so the place of the parent is searched by its depth
  const first = at - row.position;
  for (let place = first - 1; place >= 0; place--) {
    const other = rows[place];
    if (other && other.depth < row.depth) return other.node;
  }
  return undefined;
}

type KeyTarget =
  | { readonly kind: "select"; readonly node: number }
  | { readonly kind: "open"; readonly node: number; readonly isOpen: boolean };

/** What the tree shows. */
interface TreeView {
  readonly document: JsonDocument;
  readonly rows: readonly TreeRow[];
  /** The nodes that are open. */
  readonly expanded: ReadonlySet<number>;
}

/**
 * @param at the row with the focus
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/treeview/#keyboardinteraction
 */
function keyTarget(
  key: string,
  at: number,
  { document, rows, expanded }: TreeView,
): KeyTarget | undefined {
  const { index } = document;
  const row = rows[at];
  if (!row) return undefined;
  const { node } = row;
  const select = (place: number): KeyTarget | undefined => {
    const target = rows[Math.min(Math.max(place, 0), rows.length - 1)];
    return target && { kind: "select", node: target.node };
  };
  const isContainer = indexedNodeAt(index, node).count > 0;
  const isOpen = isContainer && expanded.has(node);
  switch (key) {
    case "ArrowDown":
      return select(at + 1);
    case "ArrowUp":
      return select(at - 1);
    case "PageDown":
      return select(at + 15);
    case "PageUp":
      return select(at - 15);
    case "Home":
      return select(0);
    case "End":
      return select(rows.length - 1);
    case "ArrowRight":
      if (!isContainer) return undefined;
      return isOpen ? select(at + 1) : { kind: "open", node, isOpen: true };
    case "ArrowLeft": {
      if (isOpen) return { kind: "open", node, isOpen: false };
      const parent = parentOf(rows, at);
      return parent === undefined ? undefined : { kind: "select", node: parent };
    }
    case "Enter":
    case " ":
      return isContainer ? { kind: "open", node, isOpen: !isOpen } : undefined;
    default:
      return undefined;
  }
}
