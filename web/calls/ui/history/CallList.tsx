/** The calls of the history, newest first. */
import { Pin } from "lucide-react";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { InitiatorMark, isNotUser } from "../../../messages/InitiatorMark.tsx";
import { formatMs } from "../../../messages/quantities.ts";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { RowList } from "../../../ui/lists/RowList.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { endText } from "../../messages/historyMessages.ts";
import type { StoredCall } from "../../store/history/callHistory.ts";
import styles from "./HistoryView.module.css";
import { clockText, dayText } from "./timeText.ts";

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
      {(call, index) => (
        <>
          <GroupTitle call={call} before={calls[index - 1]} />
          <RowButton
            isCurrent={call.id === selectedId}
            isMarked={call.id === otherId}
            onPress={() => onSelect(call.id)}
          >
            <Line call={call} />
          </RowButton>
        </>
      )}
    </RowList>
  );
}

/** Day and server, above the first of the calls that share both. */
function GroupTitle({ call, before }: { call: StoredCall; before: StoredCall | undefined }) {
  const day = dayText(call.at);
  if (before && dayText(before.at) === day && before.server === call.server) return null;
  return (
    <p className={styles.group}>
      {day}
      <span className={styles.server}>{escapeHidden(call.server)}</span>
    </p>
  );
}

function Line({ call }: { call: StoredCall }) {
  const { item, at, ms, end, isPinned, argumentsText, initiator } = call;
  const { text, state } = endText[end];
  return (
    <>
      <StateGlyph state={state} label={text} />
      <span className={styles.name}>{escapeHidden(item.name)}</span>
      {isNotUser(initiator) && <InitiatorMark initiator={initiator} />}
      <bdi className={styles.arguments}>
        {escapeHidden(argumentsText === undefined ? "" : oneLine(argumentsText))}
      </bdi>
      {isPinned && <Pin aria-label="Pinned" className={styles.pin} />}
      <span className={styles.ms}>{formatMs(ms)}</span>
      <time className={styles.time}>{clockText(at)}</time>
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
