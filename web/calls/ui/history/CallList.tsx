/** The calls of the history, newest first. */
import { Pin } from "lucide-react";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { formatMs } from "../../../messages/quantities.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { RowList } from "../../../ui/lists/RowList.tsx";
import { endText } from "../../messages/historyMessages.ts";
import type { StoredCall } from "../../store/history/callHistory.ts";
import styles from "./HistoryView.module.css";
import { timeText } from "./timeText.ts";

interface CallListProps {
  readonly calls: readonly StoredCall[];
  readonly selectedId: string | undefined;
  /** The call that is being compared. */
  readonly otherId: string | undefined;
  readonly onSelect: (id: string) => void;
}

export function CallList({ calls, selectedId, otherId, onSelect }: CallListProps) {
  return (
    <RowList label="Calls" items={calls} keyOf={({ id }) => id}>
      {(call) => (
        <RowButton
          isCurrent={call.id === selectedId}
          isMarked={call.id === otherId}
          className={styles.row}
          onPress={() => onSelect(call.id)}
        >
          <Line call={call} />
        </RowButton>
      )}
    </RowList>
  );
}

function Line({ call }: { call: StoredCall }) {
  const { item, server, at, ms, end, isPinned, argumentsText } = call;
  const args = argumentsText === undefined ? "" : oneLine(argumentsText);
  const { text, tone } = endText[end];
  return (
    <>
      <span className={styles.first}>
        {isPinned && <Pin aria-label="Pinned" className={styles.pin} />}
        <span className={styles.name}>{escapeHidden(item.name)}</span>
        <Badge tone={tone}>{text}</Badge>
        <span className={styles.ms}>{formatMs(ms)}</span>
      </span>
      {args && (
        <span className={styles.arguments}>
          <bdi>{escapeHidden(args)}</bdi>
        </span>
      )}
      <span className={styles.second}>
        <span>{timeText(at)}</span>
        <span className={styles.server}>{escapeHidden(server)}</span>
      </span>
    </>
  );
}

/** The most characters of arguments that a row shows. */
const maxShown = 200;
/** The most characters that are read for them; formatted JSON has many spaces. */
const maxRead = 1000;

/** Arguments on one line, cut with an ellipsis; nothing if there are none. */
function oneLine(argumentsText: string): string {
  const text = argumentsText.slice(0, maxRead).replace(/\s+/g, " ").trim();
  if (/^\{ ?\}$/.test(text)) return "";
  const isCut = text.length > maxShown || argumentsText.length > maxRead;
  return isCut ? `${text.slice(0, maxShown)}…` : text;
}
