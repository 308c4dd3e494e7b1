/** The tab Timeline: what took how long, in lanes to scale, and how long the calls of each tool took. */
import { ChartGantt, ListFilter } from "lucide-react";
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useMinWidth } from "../../../platform/useMinWidth.ts";
import { useStores, useView } from "../../../stores/StoresContext.tsx";
import { useNow } from "../../../stores/useNow.ts";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { CauseMenu } from "../filter/CauseMenu.tsx";
import { countCauses } from "../filter/causes.ts";
import { countForFilter } from "../filter/filterCounts.ts";
import { ProblemsChip } from "../filter/ProblemsChip.tsx";
import { TrafficFilter } from "../filter/TrafficFilter.tsx";
import type { Rows } from "../messages/rowList.ts";
import type { ChosenTime } from "../messages/rowsInRange.ts";
import { rangeText } from "../range/rangeText.ts";
import toolbar from "../toolbar.module.css";
import { type TrafficReading, useAllRows } from "../useTrafficReading.ts";
import { colourNames, useColours } from "./colours.ts";
import { Lanes } from "./Lanes.tsx";
import { Overview } from "./Overview.tsx";
import { SpanDetail } from "./SpanDetail.tsx";
import { SpanTable } from "./SpanTable.tsx";
import type { Span } from "./spans/spans.ts";
import { spansIn, type TimelineSession, type TimeRange } from "./spans/timelineSessions.ts";
import styles from "./Timeline.module.css";
import { ToolTable } from "./ToolTable.tsx";
import { isWhole, panned, rangeAround, zoomed } from "./timeRange.ts";
import { useChosenTime } from "./useChosenTime.ts";
import { useSessions } from "./useSessions.ts";
import { useSettled } from "./useSettled.ts";

/** Minimum width in pixels for showing the selected span beside the lanes. */
const minWideWidth = 760;

/** Minimum width in pixels of a toolbar with a menu for causes. */
const minCausesWidth = 440;

/** More are counted only when the time has not moved for so many milliseconds. */
const manySpans = 3000;
const settleMs = 120;

/** Milliseconds between two pictures of what goes on. */
const liveMs = 200;

interface TimelineProps {
  readonly reading: TrafficReading;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  /** Called with the time to which all views are limited; undefined for all. */
  readonly onRange: (range: ChosenTime | undefined) => void;
}

export function Timeline({ reading, filter, onFilter, onRange }: TimelineProps) {
  const { isFiltered, index, servers } = reading;
  const { log } = useStores().traffic;
  const frame = useRef<HTMLDivElement>(null);
  const hasCauses = useMinWidth(frame, minCausesWidth);
  const causes = useCallback(() => countCauses(log.snapshot(), index), [log, index]);
  const counts = useCallback(
    () => countForFilter(log.snapshot(), index, servers),
    [log, index, servers],
  );
  const [chosen, choose] = useChosenTime(reading.range, onRange);
  const rows = useAllRows(reading);
  const { sessions, isRead } = useSessions(reading, rows);
  const [isRecordedShown, showRecorded] = useState<boolean>();
  const newest = sessions.at(-1);
  const session =
    sessions.find(({ isRecorded }) => isRecorded === (chosen?.isRecorded ?? isRecordedShown)) ??
    newest;
  return (
    <div ref={frame} className={styles.view}>
      <div className={toolbar.bar}>
        <TrafficFilter value={filter} onChange={onFilter} count={counts} />
        <ProblemsChip count={rows.problems.length} filter={filter} onFilter={onFilter} />
        {hasCauses && <CauseMenu filter={filter} onFilter={onFilter} count={causes} />}
        {sessions.length > 1 && (
          <RadioGroup
            label="Session"
            hideLabel
            look="segments"
            choices={sessionChoices}
            value={session?.isRecorded ? "recorded" : "now"}
            onChange={(id) => {
              choose(undefined);
              showRecorded(id === "recorded");
            }}
          />
        )}
      </div>
      {session ? (
        <SessionView
          reading={reading}
          rows={rows}
          session={session}
          chosen={chosen?.isRecorded === session.isRecorded ? chosen : undefined}
          onChoose={(range) =>
            choose(range && { ...range, isRecorded: session.isRecorded, zero: session.from })
          }
        />
      ) : (
        isRead && (
          <NothingToShow isFiltered={isFiltered && rows.total > 0} onShowAll={() => onFilter("")} />
        )
      )}
    </div>
  );
}

const sessionChoices = [
  { id: "recorded", label: "Recorded" },
  { id: "now", label: "Now" },
] as const;

function NothingToShow(props: { isFiltered: boolean; onShowAll: () => void }) {
  if (!props.isFiltered) {
    return (
      <EmptyState icon={ChartGantt} title="Nothing has taken time yet">
        Calls, requests of the server, streams and tasks appear here to scale.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ListFilter}
      title="No request matches the filter"
      actions={
        <Button size="small" onPress={props.onShowAll}>
          Show all
        </Button>
      }
    />
  );
}

interface SessionProps {
  readonly reading: TrafficReading;
  readonly rows: Rows;
  readonly session: TimelineSession;
  readonly chosen: TimeRange | undefined;
  readonly onChoose: (range: TimeRange | undefined) => void;
}

function SessionView({ reading, rows, session, chosen, onChoose }: SessionProps) {
  const { index, servers } = reading;
  const { view } = useStores();
  const selectedSeq = useView((state) => state.selectedSeq);
  const frame = useRef<HTMLDivElement>(null);
  const palette = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const colours = useColours(palette);
  const isWide = useMinWidth(frame, minWideWidth);
  const clock = useNow(session.isOpen ? liveMs : undefined);
  const now = session.isOpen ? Math.max(session.to, clock) : session.to;
  const { from } = session;
  const bounds = useMemo(() => ({ from, to: Math.max(now, from + 1) }), [from, now]);
  const range = chosen ?? bounds;

  const choose = (next: TimeRange) => onChoose(isWhole(next, bounds) ? undefined : next);
  const showAll = () => onChoose(undefined);
  useWheel(plot, (event) => {
    const box = plot.current?.querySelector("canvas")?.getBoundingClientRect();
    if (!box || box.width === 0) return false;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const next = panned(range, bounds, (event.deltaX || event.deltaY) / box.width);
      if (next.from === range.from) return false;
      choose(next);
      return true;
    }
    // outwards from the whole session, the wheel scrolls
    if (event.deltaY > 0 && isWhole(range, bounds)) return false;
    const at = range.from + ((event.clientX - box.left) / box.width) * (range.to - range.from);
    choose(zoomed(range, bounds, 1.0016 ** -event.deltaY, at));
    return true;
  });

  const shownRange = useSettled(range, session.spanCount > manySpans ? settleMs : 0);
  const calls = useMemo(() => {
    const lane = session.lanes.find(({ id }) => id === "calls");
    return lane ? spansIn(lane, shownRange) : noSpans;
  }, [session, shownRange]);
  const selected = useMemo(() => spanOf(session, selectedSeq), [session, selectedSeq]);
  const select = (seq: number | undefined) => view.selectEntry(seq);
  const detail = selected && (
    <SpanDetail
      span={selected}
      rows={rows}
      index={index}
      zero={from}
      now={now}
      onOpen={() => view.showEntry(selected.seq)}
      onZoom={() => choose(rangeAround({ from: selected.start, to: selected.end ?? now }, bounds))}
      onClose={() => select(undefined)}
    />
  );

  return (
    <div ref={frame} className={styles.session}>
      <div ref={palette} aria-hidden="true" className={styles.palette}>
        {colourNames.map((name) => (
          <span key={name} data-colour={name} />
        ))}
      </div>
      <div ref={plot} className={styles.plot}>
        <Row gap={3} className={styles.legend}>
          <Legend session={session} />
          <Text size="small" tone="muted" isNumeric className={styles.range}>
            {rangeText(range, from)}
          </Text>
          <Button
            size="small"
            variant="quiet"
            isUnavailable={chosen === undefined}
            onPress={showAll}
          >
            Whole session
          </Button>
        </Row>
        <Overview
          session={session}
          bounds={bounds}
          range={range}
          colours={colours}
          onRange={choose}
          onWhole={showAll}
        />
        <div className={styles.body} data-detail={(isWide && detail !== undefined) || undefined}>
          <div className={styles.main}>
            <Lanes
              session={session}
              bounds={bounds}
              range={range}
              countedRange={shownRange}
              now={now}
              colours={colours}
              selectedSeq={selectedSeq}
              onRange={choose}
              onWhole={showAll}
              onSelect={select}
              onOpen={view.showEntry}
            />
            {!isWide && detail}
            <ToolTable
              calls={calls}
              range={shownRange}
              isWhole={chosen === undefined}
              index={index}
              servers={servers}
            />
            <SpanList
              session={session}
              range={shownRange}
              zero={from}
              selectedSeq={selectedSeq}
              onSelect={select}
            />
          </div>
          {isWide && detail}
        </div>
      </div>
    </div>
  );
}

const noSpans: readonly Span[] = [];

/** The spans in words, which are computed only while they are open. */
function SpanList(props: Parameters<typeof SpanTable>[0]) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure
      title="All spans as a table"
      isOpen={isOpen}
      onOpenChange={setOpen}
      className={styles.spans}
    >
      {isOpen && <SpanTable {...props} />}
    </Disclosure>
  );
}

function spanOf({ lanes }: TimelineSession, seq: number | undefined): Span | undefined {
  if (seq === undefined) return undefined;
  for (const { spans } of lanes) {
    const found = spans.find((span) => span.seq === seq);
    if (found) return found;
  }
  return undefined;
}

/** What the colours mean, as far as they occur. */
function Legend({ session }: { session: TimelineSession }) {
  const has = (id: string) => session.lanes.some((lane) => lane.id === id);
  const isFailed = session.lanes.some(({ spans }) => spans.some((span) => span.isFailed));
  const kinds = [
    ["server", true],
    ["you", has("asked")],
    ["model", has("models")],
    ["failed", isFailed],
  ] as const;
  return (
    <Row gap={3} className={styles.kinds}>
      {kinds.map(
        ([kind, isThere]) =>
          isThere && (
            <span key={kind} className={styles.kind} data-kind={kind}>
              {kind}
            </span>
          ),
      )}
    </Row>
  );
}

/**
 * Calls back for the wheel over an element, whose page scrolls only where nothing was done.
 * @param onWheel returns whether it did something
 */
function useWheel(
  element: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent) => boolean,
): void {
  const handle = useEffectEvent((event: WheelEvent) => {
    const isOnTime = (event.target as Element).closest("canvas, [data-part]") !== null;
    if (isOnTime && onWheel(event)) event.preventDefault();
  });
  useEffect(() => {
    const listened = element.current;
    // React listens passively, which cannot keep the page from scrolling
    listened?.addEventListener("wheel", handle, { passive: false });
    return () => listened?.removeEventListener("wheel", handle);
  }, [element]);
}
