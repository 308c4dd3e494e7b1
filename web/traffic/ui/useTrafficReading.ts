/** Provides the log's rows that pass a filter, updated incrementally. */
import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type BodyText, parseFilter } from "../../../shared/log/filter.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { createFramedLog, useLog } from "../hooks/useLog.ts";
import type { LogFindings } from "../store/logFindings.ts";
import { type BodySearch, createBodySearch } from "./messages/bodySearch.ts";
import { createLogIndex, type LogIndex } from "./messages/logIndex.ts";
import { createRowList, type Rows } from "./messages/rowList.ts";
import { type ChosenTime, createRangeFilter } from "./messages/rowsInRange.ts";
import { createSteppedRowList, type SteppedRowList } from "./messages/steppedRowList.ts";
import { type LogServers, useLogServers } from "./useLogServers.ts";

/** The state of the incremental reading. */
export interface TrafficReading {
  readonly index: LogIndex;
  readonly list: SteppedRowList;
  /** The search in bodies, if the filter needs one. */
  readonly search: BodySearch | undefined;
  readonly isFiltered: boolean;
  readonly servers: LogServers;
  /** The time that is chosen in the timeline; undefined for all. */
  readonly range: ChosenTime | undefined;
}

/**
 * Creates the state for reading the log; nothing is read before `useRows`.
 * @param filterText in the syntax of `parseFilter`
 * @param range the time to which `useRows` is limited
 */
export function useTrafficReading(
  filterText: string,
  range: ChosenTime | undefined,
): TrafficReading {
  const { traffic, clock } = useStores();
  const { recordings } = useStores().sessions;
  const { findings } = traffic;
  const text = useDeferredValue(filterText);
  const [index] = useState(() => createLogIndex(recordings.sourceOf));
  const filter = useMemo(() => parseFilter(text), [text]);
  const search = useBodySearch(filter?.bodies ?? noBodies);
  const servers = useLogServers(index);
  const named = filter?.usesServers ? servers : undefined;
  const found = useFindingsIf(filter?.usesFindings ?? false, findings);
  const list = useMemo(
    // biome-ignore format: one line per fact
    () => createSteppedRowList((from) => createRowList(index, filter, {
      // the list is created again when the findings change
      findings: (seq) => found?.bySeq.get(seq) ?? noFindings,
      holds: (seq, wanted) => search?.holds(seq, wanted) ?? false,
      isOfServer: (entry, text) => named?.isOf(entry, text) ?? false,
    }, from), clock.now),
    [index, filter, search, found, named, clock],
  );
  const isFiltered = filter !== undefined;
  return useMemo(
    () => ({ index, list, search, isFiltered, servers, range }),
    [index, list, search, isFiltered, servers, range],
  );
}

const noBodies: readonly BodyText[] = [];
const noFindings: readonly never[] = [];

/** As {@link useAllRows}, without the rows outside of the chosen time. */
export function useRows(reading: TrafficReading): Rows {
  const { index, range } = reading;
  const rows = useAllRows(reading);
  const inRange = useMemo(() => createRangeFilter(index), [index]);
  return useMemo(() => (range ? inRange(rows, range) : rows), [rows, range, inRange]);
}

/** Reads the log up to the current frame and returns the rows. */
export function useAllRows({ index, list, search }: TrafficReading): Rows {
  const snapshot = useLog();
  const searched = useSyncExternalStore(
    search?.subscribe ?? neverChanges,
    search?.searched ?? nothing,
    search?.searched ?? nothing,
  );
  useSyncExternalStore(list.subscribe, list.version, list.version);
  index.update(snapshot);
  if (!searched) return list.update(snapshot);
  const isSameLog = searched.entries === snapshot.entries;
  return list.update(snapshot, isSameLog ? Math.min(searched.length, snapshot.length) : 0);
}

const neverChanges = () => () => {};
const nothing = () => undefined;

/** Subscribes to the findings only while the filter uses them, because each change renders the list again. */
function useFindingsIf(isUsed: boolean, { subscribe, snapshot }: LogFindings) {
  return useSyncExternalStore(
    isUsed ? subscribe : neverChanges,
    isUsed ? snapshot : nothing,
    isUsed ? snapshot : nothing,
  );
}

/** Searches the log's bodies, if there is something to search for. */
function useBodySearch(wanted: readonly BodyText[]): BodySearch | undefined {
  const { traffic, clock } = useStores();
  const { log } = traffic;
  const search = useMemo(
    () => (wanted.length > 0 ? createBodySearch(log, wanted, clock.now) : undefined),
    [log, wanted, clock],
  );
  useEffect(() => {
    if (!search) return;
    const framed = createFramedLog(log);
    const follow = () => search.follow(framed.snapshot());
    follow();
    const stop = framed.subscribe(follow);
    return () => {
      stop();
      search.stop();
    };
  }, [search, log]);
  return search;
}
