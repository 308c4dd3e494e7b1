/** Shows server output: standard error, log messages and process exits. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { Clock, Eraser } from "lucide-react";
import { type CSSProperties, memo, type ReactNode, useMemo, useRef, useState } from "react";
import { formatTimeOfDay } from "../../../messages/quantities.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { FollowButton } from "../FollowButton.tsx";
import type { ChosenTime } from "../messages/rowsInRange.ts";
import { RangeChip } from "../range/RangeChip.tsx";
import toolbar from "../toolbar.module.css";
import { useFollow } from "../useFollow.ts";
import type { OutputLine, OutputLines } from "./outputLines.ts";
import styles from "./ServerOutput.module.css";
import { type StyledText, terminalRuns } from "./terminalColour.ts";
import { createLineFilter, type VisibleLines } from "./visibleLines.ts";

/** Estimated line height in CSS pixels until a line is measured. */
const lineHeight = 18;

interface OutputProps {
  readonly output: OutputLines;
  /** The time that is chosen in the timeline; undefined for all. */
  readonly range: ChosenTime | undefined;
  readonly onRange: (range: undefined) => void;
}

export function ServerOutput({ output, range, onRange }: OutputProps) {
  const [query, setQuery] = useState("");
  const [hasTimes, setHasTimes] = useState(false);
  const [cleared, setCleared] = useState<{ lines: OutputLines["lines"]; length: number }>();
  const [filter] = useState(createLineFilter);
  const from = cleared?.lines === output.lines ? cleared.length : 0;
  const visible = filter.apply(output, from, query, range);
  const total = output.length - from;

  const copied = () =>
    Array.from({ length: visible.length }, (_, index) =>
      lineText(visible.at(index), hasTimes),
    ).join("\n");

  return (
    <div className={styles.view}>
      <div className={toolbar.bar}>
        <SearchField
          label="Search output"
          value={query}
          onChange={setQuery}
          className={toolbar.search}
        />
        <RangeChip range={range} onClear={() => onRange(undefined)} />
        {(query.trim() !== "" || range) && (
          <span role="status" className={toolbar.count}>
            {`${visible.length.toLocaleString("en")} of ${total.toLocaleString("en")}`}
          </span>
        )}
        <IconButton
          label="Times"
          icon={Clock}
          size="small"
          aria-pressed={hasTimes}
          variant={hasTimes ? "default" : "quiet"}
          onPress={() => setHasTimes(!hasTimes)}
        />
        <CopyButton label="Copy output" isShort size="small" text={copied} variant="quiet" />
        <IconButton
          label="Clear output"
          icon={Eraser}
          size="small"
          isDisabled={total === 0}
          onPress={() => setCleared({ lines: output.lines, length: output.length })}
        />
      </div>
      {/* Search results are another list, which starts at its end. */}
      <Lines
        key={`${from} ${query} ${range?.from} ${range?.to}`}
        visible={visible}
        hasTimes={hasTimes}
      >
        {total > 0 ? (
          <EmptyState title={`None of ${total.toLocaleString("en")} lines matches`} />
        ) : from > 0 ? (
          <EmptyState title="Cleared">New output appears here.</EmptyState>
        ) : (
          <EmptyState title="No output yet">
            Stderr of servers that the relay starts, and log messages of any server, appear here.
          </EmptyState>
        )}
      </Lines>
    </div>
  );
}

/** @param props.children shown if there is no line */
function Lines(props: { visible: VisibleLines; hasTimes: boolean; children: ReactNode }) {
  const { visible, hasTimes } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 8,
  });
  const height = virtualizer.getTotalSize();
  const follow = useFollow({ scroller, count: visible.length, height });

  return (
    <div className={styles.frame}>
      {visible.length === 0 && props.children}
      <div
        ref={scroller}
        role="log"
        aria-label="Server output"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
        hidden={visible.length === 0}
        className={styles.output}
        onScroll={follow.onScroll}
      >
        <div className={styles.lines} style={{ blockSize: height }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const line = visible.at(index);
            return (
              line && (
                <div
                  key={index}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={styles.place}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Line line={line} hasTime={hasTimes} />
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

const Line = memo(function Line({ line, hasTime }: { line: OutputLine; hasTime: boolean }) {
  return (
    <div
      className={styles.line}
      data-kind={line.kind}
      data-tone={line.tone}
      title={hasTime ? undefined : timeOf(line)}
    >
      {hasTime && <span className={styles.time}>{timeOf(line)} </span>}
      {line.source && <span className={styles.source}>{line.source} </span>}
      {line.coloured ? <TerminalText text={line.coloured} /> : line.text}
    </div>
  );
});

function timeOf({ at }: OutputLine): string {
  return formatTimeOfDay(performance.timeOrigin + at);
}

function lineText(line: OutputLine | undefined, hasTime: boolean): string {
  if (!line) return "";
  return [hasTime && timeOf(line), line.source, line.text].filter(Boolean).join(" ");
}

/** @param props.text with SGR sequences (colours, styles) and no other escape sequence */
function TerminalText({ text }: { text: string }) {
  const runs = useMemo(() => terminalRuns(text), [text]);
  return runs.map((run, index) => {
    const key = `${index} ${run.text.length}`;
    return isPlain(run) ? (
      run.text
    ) : (
      <span
        key={key}
        className={styles.run}
        data-coloured={run.colour !== undefined || undefined}
        data-ground={run.ground !== undefined || undefined}
        data-bold={run.isBold || undefined}
        data-faint={run.isFaint || undefined}
        data-italic={run.isItalic || undefined}
        data-underlined={run.isUnderlined || undefined}
        style={{ "--run": run.colour, "--run-ground": run.ground } as CSSProperties}
      >
        {run.text}
      </span>
    );
  });
}

function isPlain(run: StyledText): boolean {
  const { text: _, ...look } = run;
  return !Object.values(look).some(Boolean);
}
