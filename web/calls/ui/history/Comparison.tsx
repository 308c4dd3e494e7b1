/** Shows the difference between two results of the history. */
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { useResultDifference } from "../../../content/useResultDifference.tsx";
import { Button } from "../../../ui/Button.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { Row } from "../../../ui/primitives/Layout.tsx";
import type { StoredCall } from "../../store/history/callHistory.ts";
import { timeText } from "./timeText.ts";

interface ComparisonProps {
  readonly before: StoredCall;
  readonly after: StoredCall;
  readonly onEnd: () => void;
}

export function Comparison({ before, after, onEnd }: ComparisonProps) {
  const titleOf = ({ item, at }: StoredCall) => `${escapeHidden(item.name)}, ${timeText(at)}`;
  const titles = [titleOf(before), titleOf(after)] as const;
  const { control, difference } = useResultDifference(before.resultText, after.resultText, titles);
  return (
    <article aria-label="Comparison" className={layout.article}>
      <h2 className={layout.title}>Difference of two results</h2>
      <p className={layout.note}>The order of members and the formatting are ignored.</p>
      <Row wraps>
        <Button onPress={onEnd}>End comparison</Button>
        {control}
      </Row>
      {difference}
    </article>
  );
}
