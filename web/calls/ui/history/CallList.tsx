/** The calls of the history, newest first: when, who, what with, what came of it and what changed. */
import { Pin } from "lucide-react";
import { useMemo } from "react";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { parseAnyJson } from "../../../../shared/core/json/jsonObject.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { InitiatorMark } from "../../../messages/InitiatorMark.tsx";
import { formatCount, formatMs } from "../../../messages/quantities.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { RowList } from "../../../ui/lists/RowList.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { argumentWords, oneLine } from "../../messages/argumentWords.ts";
import { endText } from "../../messages/historyMessages.ts";
import type { StoredCall } from "../../store/history/callHistory.ts";
import { changedSince, earlierCalls } from "../../store/history/historyChanges.ts";
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
  const earlier = useMemo(() => earlierCalls(calls), [calls]);
  const sizes = useMemo(() => groupSizes(calls), [calls]);
  return (
    <RowList label="Calls" items={calls} keyOf={({ id }) => id}>
      {(call) => (
        <>
          <GroupTitle call={call} size={sizes.get(call)} />
          <RowButton
            isCurrent={call.id === selectedId}
            isMarked={call.id === otherId}
            onPress={() => onSelect(call.id)}
          >
            <Line call={call} before={earlier.get(call)} />
          </RowButton>
        </>
      )}
    </RowList>
  );
}

/** The number of calls in each group of one day and server, by the first of them. */
function groupSizes(calls: readonly StoredCall[]): ReadonlyMap<StoredCall, number> {
  const sizes = new Map<StoredCall, number>();
  let first: StoredCall | undefined;
  for (const call of calls) {
    const isNew = !first || dayText(first.at) !== dayText(call.at) || first.server !== call.server;
    if (isNew || !first) first = call;
    sizes.set(first, (sizes.get(first) ?? 0) + 1);
  }
  return sizes;
}

/** Day and server, above the first of the calls that share both. */
function GroupTitle({ call, size }: { call: StoredCall; size: number | undefined }) {
  if (size === undefined) return null;
  return (
    <Row as="p" align="baseline" className={styles.group}>
      {dayText(call.at)}
      <span className={styles.count}>{formatCount(size, "call")}</span>
      <span className={styles.server}>{escapeHidden(call.server)}</span>
    </Row>
  );
}

interface LineProps {
  readonly call: StoredCall;
  /** The same call before. */
  readonly before: StoredCall | undefined;
}

function Line({ call, before }: LineProps) {
  const { item, at, ms, end, isPinned, initiator } = call;
  const { text, state } = endText[end];
  const words = errorWords(call);
  const changed = before ? changedSince(before, call) : 0;
  return (
    <>
      <time className={styles.time}>{clockText(at)}</time>
      {initiator && <InitiatorMark initiator={initiator} />}
      <Text weight="medium" isMono className={styles.name}>
        {escapeHidden(item.name)}
      </Text>
      <Text
        size="small"
        isCut
        className={styles.arguments}
        {...(words === undefined ? { tone: "muted" } : { tone: "violation" })}
      >
        <bdi>{escapeHidden(words ?? argumentWords(call.argumentsText))}</bdi>
      </Text>
      {changed > 0 && <Badge tone="accent">{formatCount(changed, "line")} changed</Badge>}
      {isPinned && <Pin aria-label="Pinned" className={styles.pin} />}
      <StateGlyph state={state} label={text} />
      <span className={styles.ms}>{formatMs(ms)}</span>
    </>
  );
}

/** The most characters of an error that are read. */
const maxRead = 20_000;

/** What the server says about a call that failed. */
function errorWords({ end, resultText }: StoredCall): string | undefined {
  if (end !== "error" && end !== "tool-error") return undefined;
  const error = parseAnyJson(resultText.slice(0, maxRead));
  const content = getOwn(error, "content");
  const [first]: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = end === "error" ? getOwn(error, "message") : getOwn(first, "text");
  return typeof text === "string" ? oneLine(text) : undefined;
}
