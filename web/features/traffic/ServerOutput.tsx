/** What servers write beside the protocol's work: standard error, log messages, how processes end. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef, useState } from "react";
import { useRuntime } from "../../session/RuntimeContext.tsx";
import { useLog } from "../../session/useLog.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatTimeOfDay } from "../../words/quantities.ts";
import { FollowButton } from "./FollowButton.tsx";
import type { OutputLine, OutputLines } from "./outputLines.ts";
import { createOutputReader, type OutputReader } from "./outputReader.ts";
import styles from "./ServerOutput.module.css";
import { useFollow } from "./useFollow.ts";

/** CSS pixels, before a line has been measured. */
const lineHeight = 18;

export function ServerOutput() {
  const { lines, length } = useOutput();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 8,
  });
  const height = virtualizer.getTotalSize();
  const follow = useFollow({ scroller, count: length, height });

  return (
    <div className={styles.frame}>
      {length === 0 && (
        <EmptyState title="No output yet">
          Standard error of servers started here, and the log messages of any server.
        </EmptyState>
      )}
      <div
        ref={scroller}
        role="log"
        aria-label="Server output"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        hidden={length === 0}
        className={styles.output}
        onScroll={follow.onScroll}
      >
        <div className={styles.lines} style={{ blockSize: height }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            return (
              line && (
                <div
                  key={index}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={styles.place}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Line line={line} />
                </div>
              )
            );
          })}
        </div>
      </div>
      <FollowButton
        missed={follow.missed}
        onPress={() => {
          follow.toEnd();
          scroller.current?.focus();
        }}
      />
    </div>
  );
}

const Line = memo(function Line({ line }: { line: OutputLine }) {
  return (
    <div
      className={styles.line}
      data-kind={line.kind}
      data-tone={line.tone}
      title={formatTimeOfDay(performance.timeOrigin + line.at)}
    >
      {line.source && <span className={styles.source}>{line.source} </span>}
      {line.text}
    </div>
  );
});

function useOutput(): OutputLines {
  const { log, clock } = useRuntime();
  const snapshot = useLog();
  const [lines, setLines] = useState<OutputLines>({ lines: [], length: 0 });
  const reader = useRef<OutputReader>(undefined);
  useEffect(() => {
    const made = createOutputReader(log, setLines, clock.now);
    reader.current = made;
    return () => made.stop();
  }, [log, clock]);
  useEffect(() => reader.current?.follow(snapshot), [snapshot]);
  return lines;
}
