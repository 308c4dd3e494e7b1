/** The messages with their filter and the details of the selected one. */
import { Clock, ListFilter, ScrollText } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { toggleTerm } from "../../../../shared/log/filter.ts";
import { useMinWidth } from "../../../platform/useMinWidth.ts";
import { useStores, useView } from "../../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import type { MessageLook } from "../detail/MessageDetail.tsx";
import { FilterChips } from "../FilterChips.tsx";
import { FilterHelp } from "../FilterHelp.tsx";
import toolbar from "../toolbar.module.css";
import { useLoaded } from "../useLoaded.ts";
import { type TrafficReading, useRows } from "../useTrafficReading.ts";
import { LogMessages } from "./LogMessages.tsx";
import { MessageGrid } from "./MessageGrid.tsx";
import { MessagePanes } from "./MessagePanes.tsx";
import styles from "./MessagesView.module.css";
import { RowMenu, type RowMenuPlace } from "./RowMenu.tsx";

const MessageDetail = lazyComponent(
  async () => (await import("../detail/MessageDetail.tsx")).MessageDetail,
  { preload: "idle" },
);

// memoized, so that they do not render when the log grows
const Filter = memo(SearchField);
const Chips = memo(FilterChips);
const Help = memo(FilterHelp);

/** Minimum width in pixels for showing the message beside the rows. */
const minWideWidth = 760;

interface Props {
  readonly reading: TrafficReading;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly onHideExaminations: (isHidden: boolean) => void;
}

export function MessagesView(props: Props) {
  const { reading, filter, onFilter, onHideExaminations } = props;
  const { index, isFiltered, hidesExaminations, servers } = reading;
  const rows = useRows(reading);
  const { view, traffic } = useStores();
  const searched = reading.search?.searched().length;
  const isSearching = searched !== undefined && searched < traffic.log.snapshot().length;
  const selectedSeq = useView((state) => state.selectedSeq);
  const selected = selectedSeq === undefined ? undefined : index.entry(selectedSeq);
  const loaded = useLoaded(selected, selectedSeq);
  const [look, setLook] = useState<MessageLook>("message");
  const [isClock, setClock] = useState(false);
  const [menu, setMenu] = useState<RowMenuPlace>();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLElement>(null);
  const isWide = useMinWidth(frame, minWideWidth);

  // the evidence of a verdict is shown wherever it is
  const isSelectedHidden = hidesExaminations && !!selected && index.isExamination(selected);
  useEffect(() => {
    if (isSelectedHidden) onHideExaminations(false);
  }, [isSelectedHidden, onHideExaminations]);

  const select = view.selectEntry;
  const hideExaminations = (isHidden: boolean) => {
    if (selected && index.isExamination(selected)) select(undefined);
    onHideExaminations(isHidden);
  };
  const close = () => {
    select(undefined);
    grid.current?.focus();
  };

  const showAll = () => {
    onFilter("");
    grid.current?.focus();
  };

  return (
    <div ref={frame} className={styles.view}>
      <div className={toolbar.bar}>
        <Filter
          label="Filter traffic"
          value={filter}
          onChange={onFilter}
          isMono
          className={toolbar.search}
        />
        {rows.total > 0 && (
          <span title="Messages and events" className={toolbar.count}>
            {isFiltered && `${rows.count.toLocaleString("en")} of `}
            {rows.total.toLocaleString("en")}
            {isSearching && " (searching…)"}
          </span>
        )}
        {rows.total > 0 && (
          <>
            <Chips filter={filter} server={servers.active()?.name} onFilter={onFilter} />
            <Help filter={filter} onFilter={onFilter} />
          </>
        )}
        <ClockButton isOn={isClock} onChange={setClock} />
        <LogMessagesButton onFilter={onFilter} />
      </div>
      {rows.examined > 0 && (
        <div className={styles.examined}>
          {rows.examined.toLocaleString("en")} messages of examinations
          {hidesExaminations && " are hidden"}
          <Button variant="quiet" size="small" onPress={() => hideExaminations(!hidesExaminations)}>
            {hidesExaminations ? "Show" : "Hide"}
          </Button>
        </div>
      )}
      <MessagePanes
        isWide={isWide}
        detail={
          loaded && (
            <MessageDetail
              detailRef={detail}
              loaded={loaded}
              exchange={rows.exchangeAt(loaded.entry)}
              index={index}
              look={look}
              onLook={setLook}
              onSelect={select}
              onClose={close}
            />
          )
        }
      >
        {rows.total > 0 && (
          <MessageGrid
            gridRef={grid}
            rows={rows}
            isFiltered={isFiltered}
            hidesExaminations={hidesExaminations}
            index={index}
            servers={servers}
            isClock={isClock}
            selectedSeq={selectedSeq}
            onSelect={select}
            onOpen={() => detail.current?.focus()}
            onLeave={() => select(undefined)}
            onMenu={setMenu}
          />
        )}
        {rows.total > 0 && (
          <RowMenu
            place={menu}
            index={index}
            servers={servers}
            onSelect={select}
            onFilter={(term) => onFilter(toggleTerm(filter, term))}
            onClose={() => setMenu(undefined)}
          />
        )}
        {rows.count === 0 && (
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

/** One button, or the two choices in words where there is room. Memoized like the filter. */
const ClockButton = memo((props: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <>
    <span className={styles.clock}>
      <IconButton
        label="Show times of day"
        icon={Clock}
        size="small"
        aria-pressed={props.isOn}
        onPress={() => props.onChange(!props.isOn)}
      />
    </span>
    <RadioGroup
      label="Times"
      hideLabel
      look="segments"
      choices={times}
      value={props.isOn ? "clock" : "elapsed"}
      onChange={(id) => props.onChange(id === "clock")}
      className={styles.times}
    />
  </>
));

/** Memoized like the filter. */
const LogMessagesButton = memo(({ onFilter }: Pick<Props, "onFilter">) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Log messages"
        icon={ScrollText}
        size="small"
        onPress={() => setOpen(true)}
      />
      {isOpen && <LogMessages isOpen onOpenChange={setOpen} onFilter={onFilter} />}
    </>
  );
});

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
          Filter syntax beside the filter lists what it understands.
        </EmptyState>
      )}
    </div>
  );
}
