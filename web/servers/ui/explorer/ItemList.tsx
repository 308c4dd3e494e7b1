/** A list box of items with arrow-key navigation. */
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
} from "react";
import { iconSource } from "../../../content/iconSource.ts";
import { cx } from "../../../ui/cx.ts";
import type { Item } from "../../store/catalog/items.ts";
import type { Connection } from "../../store/connections/connection.ts";
import styles from "./ItemList.module.css";
import { ItemRow } from "./ItemRow.tsx";
import { useVisibleRows } from "./useVisibleRows.ts";

interface ItemListProps {
  readonly label: string;
  readonly items: readonly Item[];
  /** What the items were filtered by; it is emphasised. */
  readonly words: readonly string[];
  /** The name of the selected item. */
  readonly selected: string | undefined;
  readonly onSelect: (item: Item) => void;
  /**
   * Called when the selected item is chosen by a press, Enter or Space.
   * @param isByKey whether it was Enter, which moves the focus to its arguments
   */
  readonly onOpen: (isByKey: boolean) => void;
  /** Called when Up is pressed in the first row. */
  readonly onLeaveUp: (list: HTMLElement) => void;
  /** The element that scrolls this list and others. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** In pixels. */
  readonly rowHeight: number;
  /** How many requests wait for the user because of an item, by its key. */
  readonly waiting: ReadonlyMap<string, number>;
  /** The connection that listed them. */
  readonly connection: Pick<Connection, "id" | "serverId">;
}

/** Selection follows focus, because selecting sends nothing. Long lists render only the visible rows. */
export const ItemList = memo(function ItemList(props: ItemListProps) {
  const { label, items, words, selected, onSelect, onOpen, scroller, rowHeight, waiting } = props;
  const repeated = useMemo(() => repeatedLabels(items), [items]);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = items.findIndex((item) => item.name === selected);

  const hasIcons = useMemo(() => items.some(({ raw }) => iconSource(raw) !== undefined), [items]);

  const { rows, height } = useVisibleRows({
    list,
    scroller,
    count: items.length,
    held: at,
    rowHeight,
  });

  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at, id]);

  const move = (event: KeyboardEvent) => {
    if (event.key === "ArrowUp" && at <= 0) {
      event.preventDefault();
      if (list.current) props.onLeaveUp(list.current);
      return;
    }
    const next = nextIndex(event.key, at, items.length);
    const item = next === undefined ? undefined : items[next];
    if (!item) return;
    event.preventDefault();
    onSelect(item);
    if (event.key === "Enter" || event.key === " ") onOpen(event.key === "Enter");
  };
  const pick = useCallback(
    (item: Item) => {
      onSelect(item);
      onOpen(false);
    },
    [onSelect, onOpen],
  );

  return (
    <div
      ref={list}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      className={cx(styles.list, hasIcons && styles.withIcons)}
      style={{ blockSize: height }}
      onKeyDown={move}
    >
      {rows.map(({ index, top }) => (
        <ItemRow
          // A server may list two items with the same name.
          key={`${items[index]?.name} ${index}`}
          id={`${id}-${index}`}
          item={items[index] as Item}
          words={words}
          isSelected={index === at}
          position={index + 1}
          size={items.length}
          top={top}
          waiting={waitingOf(items[index], waiting)}
          connection={props.connection}
          isAmbiguous={repeated.has(items[index]?.label ?? "")}
          onPick={pick}
        />
      ))}
    </div>
  );
});

function repeatedLabels(items: readonly Item[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    items.flatMap(({ label }) => {
      if (seen.has(label)) return label;
      seen.add(label);
      return [];
    }),
  );
}

function waitingOf(item: Item | undefined, waiting: ReadonlyMap<string, number>): number {
  return (item && waiting.get(`${item.kind} ${item.name}`)) ?? 0;
}

/** The index a key moves to from `at`; undefined for other keys. */
function nextIndex(key: string, at: number, length: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return Math.min(at + 1, length - 1);
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return length - 1;
    case "Enter":
    case " ":
      return Math.max(at, 0);
    default:
      return undefined;
  }
}
