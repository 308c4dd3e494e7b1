/** A list of items that is walked with the arrow keys. */
import { type KeyboardEvent, memo, useCallback, useEffect, useId, useRef } from "react";
import type { Item } from "../../session/items.ts";
import styles from "./ItemList.module.css";

export interface ItemListProps {
  readonly label: string;
  readonly items: readonly Item[];
  /** The name of the selected item. */
  readonly selected: string | undefined;
  readonly onSelect: (item: Item) => void;
  /** The selected item was picked: by a press, Enter or Space. */
  readonly onOpen: () => void;
}

/** Selection follows the keys: selecting contacts nobody. Rows out of sight cost no layout. */
export function ItemList({ label, items, selected, onSelect, onOpen }: ItemListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = items.findIndex((item) => item.name === selected);

  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

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
      onKeyDown={move}
    >
      {items.map((item, index) => (
        <Row
          // a server may offer two items of one name
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is part of the identity
          key={`${item.name} ${index}`}
          id={`${id}-${index}`}
          item={item}
          isSelected={index === at}
          position={index + 1}
          size={items.length}
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
  readonly onPick: (item: Item) => void;
}

const Row = memo(function Row({ id, item, isSelected, position, size, onPick }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={size}
      className={styles.row}
      title={item.description}
      onClick={() => onPick(item)}
    >
      <span className={styles.name}>{item.label || "(no name)"}</span>
      {item.broken && <span className={styles.excluded}> not callable</span>}
      {item.detail && <span className={styles.title}> {item.detail}</span>}
    </div>
  );
});

/** Where a key leads from `at`; undefined where it leads nowhere. */
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
