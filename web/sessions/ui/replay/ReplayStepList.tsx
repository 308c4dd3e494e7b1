/** The requests of a replay, in their order. */
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { RowList } from "../../../ui/lists/RowList.tsx";
import { replayStepText } from "../../messages/replayMessages.ts";
import type { Replay } from "../../store/replay/replays.ts";
import styles from "./ReplayView.module.css";

export function ReplayStepList({
  replay,
  onShow,
}: {
  replay: Replay;
  onShow: (seq: number) => void;
}) {
  const { steps, states, shown } = replay;
  return (
    <RowList label="Requests" isOrdered items={steps} keyOf={({ request }) => request.entry.seq}>
      {({ request }, index) => {
        const { seq } = request.entry;
        const text = replayStepText(states.get(seq));
        return (
          <RowButton isCurrent={seq === shown} onPress={() => onShow(seq)}>
            <span className={styles.number}>{index + 1}</span>
            <span className={styles.name}>{request.method}</span>
            {request.subject !== undefined && (
              <span className={styles.subject}>{escapeHidden(request.subject)}</span>
            )}
            {text && (
              <span className={styles.state}>
                <Badge tone={text.tone}>{text.text}</Badge>
              </span>
            )}
          </RowButton>
        );
      }}
    </RowList>
  );
}
