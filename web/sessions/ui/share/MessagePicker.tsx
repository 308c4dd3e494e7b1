/** Lists the messages of the session with a tick for each; only the visible rows are rendered. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import type { MessageEntry } from "../../../../shared/log/entry.ts";
import { createMessagePairs } from "../../../../shared/log/messagePairs.ts";
import { formatCount, formatSize } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { useRowHeight } from "../../../ui/lists/useRowHeight.ts";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import styles from "./MessagePicker.module.css";

interface MessagePickerProps {
  readonly messages: readonly MessageEntry[];
  readonly excluded: ReadonlySet<number>;
  readonly onExclude: (excluded: ReadonlySet<number>) => void;
  readonly shownSeq: number | undefined;
  readonly onShow: (seq: number) => void;
}

export function MessagePicker(props: MessagePickerProps) {
  const { messages, excluded, onExclude, shownSeq, onShow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = Math.max(28, useRowHeight());
  const isRange = useRef(false);
  const last = useRef(0);
  const words = useMemo(() => wordsOf(messages), [messages]);
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  useEffect(() => {
    const note = (event: MouseEvent | KeyboardEvent) => {
      isRange.current = event.shiftKey;
    };
    const events = ["pointerdown", "keydown"] as const;
    for (const name of events) addEventListener(name, note, true);
    return () => {
      for (const name of events) removeEventListener(name, note, true);
    };
  }, []);

  const tick = (at: number, isIncluded: boolean) => {
    const from = isRange.current ? last.current : at;
    last.current = at;
    const next = new Set(excluded);
    for (const { seq } of messages.slice(Math.min(from, at), Math.max(from, at) + 1)) {
      if (isIncluded) next.delete(seq);
      else next.add(seq);
    }
    onExclude(next);
  };

  return (
    <section aria-label="Messages to share" className={styles.picker}>
      <Row wraps>
        <span>
          {messages.length - excluded.size} of {formatCount(messages.length, "message")}
        </span>
        <Button size="small" variant="quiet" onPress={() => onExclude(new Set())}>
          All
        </Button>
        <Button
          size="small"
          variant="quiet"
          onPress={() => onExclude(new Set(messages.map(({ seq }) => seq)))}
        >
          None
        </Button>
        <Text tone="muted" size="small">
          Shift selects a range
        </Text>
      </Row>
      <div ref={scroller} className={styles.list}>
        <ul className={styles.rows} style={{ blockSize: messages.length * rowHeight }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const { seq, direction, size } = messages[index] as MessageEntry;
            const label = `${direction === "out" ? "→" : "←"} ${words[index]}`;
            return (
              <Row
                as="li"
                key={seq}
                aria-setsize={messages.length}
                aria-posinset={index + 1}
                className={styles.row}
                data-shown={seq === shownSeq || undefined}
                style={{ blockSize: rowHeight, transform: `translateY(${start}px)` }}
              >
                <Checkbox
                  label={label}
                  isSelected={!excluded.has(seq)}
                  onChange={(isIncluded) => tick(index, isIncluded)}
                  className={styles.tick}
                />
                <span className={styles.size}>{formatSize(size)}</span>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`Show ${label}`}
                  aria-pressed={seq === shownSeq}
                  onPress={() => onShow(seq)}
                >
                  Show
                </Button>
              </Row>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/** @returns for example `tools/call echo`, or `result of tools/call` for its answer */
function wordsOf(messages: readonly MessageEntry[]): readonly string[] {
  const pairs = createMessagePairs();
  pairs.update({ entries: messages, length: messages.length });
  return messages.map(({ seq, heads: [head] }) => {
    const method = pairs.of(seq)?.method;
    const of = method === undefined ? "" : ` of ${method}`;
    switch (head?.kind) {
      case "request":
        return escapeHidden([head.method, head.subject].filter(Boolean).join(" "));
      case "notification":
        return escapeHidden(head.method);
      case "result":
      case "error":
        return escapeHidden(`${head.kind}${of}`);
      default:
        return "not a message of JSON-RPC";
    }
  });
}
