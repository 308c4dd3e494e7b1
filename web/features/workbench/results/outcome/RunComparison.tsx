/** Compares two results of an item: the order of members and the formatting are ignored. */
import { useMemo } from "react";
import { textAt } from "../../../../../shared/core/json/textAt.ts";
import { useStores } from "../../../../hooks/StoresContext.tsx";
import { useComparableTexts } from "../../../../hooks/useComparableTexts.ts";
import { formatTimeOfDay } from "../../../../messages/quantities.ts";
import type { DoneRun } from "../../../../stores/invocations/run.ts";
import { DiffTable } from "../../../../ui/diff/DiffTable.tsx";
import { Checkbox } from "../../../../ui/fields/Checkbox.tsx";
import styles from "./Outcome.module.css";

/** UTF-16 code units of a result that are compared. */
const maxLength = 500_000;

export function RunComparison({ one, other }: { one: DoneRun; other: DoneRun }) {
  const { clock } = useStores();
  const [before, after] = one.startedAt <= other.startedAt ? [one, other] : [other, one];
  const earlier = useMemo(() => resultText(before), [before]);
  const later = useMemo(() => resultText(after), [after]);
  const texts = useComparableTexts(earlier, later);
  const origin = Date.now() - clock.now();
  const titleOf = ({ startedAt }: DoneRun) => formatTimeOfDay(origin + startedAt);
  return (
    <div className={styles.body}>
      <div className={styles.header}>
        <h3 className={styles.heading}>Difference of two results</h3>
        <Checkbox
          label="Ignore times and ids"
          isSelected={texts.foldsVolatile}
          onChange={texts.setFoldsVolatile}
        />
      </div>
      {texts.before === texts.after ? (
        <p>Both results are the same.</p>
      ) : (
        <DiffTable
          label="Results"
          titles={[titleOf(before), titleOf(after)]}
          before={texts.before}
          after={texts.after}
        />
      )}
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
