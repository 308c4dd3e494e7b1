/** Draws the spans of a lane on a canvas, and finds the one at a point. */
import { formatDuration } from "../../../messages/quantities.ts";
import type { LaneColours } from "./colours.ts";
import type { LaneId, Span } from "./spans/spans.ts";
import type { Lane, TimeRange } from "./spans/timelineSessions.ts";

/** Pixels. */
const barHeight = 20;
const paddingStart = 9;
const paddingEnd = 7;
const minWidth = 3;
/** The distance between a bar and the ticks below it, and their length. */
const tickGap = 2;
const tickLength = 5;
/** Bars that are not wider have no outline and no name. */
const maxPlain = 8;
const minNamed = 26;
const textPadding = 6;

const withTicks: ReadonlySet<LaneId> = new Set(["streams", "tasks"]);

const pitchOf = ({ id }: Pick<Lane, "id">) =>
  barHeight + (withTicks.has(id) ? tickGap + tickLength + 2 : 4);

/** The height of a lane in pixels. */
export function laneHeight(lane: Pick<Lane, "id" | "lineCount">): number {
  return paddingStart + lane.lineCount * pitchOf(lane) - 2 + paddingEnd;
}

/** Widths of texts by font, which would be measured again in each frame otherwise. */
export type TextWidths = Map<string, number>;

export interface LanePicture {
  readonly lane: Lane;
  readonly range: TimeRange;
  /** Until when spans without an end go on. */
  readonly now: number;
  /** In CSS pixels. */
  readonly width: number;
  readonly selectedSeq: number | undefined;
}

/** @param gridTimes where vertical lines are, in milliseconds of the log's clock */
export function drawLane(
  context: CanvasRenderingContext2D,
  picture: LanePicture,
  gridTimes: readonly number[],
  colours: LaneColours,
  widths: TextWidths,
): void {
  const { lane, range, width } = picture;
  const height = laneHeight(lane);
  context.clearRect(0, 0, width, height);
  context.fillStyle = colours.line;
  const scale = width / Math.max(range.to - range.from, Number.EPSILON);
  for (const time of gridTimes) {
    context.fillRect(Math.round((time - range.from) * scale), 0, 1, height);
  }
  drawSpans(context, picture, scale, colours, createTextDrawer(context, colours, widths));
}

function drawSpans(
  context: CanvasRenderingContext2D,
  picture: LanePicture,
  scale: number,
  colours: LaneColours,
  text: ReturnType<typeof createTextDrawer>,
): void {
  const { lane, range, now, width, selectedSeq } = picture;
  const { spans, starts, ends, lines, lineCount } = lane;
  const pitch = pitchOf(lane);
  const yOf = (line: number) => paddingStart + line * pitch;
  // Bars without a name that follow each other are one rectangle: there may be thousands in a pixel.
  // Each line has one of what went well, and one of what failed.
  const runFrom = new Float64Array(lineCount * 2).fill(Number.NaN);
  const runTo = new Float64Array(lineCount * 2);
  /** Up to where each line is drawn. */
  const reached = new Float64Array(lineCount).fill(Number.NEGATIVE_INFINITY);
  /** The bar at the end of each line whose name may be beside it. */
  const unnamed = new Int32Array(lineCount).fill(-1);
  let selected: (() => void) | undefined;

  const flush = (key: number) => {
    const from = runFrom[key] ?? Number.NaN;
    if (Number.isNaN(from)) return;
    context.fillStyle = key % 2 === 1 ? colours.failedEdge : edgelessColour(lane.id, colours);
    context.fillRect(from, yOf(key >> 1), (runTo[key] ?? from) - from, barHeight);
    runFrom[key] = Number.NaN;
  };
  const nameBefore = (line: number, until: number) => {
    const span = spans[unnamed[line] ?? -1];
    const from = reached[line] ?? until;
    unnamed[line] = -1;
    if (span && until - from >= minNamed) {
      text.beside(span.name, from + 4, yOf(line), until - from - 10);
    }
  };

  for (let at = 0; at < starts.length; at++) {
    const start = starts[at] ?? 0;
    if (start > range.to) break;
    const end = Math.min(ends[at] ?? start, now);
    if (end < range.from && start < range.from) continue;
    const span = spans[at] as Span;
    const line = lines[at] ?? 0;
    const x = Math.max(-maxPlain, (start - range.from) * scale);
    const right = Math.max(x + minWidth, Math.min(width + maxPlain, (end - range.from) * scale));
    const isCovering = x < (reached[line] ?? x) - 1;
    if (isCovering || (right - x <= maxPlain && span.kind !== "you")) {
      // of those that lie on each other, a failure is marked where it happened
      const from = isCovering && span.isFailed ? right - minWidth : x;
      const key = line * 2 + (span.isFailed ? 1 : 0);
      if (from <= (runTo[key] ?? 0) && from >= (runFrom[key] ?? Number.NaN)) {
        runTo[key] = Math.max(runTo[key] ?? 0, right);
      } else {
        flush(key);
        runFrom[key] = from;
        runTo[key] = right;
      }
      if (!isCovering) {
        nameBefore(line, x);
        unnamed[line] = at;
      }
    } else {
      nameBefore(line, x);
      drawBar(context, span, x, yOf(line), right - x, colours);
      if (right - x >= minNamed) text.inside(span, x, yOf(line), right - x, width);
      else unnamed[line] = at;
    }
    reached[line] = Math.max(reached[line] ?? right, right);
    if (span.seq === selectedSeq) {
      selected = () => drawSelection(context, x, yOf(line), right - x, colours);
    }
  }
  // what failed is above the rest
  for (let key = 0; key < runFrom.length; key += 2) flush(key);
  for (let key = 1; key < runFrom.length; key += 2) flush(key);
  for (let line = 0; line < lineCount; line++) nameBefore(line, width);
  if (withTicks.has(lane.id)) drawTicks(context, picture, scale, colours);
  selected?.();
}

/** The colour of what is too narrow for an edge: with forced colours, bars have that of the ground. */
export function edgelessColour(id: LaneId, colours: LaneColours): string {
  const plain = plainColour(id, colours);
  return plain === colours.ground ? colours.edge : plain;
}

function plainColour(id: LaneId, colours: LaneColours): string {
  if (id === "models") return colours.model;
  if (id === "streams") return colours.streamEdge;
  if (id === "authorization") return colours.authorization;
  return id === "others" ? colours.other : colours.server;
}

function drawBar(
  context: CanvasRenderingContext2D,
  { kind, isFailed, lane }: Span,
  x: number,
  y: number,
  width: number,
  colours: LaneColours,
): void {
  context.beginPath();
  context.roundRect(x, y, width, barHeight, 4);
  const [fill, edge] = looksOf(kind, isFailed, lane, colours);
  context.fillStyle = fill;
  context.fill();
  if (kind === "you" || kind === "sign-in" || kind === "queued") {
    drawHatching(context, x, y, width, kind === "queued" ? colours.line : colours.waitStripe);
  }
  if (edge) {
    context.strokeStyle = edge;
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(x + 0.5, y + 0.5, width - 1, barHeight - 1, 3.5);
    context.stroke();
  }
}

function looksOf(
  kind: Span["kind"],
  isFailed: boolean,
  lane: LaneId,
  colours: LaneColours,
): readonly [fill: string, edge: string | undefined] {
  if (isFailed) return [colours.failed, colours.failedEdge];
  switch (kind) {
    case "you":
    case "sign-in":
      return [colours.wait, colours.edge];
    case "model":
      return [colours.model, colours.edge];
    case "stream":
      return [colours.stream, colours.streamEdge];
    case "task":
      return [colours.task, colours.taskEdge];
    case "queued":
      return [colours.ground, colours.line];
    default:
      return [plainColour(lane, colours), colours.edge];
  }
}

/** Diagonal stripes within a bar. */
function drawHatching(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, barHeight, 4);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = 3;
  context.beginPath();
  for (let at = x - barHeight; at < x + width; at += 9) {
    context.moveTo(at, y + barHeight + 1);
    context.lineTo(at + barHeight + 1, y);
  }
  context.stroke();
  context.restore();
}

function drawSelection(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  { accent }: LaneColours,
): void {
  context.strokeStyle = accent;
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(x - 1, y - 1, width + 2, barHeight + 2, 5);
  context.stroke();
}

/** Below the bars, so that they never cross a name; one per pixel. */
function drawTicks(
  context: CanvasRenderingContext2D,
  { lane, range, width }: LanePicture,
  scale: number,
  colours: LaneColours,
): void {
  const { id, spans, lines } = lane;
  context.fillStyle = id === "streams" ? colours.streamEdge : colours.taskEdge;
  for (let at = 0; at < spans.length; at++) {
    const y = paddingStart + (lines[at] ?? 0) * pitchOf(lane) + barHeight + tickGap;
    let last = Number.NEGATIVE_INFINITY;
    for (const time of spans[at]?.ticks ?? []) {
      const x = Math.round((time - range.from) * scale);
      if (x <= last || x < 0 || x > width) continue;
      last = x + 1;
      context.fillRect(x - 1, y, 2, tickLength);
    }
  }
}

const ellipsis = "…";

/** Draws names and durations in the font of the page. */
function createTextDrawer(
  context: CanvasRenderingContext2D,
  colours: LaneColours,
  widths: TextWidths,
) {
  const { font, mediumFont } = colours;
  context.textBaseline = "middle";
  let current = "";
  const use = (next: string) => {
    // setting a font takes long, also the same one
    if (next !== current) context.font = next;
    current = next;
  };
  const widthOf = (text: string, inFont: string) => {
    const key = `${inFont}\n${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (widths.size >= maxWidths) widths.clear();
    use(inFont);
    const { width } = context.measureText(text);
    widths.set(key, width);
    return width;
  };
  const cut = (text: string, room: number, inFont: string) => {
    if (widthOf(text, inFont) <= room) return text;
    let [shortest, longest] = [0, text.length];
    while (shortest < longest) {
      const middle = Math.ceil((shortest + longest) / 2);
      if (widthOf(text.slice(0, middle) + ellipsis, inFont) <= room) shortest = middle;
      else longest = middle - 1;
    }
    return shortest === 0 ? "" : text.slice(0, shortest) + ellipsis;
  };
  const write = (text: string, x: number, y: number, inFont: string, colour: string) => {
    use(inFont);
    context.fillStyle = colour;
    context.fillText(text, x, y + barHeight / 2 + 0.5);
  };
  return {
    /** The name of a bar, and how long it took where that has room, too. */
    inside(span: Span, x: number, y: number, barWidth: number, width: number) {
      const from = Math.max(x, 0) + textPadding;
      const room = Math.min(x + barWidth, width) - from - textPadding;
      const name = cut(span.name, room, mediumFont);
      write(name, from, y, mediumFont, colours.text);
      const took = span.ms === undefined ? "" : formatDuration(span.ms, span.isNetworkTime);
      const used = widthOf(name, mediumFont) + 5;
      if (took === "" || used + widthOf(took, font) > room) return;
      write(took, from + used, y, font, colours.text);
    },
    beside(name: string, x: number, y: number, room: number) {
      if (widthOf(name, font) <= room) write(name, x, y, font, colours.mutedText);
    },
  };
}

const maxWidths = 5000;

/**
 * Finds the span at a point.
 * @param x and y in CSS pixels of the canvas
 */
export function spanAt(
  { lane, range, now, width }: LanePicture,
  x: number,
  y: number,
): Span | undefined {
  const line = Math.floor((y - paddingStart) / pitchOf(lane));
  const scale = width / Math.max(range.to - range.from, Number.EPSILON);
  const { spans, lines } = lane;
  let nearest: Span | undefined;
  let least = 3;
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at] as Span;
    const start = (span.start - range.from) * scale;
    if (start > x + least) break;
    if (lines[at] !== line) continue;
    const end = Math.max(start + minWidth, ((span.end ?? now) - range.from) * scale);
    const distance = x < start ? start - x : x > end ? x - end : 0;
    if (distance < least || distance === 0) {
      nearest = span;
      least = Math.max(distance, Number.EPSILON);
    }
  }
  return nearest;
}
