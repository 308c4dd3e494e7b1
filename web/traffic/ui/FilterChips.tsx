/** Toggle buttons for the most common terms of the filter, and for the active server if there are several. */
import { serverTerm, termsOf, toggleTerm } from "../../../shared/log/filter.ts";
import { Chip } from "../../ui/fields/Chip.tsx";
import styles from "./FilterChips.module.css";

const chips: readonly (readonly [term: string, label: string, isRare?: "rare"])[] = [
  ["method:tools/call", "Calls", "rare"],
  ["is:asked", "Asked of you", "rare"],
  ["method:notifications/message", "Logs"],
  ["is:problem", "Problems"],
  ["finding:any", "Findings"],
];

interface Props {
  /** The name of the active server, if there are others. */
  readonly server: string | undefined;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

/** Those that have no room are hidden; the filter syntax lists the same terms. */
export function FilterChips({ filter, server, onFilter }: Props) {
  const terms = termsOf(filter);
  const own = server === undefined ? [] : [[serverTerm(server), "This server", undefined] as const];
  return (
    <fieldset className={styles.chips} aria-label="Common filters">
      {[...own, ...chips].map(([term, label, isRare]) => (
        <Chip
          key={term}
          isSelected={terms.includes(term)}
          onChange={() => onFilter(toggleTerm(filter, term))}
          className={isRare && styles.rare}
        >
          {label}
        </Chip>
      ))}
    </fieldset>
  );
}
