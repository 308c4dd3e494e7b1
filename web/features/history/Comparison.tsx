/** Shows the difference between two results of the history. */
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { useComparableTexts } from "../../hooks/useComparableTexts.ts";
import type { StoredCall } from "../../stores/history/callHistory.ts";
import { Button } from "../../ui/Button.tsx";
import { DiffTable } from "../../ui/diff/DiffTable.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import layout from "../../ui/lists/listDetail.module.css";
import { timeText } from "./timeText.ts";

export interface ComparisonProps {
  readonly before: StoredCall;
  readonly after: StoredCall;
  readonly onEnd: () => void;
}

export function Comparison({ before, after, onEnd }: ComparisonProps) {
  const texts = useComparableTexts(before.resultText, after.resultText);
  const titleOf = ({ item, at }: StoredCall) => `${escapeHidden(item.name)}, ${timeText(at)}`;
  return (
    <article aria-label="Comparison" className={layout.article}>
      <h2 className={layout.title}>Difference of two results</h2>
      <p className={layout.note}>The order of members and the formatting are ignored.</p>
      <div className={layout.actions}>
        <Button onPress={onEnd}>End comparison</Button>
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
    </article>
  );
}
