/** A search field above the list of choices of a select. */
import type { ReactNode } from "react";
import { Autocomplete, Input, SearchField, useFilter } from "react-aria-components";
import { cx } from "../cx.ts";
import fieldStyles from "./Field.module.css";
import styles from "./SearchedList.module.css";

interface SearchedListProps {
  /** The label of the select. */
  readonly label: string;
  /** The list box. */
  readonly children: ReactNode;
}

/** Narrows the list to the choices that contain what is typed, in any case. */
export function SearchedList({ label, children }: SearchedListProps) {
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={`Search ${label}`} autoFocus className={cx(styles.search)}>
        <Input placeholder="Search" className={cx(fieldStyles.input)} />
      </SearchField>
      {children}
    </Autocomplete>
  );
}
