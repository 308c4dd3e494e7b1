/** A list whose rows are buttons; a long list is drawn in parts. */
import { type Key, type ReactNode, useState } from "react";
import { cx } from "../cx.ts";
import styles from "./RowList.module.css";
import { ShowMore } from "./ShowMore.tsx";

/** Rows that are drawn at a time. */
const page = 100;

interface RowListProps<Item> {
  readonly label?: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => Key;
  /** Whether the order of the items has a meaning. */
  readonly isOrdered?: boolean;
  readonly className?: string | undefined;
  /** Returns the `RowButton` of an item. */
  readonly children: (item: Item, index: number) => ReactNode;
}

export function RowList<Item>(props: RowListProps<Item>) {
  const { label, items, keyOf, isOrdered = false, className, children } = props;
  const [shown, setShown] = useState(page);
  const showMore = () => setShown((count) => count + page);
  const List = isOrdered ? "ol" : "ul";
  return (
    <List aria-label={label} data-rows className={cx(styles.list, className)}>
      {items.slice(0, shown).map((item, index) => (
        <li key={keyOf(item, index)} aria-setsize={items.length} aria-posinset={index + 1}>
          {children(item, index)}
        </li>
      ))}
      {items.length > shown && (
        <li>
          <ShowMore shown={shown} onNear={showMore} onPress={showMore}>
            Show more
          </ShowMore>
        </li>
      )}
    </List>
  );
}
