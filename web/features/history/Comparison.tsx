/** Shows the difference between two results of the history. */
import { useMemo, useState } from "react";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { StoredCall } from "../../stores/history/callHistory.ts";
import { comparableText } from "../../stores/history/comparable.ts";
import { Button } from "../../ui/Button.tsx";
import { DiffTable } from "../../ui/diff/DiffTable.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import styles from "./HistoryView.module.css";
import { timeText } from "./timeText.ts";

export interface ComparisonProps {
  readonly before: StoredCall;
  readonly after: StoredCall;
  readonly onEnd: () => void;
}

export function Comparison({ before, after, onEnd }: ComparisonProps) {
  const [foldsVolatile, setFolds] = useState(false);
  const texts = useMemo(
    () => [before, after].map(({ resultText }) => comparableText(resultText, foldsVolatile)),
    [before, after, foldsVolatile],
  );
  const [one = "", other = ""] = texts;
  const titleOf = ({ item, at }: StoredCall) => `${escapeHidden(item.name)}, ${timeText(at)}`;
  return (
    <article aria-label="Comparison" className={styles.call}>
      <h2 className={styles.title}>Difference of two results</h2>
      <p className={styles.facts}>The order of members and the formatting are ignored.</p>
      <div className={styles.actions}>
        <Button onPress={onEnd}>End comparison</Button>
        <Checkbox label="Ignore times and ids" isSelected={foldsVolatile} onChange={setFolds} />
      </div>
      {one === other ? (
        <p>Both results are the same.</p>
      ) : (
        <DiffTable
          label="Results"
          titles={[titleOf(before), titleOf(after)]}
          before={one}
          after={other}
        />
      )}
    </article>
  );
}
