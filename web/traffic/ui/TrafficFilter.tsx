/** The field with the filter of Traffic, above its messages and its timeline. */
import { memo } from "react";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import toolbar from "./toolbar.module.css";

interface Props {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Memoized, so that it does not render with each message. */
export const TrafficFilter = memo((props: Props) => (
  <SearchField
    {...props}
    label="Filter traffic"
    placeholder="Filter"
    isMono
    className={toolbar.search}
  />
));
