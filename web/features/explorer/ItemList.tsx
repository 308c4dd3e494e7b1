/** A list box of items with arrow-key navigation. */
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
} from "react";
import type { Item } from "../../stores/catalog/items.ts";
import { cx } from "../../ui/cx.ts";
import styles from "./ItemList.module.css";
import { useVisibleRows } from "./useVisibleRows.ts";

/** Most UTF-16 code units of a name or description in a row. */
const longestText = 1_000;

export interface ItemListProps {
  readonly label: string;
  readonly items: readonly Item[];
  /** The name of the selected item. */
  readonly selected: string | undefined;
  readonly onSelect: (item: Item) => void;
  /** Called when the selected item is chosen by a press, Enter or Space. */
  readonly onOpen: () => void;
  /** The element that scrolls this list and others. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** In pixels. */
  readonly rowHeight: number;
}

/** Selection follows focus, because selecting sends nothing. Long lists render only the visible rows. */
export function ItemList(props: ItemListProps) {
  const { label, items, selected, onSelect, onOpen, scroller, rowHeight } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = items.findIndex((item) => item.name === selected);

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
    const next = nextIndex(event.key, at, items.length);
    const item = next === undefined ? undefined : items[next];
    if (!item) return;
    event.preventDefault();
    onSelect(item);
    if (event.key === "Enter" || event.key === " ") onOpen();
  };
  const pick = useCallback(
    (item: Item) => {
      onSelect(item);
      onOpen();
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
      className={styles.list}
      style={{ blockSize: height }}
      onKeyDown={move}
    >
      {rows.map(({ index, top }) => (
        <Row
          // A server may list two items with the same name.
          key={`${items[index]?.name} ${index}`}
          id={`${id}-${index}`}
          item={items[index] as Item}
          isSelected={index === at}
          position={index + 1}
          size={items.length}
          top={top}
          onPick={pick}
        />
      ))}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly item: Item;
  readonly isSelected: boolean;
  readonly position: number;
  readonly size: number;
  readonly top: number | undefined;
  readonly onPick: (item: Item) => void;
}

const Row = memo(function Row(props: RowProps) {
  const { id, item, isSelected, position, size, top, onPick } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={size}
      className={cx(styles.row, top !== undefined && styles.placed)}
      style={{ insetBlockStart: top }}
      title={item.description?.slice(0, longestText)}
      onClick={() => onPick(item)}
    >
      <span className={styles.name}>{item.label.slice(0, longestText) || "(no name)"}</span>
      {item.broken && <span className={styles.excluded}> not callable</span>}
      {item.detail && <span className={styles.title}> {item.detail.slice(0, longestText)}</span>}
    </div>
  );
});

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
