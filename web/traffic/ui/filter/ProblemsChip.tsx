/** A toggle that leaves only rows with problems, with their number; on screen at every width. */
import { CircleX } from "lucide-react";
import { memo } from "react";
import { TooltipTrigger } from "react-aria-components";
import { termsOf, toggleTerm } from "../../../../shared/log/filterText.ts";
import { Chip } from "../../../ui/fields/Chip.tsx";
import { Tooltip } from "../../../ui/overlays/Tooltip.tsx";
import styles from "./ProblemsChip.module.css";

const term = "is:problem";

interface Props {
  readonly count: number;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

/** Memoized, so that it does not render when the log grows without a problem. */
export const ProblemsChip = memo(({ count, filter, onFilter }: Props) => (
  <TooltipTrigger delay={500}>
    <Chip
      isSelected={termsOf(filter).includes(term)}
      onChange={() => onFilter(toggleTerm(filter, term))}
      className={styles.chip}
    >
      <span className={styles.words} data-none={count === 0 || undefined}>
        <CircleX aria-hidden="true" />
        Problems <span className={styles.count}>{count.toLocaleString("en")}</span>
      </span>
    </Chip>
    <Tooltip shortcut="Alt+P">Go to the next one</Tooltip>
  </TooltipTrigger>
));
