/** The lanes of the timeline, each drawn on a canvas, below a common axis. */
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatDuration } from "../../../messages/quantities.ts";
import type { LaneColours } from "./colours.ts";
import { drawLane, type LanePicture, laneHeight, spanAt, type TextWidths } from "./drawLane.ts";
import styles from "./Lanes.module.css";
import { laneFacts, laneNames } from "./laneTexts.ts";
import type { Span } from "./spans/spans.ts";
import {
  type Lane,
  spansIn,
  type TimelineSession,
  type TimeRange,
} from "./spans/timelineSessions.ts";
import { movedTo, panned, timeAxis, zoomed } from "./timeRange.ts";
import { useCanvas } from "./useCanvas.ts";

interface LanesProps {
  readonly session: TimelineSession;
  readonly bounds: TimeRange;
  readonly range: TimeRange;
  /** The range for what is counted, which may follow a little later. */
  readonly countedRange: TimeRange;
  /** Until when spans without an end go on. */
  readonly now: number;
  readonly colours: LaneColours | undefined;
  readonly selectedSeq: number | undefined;
  readonly onRange: (range: TimeRange) => void;
  readonly onWhole: () => void;
  readonly onSelect: (seq: number | undefined) => void;
  /** Called for Enter on the selected span, and for a double click on one. */
  readonly onOpen: (seq: number) => void;
}

/** The room of a number on the axis in pixels. */
const tickRoom = 64;

export function Lanes(props: LanesProps) {
  const { session, bounds, range, now, colours, selectedSeq } = props;
  const { onRange, onWhole, onSelect, onOpen } = props;
  const axisArea = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const area = axisArea.current;
    if (!area) return;
    const measure = () => setWidth(area.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    return () => observer.disconnect();
  }, []);
  const [widths] = useState<TextWidths>(() => new Map());
  const axis = useMemo(
    () => timeAxis(range, bounds.from, Math.max(1, Math.floor(width / tickRoom))),
    [range, bounds.from, width],
  );
  const gridTimes = useMemo(() => axis.ticks.map(({ at }) => at), [axis]);
  const length = Math.max(range.to - range.from, Number.EPSILON);

  /** Selects the span that begins before or after the selected one. */
  const step = (by: 1 | -1) => {
    const spans = session.lanes
      .flatMap((lane) => spansIn(lane, range))
      .sort((one, other) => one.start - other.start);
    const at = spans.findIndex(({ seq }) => seq === selectedSeq);
    const next = at < 0 ? (by > 0 ? 0 : spans.length - 1) : at + by;
    const span = spans[Math.max(0, Math.min(next, spans.length - 1))];
    if (span) onSelect(span.seq);
  };

  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => onRange(panned(range, bounds, -0.1)),
      ArrowRight: () => onRange(panned(range, bounds, 0.1)),
      ArrowUp: () => step(-1),
      ArrowDown: () => step(1),
      Home: () => onRange(movedTo(range, bounds, bounds.from)),
      End: () => onRange(movedTo(range, bounds, bounds.to)),
      "+": () => onRange(zoomed(range, bounds, 1.5)),
      "=": () => onRange(zoomed(range, bounds, 1.5)),
      "-": () => onRange(zoomed(range, bounds, 1 / 1.5)),
      "0": onWhole,
      Enter: () => selectedSeq !== undefined && onOpen(selectedSeq),
      Escape: () => (selectedSeq === undefined ? onWhole() : onSelect(undefined)),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <section
      aria-label="Lanes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move and scale the time
      tabIndex={0}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + - 0 Home End Enter Escape"
      className={styles.lanes}
      onKeyDown={move}
    >
      <div className={styles.axis}>
        <div className={styles.unit}>{axis.unit}</div>
        <div ref={axisArea} aria-hidden="true" className={styles.ticks}>
          {axis.ticks.map(({ at, text }) => (
            <span
              key={at}
              className={styles.tick}
              style={{ insetInlineStart: `${((at - range.from) / length) * 100}%` }}
            >
              {text}
            </span>
          ))}
        </div>
      </div>
      {session.lanes.map((lane) => (
        <LaneRow
          key={lane.id}
          lane={lane}
          range={range}
          countedRange={props.countedRange}
          now={now}
          bounds={bounds}
          gridTimes={gridTimes}
          colours={colours}
          widths={widths}
          selectedSeq={selectedSeq}
          onRange={onRange}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      ))}
    </section>
  );
}

interface LaneRowProps
  extends Pick<
    LanesProps,
    | "range"
    | "countedRange"
    | "now"
    | "bounds"
    | "colours"
    | "selectedSeq"
    | "onRange"
    | "onSelect"
    | "onOpen"
  > {
  readonly lane: Lane;
  readonly gridTimes: readonly number[];
  readonly widths: TextWidths;
}

/** Shorter drags are presses, in pixels. */
const minDrag = 4;

const LaneRow = memo((props: LaneRowProps) => {
  const { lane, range, countedRange, now, bounds, gridTimes, colours, widths, selectedSeq } = props;
  const height = laneHeight(lane);
  const { canvas, width } = useCanvas(height);
  const [hovered, setHovered] = useState<{ readonly span: Span; readonly x: number }>();
  const drag = useRef<{ x: number; range: TimeRange; isMoved: boolean }>(undefined);
  const picture: LanePicture = { lane, range, now, width, selectedSeq };
  const facts = useMemo(
    () => laneFacts(lane.id, spansIn(lane, countedRange), countedRange, now),
    [lane, countedRange, now],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas of another height is empty
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !colours || width === 0) return;
    drawLane(context, { lane, range, now, width, selectedSeq }, gridTimes, colours, widths);
  }, [canvas, lane, range, now, width, height, selectedSeq, gridTimes, colours, widths]);

  const pointOf = ({ nativeEvent }: { nativeEvent: MouseEvent }) =>
    [nativeEvent.offsetX, nativeEvent.offsetY] as const;

  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    drag.current = { x: event.clientX, range, isMoved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const begun = drag.current;
    if (!begun) {
      const [x, y] = pointOf(event);
      const span = spanAt(picture, x, y);
      setHovered(span && { span, x });
      return;
    }
    const by = begun.x - event.clientX;
    if (!begun.isMoved && Math.abs(by) < minDrag) return;
    begun.isMoved = true;
    setHovered(undefined);
    props.onRange(panned(begun.range, bounds, by / Math.max(1, width)));
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    const begun = drag.current;
    drag.current = undefined;
    if (begun && !begun.isMoved) props.onSelect(spanAt(picture, ...pointOf(event))?.seq);
  };

  return (
    <div className={styles.lane}>
      <div className={styles.label}>
        <div className={styles.name}>{laneNames[lane.id]}</div>
        <div className={styles.facts}>{facts}</div>
      </div>
      <div className={styles.area} style={{ blockSize: height }}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${laneNames[lane.id]}: ${facts}`}
          data-hit={hovered !== undefined || undefined}
          className={styles.canvas}
          onPointerDown={start}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={() => {
            drag.current = undefined;
          }}
          onPointerLeave={() => setHovered(undefined)}
          onDoubleClick={(event) => {
            const span = spanAt(picture, ...pointOf(event));
            if (span) props.onOpen(span.seq);
          }}
        />
        {hovered && (
          <div
            aria-hidden="true"
            className={styles.tip}
            data-end={hovered.x > width / 2 || undefined}
            style={
              hovered.x > width / 2
                ? { insetInlineEnd: width - hovered.x + 8 }
                : { insetInlineStart: hovered.x + 8 }
            }
          >
            {tipOf(hovered.span)}
          </div>
        )}
      </div>
    </div>
  );
});

function tipOf({ name, ms, isNetworkTime, end, ticks }: Span): string {
  const took = ms === undefined ? undefined : formatDuration(ms, isNetworkTime);
  const events = ticks.length > 0 ? `${ticks.length.toLocaleString("en")} ticks` : undefined;
  return [name, took ?? (end === undefined ? "goes on" : undefined), events]
    .filter(Boolean)
    .join(" · ");
}
