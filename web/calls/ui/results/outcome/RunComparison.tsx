/** Compares two results of an item: the order of members and the formatting are ignored. */
import { useMemo } from "react";
import { textAt } from "../../../../../shared/core/json/textAt.ts";
import { useResultDifference } from "../../../../content/useResultDifference.tsx";
import { formatTimeOfDay } from "../../../../messages/quantities.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import type { DoneRun } from "../../../store/run.ts";
import styles from "./Outcome.module.css";

/** UTF-16 code units of a result that are compared. */
const maxLength = 500_000;

export function RunComparison({ one, other }: { one: DoneRun; other: DoneRun }) {
  const { clock } = useStores();
  const [before, after] = one.startedAt <= other.startedAt ? [one, other] : [other, one];
  const earlier = useMemo(() => resultText(before), [before]);
  const later = useMemo(() => resultText(after), [after]);
  const origin = Date.now() - clock.now();
  const titleOf = ({ startedAt }: DoneRun) => formatTimeOfDay(origin + startedAt);
  const titles = [titleOf(before), titleOf(after)] as const;
  const { control, difference } = useResultDifference(earlier, later, titles);
  return (
    <div className={styles.body}>
      <div className={styles.header}>
        <h3 className={styles.heading}>Difference of two results</h3>
        {control}
      </div>
      {difference}
    </div>
  );
}

function resultText({ outcome }: DoneRun): string {
  switch (outcome.kind) {
    case "result":
      return (textAt(outcome.answer.text, outcome.answer.path) ?? "").slice(0, maxLength);
    case "error":
      return textAt(outcome.answer.text, ["error"]) ?? outcome.answer.text;
    case "failed":
      return JSON.stringify(outcome.failure);
    default:
      return JSON.stringify(outcome.kind);
  }
}
