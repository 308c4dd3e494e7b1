/** The requests of a replay, in their order. */
import { useState } from "react";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { stepText } from "../../messages/recordings/replayMessages.ts";
import type { Replay } from "../../stores/replay/replays.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ShowMore } from "../../ui/fields/ShowMore.tsx";
import styles from "./ReplayView.module.css";

/** Requests that are drawn at a time. */
const page = 100;

export function StepList(props: { replay: Replay; onShow: (seq: number) => void }) {
  const { replay, onShow } = props;
  const { steps, states, shown } = replay;
  const [drawn, setDrawn] = useState(page);
  const showMore = () => setDrawn((count) => count + page);
  return (
    <ol aria-label="Requests" className={styles.list}>
      {steps.slice(0, drawn).map(({ request }, index) => {
        const { seq } = request.entry;
        const text = stepText(states.get(seq));
        return (
          <li key={seq} aria-setsize={steps.length} aria-posinset={index + 1}>
            <button
              type="button"
              aria-current={seq === shown || undefined}
              className={styles.row}
              onClick={() => onShow(seq)}
            >
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
            </button>
          </li>
        );
      })}
      {steps.length > drawn && (
        <li>
          <ShowMore shown={drawn} onNear={showMore} onPress={showMore}>
            Show more
          </ShowMore>
        </li>
      )}
    </ol>
  );
}
