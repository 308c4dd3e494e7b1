/** The messages with their filter and the details of the selected one. */

import { ListFilter } from "lucide-react";
import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ListedChange } from "../../../../shared/log/entry.ts";
import { toggleTerm } from "../../../../shared/log/filterText.ts";
import { compactQuery } from "../../../platform/compactQuery.ts";
import { useMediaQuery } from "../../../platform/useMediaQuery.ts";
import { useMinWidth } from "../../../platform/useMinWidth.ts";
import { useStores, useView } from "../../../stores/StoresContext.tsx";
import { usePausedMessages } from "../../../taps/hooks/usePausedMessages.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { CauseMenu } from "../filter/CauseMenu.tsx";
import { countCauses } from "../filter/causes.ts";
import { FilterHelp } from "../filter/FilterHelp.tsx";
import { countForFilter } from "../filter/filterCounts.ts";
import { MoreFilters } from "../filter/MoreFilters.tsx";
import { ProblemsChip } from "../filter/ProblemsChip.tsx";
import { TrafficFilter } from "../filter/TrafficFilter.tsx";
import { RangeChip } from "../range/RangeChip.tsx";
import toolbar from "../toolbar.module.css";
import { useLoaded } from "../useLoaded.ts";
import { type TrafficReading, useRows } from "../useTrafficReading.ts";
import { LogMessages } from "./LogMessages.tsx";
import { MessageGrid } from "./MessageGrid.tsx";
import { MessagePanes } from "./MessagePanes.tsx";
import styles from "./MessagesView.module.css";
import { RowMenu, type RowMenuPlace } from "./row/RowMenu.tsx";
import type { ChosenTime } from "./rowsInRange.ts";
import type { RowGroup } from "./tree/rowGroup.ts";
import { useRowNavigation } from "./useRowNavigation.ts";

const MessageDetail = lazyComponent(
  async () => (await import("../detail/MessageDetail.tsx")).MessageDetail,
  { preload: "idle" },
);

const SaveFilter = lazyComponent(async () => (await import("../filter/SaveFilter.tsx")).SaveFilter);

const ListDifference = lazyComponent(
  async () => (await import("./difference/ListDifference.tsx")).ListDifference,
);

/** Minimum width in pixels for showing the message beside the rows. */
const minWideWidth = 760;

/** Minimum width in pixels of a toolbar with a menu for causes. */
const minCausesWidth = 440;

const writable = "input, textarea, [contenteditable], [role=textbox]";

interface Props {
  readonly reading: TrafficReading;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  /** Called with the time to which all views are limited; undefined for all. */
  readonly onRange: (range: ChosenTime | undefined) => void;
}

export function MessagesView(props: Props) {
  const { reading, filter, onFilter, onRange } = props;
  const { index, servers, range } = reading;
  const isFiltered = reading.isFiltered || range !== undefined;
  const rows = useRows(reading);
  // the first message of a tap can wait
  const hasRows = usePausedMessages().length > 0 || rows.total > 0;
  const { view, traffic } = useStores();
  const searched = reading.search?.searched().length;
  const isSearching =
    reading.list.isBehind() || (searched !== undefined && searched < traffic.log.snapshot().length);
  const selectedSeq = useView((state) => state.selectedSeq);
  const selected = selectedSeq === undefined ? undefined : index.entry(selectedSeq);
  const loaded = useLoaded(selected, selectedSeq);
  /** The row whose details were closed: it keeps the place of the keyboard. */
  const [leftSeq, setLeftSeq] = useState<number>();
  const markedSeq = selectedSeq ?? leftSeq;
  const marked = markedSeq === undefined ? undefined : index.entry(markedSeq);
  const isPage = useMediaQuery(compactQuery);
  const [isClock, setClock] = useState(false);
  const [menu, setMenu] = useState<RowMenuPlace>();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLElement>(null);
  const returnsFocus = useRef(false);
  const isWide = useMinWidth(frame, minWideWidth);
  const hasCauses = useMinWidth(frame, minCausesWidth);
  const [dialog, setDialog] = useState<"logs" | "help" | "save">();
  const showSave = useCallback(() => setDialog("save"), []);
  const showLogs = useCallback(() => setDialog("logs"), []);
  const showHelp = useCallback(() => setDialog("help"), []);
  const closeDialog = () => setDialog(undefined);
  const [difference, setDifference] = useState<{ group: RowGroup; change: ListedChange }>();
  const showDifference = (group: RowGroup, change: ListedChange) =>
    setDifference({ group, change });
  const closeDifference = () => setDifference(undefined);
  const counts = useCallback(
    () => countForFilter(traffic.log.snapshot(), index, servers),
    [traffic, index, servers],
  );
  const causes = useCallback(() => countCauses(traffic.log.snapshot(), index), [traffic, index]);

  const select = (seq: number | undefined) => {
    setLeftSeq(undefined);
    view.selectEntry(seq);
  };
  const visible = useRowNavigation(rows, marked, select);
  const stepTo = (by: 1 | -1) => {
    const entry = visible.selectedAt < 0 ? undefined : visible.entryAt(visible.next(by));
    return entry && (() => select(entry.seq));
  };
  const close = () => {
    view.selectEntry(undefined);
    setLeftSeq(selectedSeq);
    returnsFocus.current = true;
  };
  // the rows cannot have the focus while a page covers them
  useLayoutEffect(() => {
    if (returnsFocus.current && selectedSeq === undefined) grid.current?.focus();
    returnsFocus.current = false;
  }, [selectedSeq]);

  /** Selects the row of the next problem, from the first one again after the last. */
  const goToProblem = useEffectEvent(() => {
    const places = rows.shownProblems.map((seq) => {
      const entry = index.entry(seq);
      const [around] = entry ? rows.exchangesOf(entry) : [];
      return around?.outcome === entry && around ? around.head.seq : seq;
    });
    const next = places.find((seq) => seq > (markedSeq ?? Number.NEGATIVE_INFINITY));
    const seq = next ?? places[0];
    if (seq !== undefined) select(seq);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = event.altKey && event.code === "KeyP" && !event.ctrlKey && !event.metaKey;
      // in a field elsewhere it may write a letter
      const isWriting = event.target instanceof Element && event.target.matches(writable);
      const isOurs = frame.current?.parentElement?.parentElement?.contains(event.target as Node);
      if (!isKey || (isWriting && !isOurs)) return;
      event.preventDefault();
      goToProblem();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  const showAll = () => {
    onFilter("");
    onRange(undefined);
    grid.current?.focus();
  };

  return (
    <div
      ref={frame}
      className={styles.view}
      data-page={(isPage && loaded !== undefined) || undefined}
    >
      <div className={toolbar.bar}>
        <TrafficFilter value={filter} onChange={onFilter} count={counts} />
        <RangeChip range={range} onClear={() => onRange(undefined)} />
        {rows.total > 0 && (
          <span title="Messages and events" className={toolbar.count}>
            {isFiltered && `${rows.count.toLocaleString("en")} of `}
            {rows.total.toLocaleString("en")}
            {isSearching && " (searching…)"}
          </span>
        )}
        <ProblemsChip count={rows.problems.length} filter={filter} onFilter={onFilter} />
        {hasCauses && <CauseMenu filter={filter} onFilter={onFilter} count={causes} />}
        <MoreFilters
          filter={filter}
          onFilter={onFilter}
          server={servers.active()?.name}
          countCauses={hasCauses ? undefined : causes}
          isClock={isClock}
          onClock={setClock}
          onSave={showSave}
          onLogMessages={showLogs}
          onHelp={showHelp}
        />
        <Times isClock={isClock} onChange={setClock} />
      </div>
      {dialog === "logs" && <LogMessages isOpen onOpenChange={closeDialog} onFilter={onFilter} />}
      {difference && <ListDifference {...difference} index={index} onClose={closeDifference} />}
      {dialog === "save" && <SaveFilter filter={filter} onClose={closeDialog} />}
      {dialog === "help" && (
        <FilterHelp filter={filter} onFilter={onFilter} onClose={closeDialog} />
      )}
      <MessagePanes
        side={isPage ? "page" : isWide ? "beside" : "below"}
        detail={
          loaded && (
            <MessageDetail
              detailRef={detail}
              loaded={loaded}
              exchangeAt={rows.exchangeAt}
              index={index}
              isPage={isPage}
              step={{ back: stepTo(-1), on: stepTo(1) }}
              onClose={close}
            />
          )
        }
      >
        {hasRows && (
          <MessageGrid
            gridRef={grid}
            visible={visible}
            isFiltered={isFiltered}
            index={index}
            servers={servers}
            isClock={isClock}
            selectedSeq={markedSeq}
            onSelect={select}
            onOpen={() => (selectedSeq === undefined ? select(markedSeq) : detail.current?.focus())}
            onLeave={() => select(undefined)}
            onDifference={showDifference}
            onMenu={setMenu}
          />
        )}
        {rows.total > 0 && (
          <RowMenu
            place={menu}
            index={index}
            servers={servers}
            onSelect={select}
            onDifference={showDifference}
            onFilter={(term) => onFilter(toggleTerm(filter, term))}
            onClose={() => setMenu(undefined)}
          />
        )}
        {rows.count === 0 && (rows.total > 0 || !hasRows) && (
          <NoRows total={rows.total} isSearching={isSearching} onShowAll={showAll} />
        )}
      </MessagePanes>
    </div>
  );
}

const times = [
  { id: "elapsed", label: "Elapsed" },
  { id: "clock", label: "Clock" },
] as const;

/** Where there is room. Memoized like the filter. */
const Times = memo((props: { isClock: boolean; onChange: (isClock: boolean) => void }) => (
  <RadioGroup
    label="Times"
    hideLabel
    look="segments"
    choices={times}
    value={props.isClock ? "clock" : "elapsed"}
    onChange={(id) => props.onChange(id === "clock")}
    className={styles.times}
  />
));

function NoRows(props: { total: number; isSearching: boolean; onShowAll: () => void }) {
  if (props.isSearching) return null;
  return (
    <div className={styles.empty}>
      {props.total === 0 ? (
        <EmptyState title="No traffic yet">
          Every message to and from a server appears here, as it was on the wire.
        </EmptyState>
      ) : (
        <EmptyState
          icon={ListFilter}
          title={`None of ${props.total.toLocaleString("en")} matches the filter`}
          actions={
            <Button size="small" onPress={props.onShowAll}>
              Show all
            </Button>
          }
        >
          <b>More</b> beside the filter leads to what it understands.
        </EmptyState>
      )}
    </div>
  );
}
