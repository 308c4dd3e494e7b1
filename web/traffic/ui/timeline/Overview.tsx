/** The whole session in little, with a brush that chooses the time that the lanes show. */
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from "react";
import { rangeText, secondsText } from "../range/rangeText.ts";
import type { LaneColours } from "./colours.ts";
import { edgelessColour } from "./drawLane.ts";
import { lengthText } from "./laneTexts.ts";
import styles from "./Overview.module.css";
import type { TimelineSession, TimeRange } from "./spans/timelineSessions.ts";
import { isWhole, panned, rangeBetween } from "./timeRange.ts";
import { useCanvas } from "./useCanvas.ts";

interface OverviewProps {
  readonly session: TimelineSession;
  readonly bounds: TimeRange;
  readonly range: TimeRange;
  readonly colours: LaneColours | undefined;
  readonly onRange: (range: TimeRange) => void;
  readonly onWhole: () => void;
}

/** Pixels. */
const height = 55;
const slotWidth = 6;
/** Shorter drags are presses. */
const minDrag = 3;

/** What a drag changes, and where it began. */
interface Drag {
  readonly part: "new" | "move" | "from" | "to";
  readonly x: number;
  readonly range: TimeRange;
}

export function Overview(props: OverviewProps) {
  const { session, bounds, range, colours, onRange, onWhole } = props;
  const { canvas, width } = useCanvas(height);
  const area = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>(undefined);
  const length = Math.max(1, bounds.to - bounds.from);
  const isAll = isWhole(range, bounds);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context && colours) drawOverview(context, session, bounds, width, colours);
  }, [canvas, session, bounds, width, colours]);

  const timeAt = (x: number) => {
    const box = area.current?.getBoundingClientRect();
    return bounds.from + ((x - (box?.left ?? 0)) / Math.max(1, box?.width ?? 1)) * length;
  };

  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const { part } = (event.target as HTMLElement).dataset;
    const isHandle = part === "from" || part === "to";
    drag.current = {
      part: isHandle ? part : part === "move" && !isAll ? "move" : "new",
      x: event.clientX,
      range,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const move = (event: PointerEvent<HTMLDivElement>) => {
    const begun = drag.current;
    if (!begun) return;
    const { part, x, range: before } = begun;
    if (part === "new" && Math.abs(event.clientX - x) < minDrag) return;
    const time = timeAt(event.clientX);
    if (part === "new") onRange(rangeBetween(timeAt(x), time, bounds));
    else if (part === "from") onRange(rangeBetween(time, before.to, bounds));
    else if (part === "to") onRange(rangeBetween(before.from, time, bounds));
    else {
      const by = (time - timeAt(x)) / Math.max(1, before.to - before.from);
      onRange(panned(before, bounds, by));
    }
  };

  const end = () => {
    drag.current = undefined;
  };

  const share = (time: number) => `${((time - bounds.from) / length) * 100}%`;

  return (
    <div className={styles.overview}>
      <div className={styles.title}>
        Whole session, <span className={styles.length}>{lengthText(length)}</span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handles are reached by key */}
      <div
        ref={area}
        className={styles.area}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onDoubleClick={onWhole}
      >
        <canvas ref={canvas} className={styles.canvas} />
        <div
          data-part="move"
          data-whole={isAll || undefined}
          className={styles.brush}
          style={{
            insetInlineStart: share(range.from),
            inlineSize: share(bounds.from + range.to - range.from),
          }}
        >
          <Handle part="from" {...props} />
          <Handle part="to" {...props} />
        </div>
      </div>
    </div>
  );
}

const handleNames = { from: "Start of the chosen time", to: "End of the chosen time" } as const;

/** One end of the brush, which the arrow keys move as well. */
function Handle(props: OverviewProps & { readonly part: "from" | "to" }) {
  const { part, range, bounds, onRange, onWhole } = props;
  const length = bounds.to - bounds.from;
  const moveTo = (time: number) =>
    onRange(
      part === "from"
        ? rangeBetween(Math.min(time, range.to), range.to, bounds)
        : rangeBetween(range.from, Math.max(time, range.from), bounds),
    );
  const move = (event: KeyboardEvent) => {
    const step = length / (event.shiftKey ? 10 : 100);
    const keys: Record<string, () => void> = {
      ArrowLeft: () => moveTo(range[part] - step),
      ArrowDown: () => moveTo(range[part] - step),
      ArrowRight: () => moveTo(range[part] + step),
      ArrowUp: () => moveTo(range[part] + step),
      Home: () => moveTo(bounds.from),
      End: () => moveTo(bounds.to),
      Escape: onWhole,
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={handleNames[part]}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(range[part] - bounds.from)}
      aria-valuetext={`${secondsText(range[part], range.to - range.from, bounds.from)} seconds; ${rangeText(range, bounds.from)} are chosen`}
      data-part={part}
      className={styles.handle}
      onKeyDown={move}
    />
  );
}

/** How much began in each part of the session; what of it failed is red. */
function drawOverview(
  context: CanvasRenderingContext2D,
  { lanes, marks }: TimelineSession,
  bounds: TimeRange,
  width: number,
  colours: LaneColours,
): void {
  context.clearRect(0, 0, width, height);
  const count = Math.max(1, Math.floor(width / slotWidth));
  const scale = count / Math.max(1, bounds.to - bounds.from);
  const all = new Uint32Array(count);
  const failed = new Uint32Array(count);
  for (const { id, spans } of lanes) {
    if (id === "streams" || id === "tasks") continue;
    for (const { start, isFailed } of spans) {
      const slot = Math.max(0, Math.min(count - 1, Math.floor((start - bounds.from) * scale)));
      all[slot] = (all[slot] ?? 0) + 1;
      if (isFailed) failed[slot] = (failed[slot] ?? 0) + 1;
    }
  }
  const most = Math.max(
    1,
    all.reduce((one, other) => Math.max(one, other), 0),
  );
  for (const [slot, own] of all.entries()) {
    if (own === 0) continue;
    const size = 6 + (own / most) * (height - 22);
    context.fillStyle = edgelessColour("calls", colours);
    context.fillRect(slot * slotWidth, height - 2 - size, slotWidth - 1, size);
    const share = (failed[slot] ?? 0) / own;
    if (share === 0) continue;
    const part = Math.max(4, size * share);
    context.fillStyle = colours.failedEdge;
    context.fillRect(slot * slotWidth, height - 2 - part, slotWidth - 1, part);
  }
  drawMarks(context, marks, bounds, width, colours);
}

/** A line at each, with its name where that has room. */
function drawMarks(
  context: CanvasRenderingContext2D,
  marks: TimelineSession["marks"],
  bounds: TimeRange,
  width: number,
  { font, mutedText, line }: LaneColours,
): void {
  context.font = font;
  context.textBaseline = "top";
  let free = 0;
  for (const { at, text } of marks) {
    const x = ((at - bounds.from) / Math.max(1, bounds.to - bounds.from)) * width;
    context.fillStyle = line;
    context.fillRect(Math.round(x), 0, 1, height);
    const room = context.measureText(text).width + 8;
    if (x < free || x + room > width) continue;
    context.fillStyle = mutedText;
    context.fillText(text, x + 4, 3);
    free = x + room;
  }
}
