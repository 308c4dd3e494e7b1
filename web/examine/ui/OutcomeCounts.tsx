/** How many results there are of each kind. */
import { Row } from "../../ui/primitives/Layout.tsx";
import styles from "./Examine.module.css";

interface OutcomeCountsProps {
  readonly counts: readonly {
    readonly label: string;
    readonly count: number;
    /** The outcome that gives it its colour. */
    readonly tone?: string | undefined;
  }[];
}

export function OutcomeCounts({ counts }: OutcomeCountsProps) {
  return (
    <Row as="dl" align="stretch" wraps className={styles.numbers}>
      {counts.map(({ label, count, tone }) => (
        <div key={label} className={styles.number}>
          <dt>{label}</dt>
          <dd data-outcome={tone}>{count.toLocaleString("en")}</dd>
        </div>
      ))}
    </Row>
  );
}
