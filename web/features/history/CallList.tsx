/** The calls of the history, newest first. */
import { Pin } from "lucide-react";
import { useState } from "react";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { formatMs } from "../../messages/quantities.ts";
import { endText } from "../../messages/recordings/historyMessages.ts";
import type { StoredCall } from "../../stores/history/callHistory.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ShowMore } from "../../ui/fields/ShowMore.tsx";
import styles from "./HistoryView.module.css";
import { timeText } from "./timeText.ts";

/** Calls that are drawn at a time. */
const page = 100;

export interface CallListProps {
  readonly calls: readonly StoredCall[];
  readonly selectedId: string | undefined;
  /** The call that is being compared. */
  readonly otherId: string | undefined;
  readonly onSelect: (id: string) => void;
}

export function CallList({ calls, selectedId, otherId, onSelect }: CallListProps) {
  const [shown, setShown] = useState(page);
  const showMore = () => setShown((count) => count + page);
  return (
    <ul aria-label="Calls" className={styles.list}>
      {calls.slice(0, shown).map((call, index) => (
        <li key={call.id} aria-setsize={calls.length} aria-posinset={index + 1}>
          <button
            type="button"
            aria-current={call.id === selectedId || undefined}
            data-compared={call.id === otherId || undefined}
            className={styles.row}
            onClick={() => onSelect(call.id)}
          >
            <Line call={call} />
          </button>
        </li>
      ))}
      {calls.length > shown && (
        <li>
          <ShowMore shown={shown} onNear={showMore} onPress={showMore}>
            Show more
          </ShowMore>
        </li>
      )}
    </ul>
  );
}

function Line({ call }: { call: StoredCall }) {
  const { item, server, at, ms, end, isPinned } = call;
  const { text, tone } = endText[end];
  return (
    <>
      <span className={styles.first}>
        {isPinned && <Pin aria-label="Pinned" className={styles.pin} />}
        <span className={styles.name}>{escapeHidden(item.name)}</span>
        <Badge tone={tone}>{text}</Badge>
        <span className={styles.ms}>{formatMs(ms)}</span>
      </span>
      <span className={styles.second}>
        <span>{timeText(at)}</span>
        <span className={styles.server}>{escapeHidden(server)}</span>
      </span>
    </>
  );
}
