/** Provides the log's rows that pass a filter, updated incrementally. */
import { useDeferredValue, useMemo, useState } from "react";
import { useLog } from "../../hooks/useLog.ts";
import { parseFilter } from "./filter.ts";
import { createLogIndex, type LogIndex } from "./messages/logIndex.ts";
import { createRowList, type RowList, type Rows } from "./messages/rowList.ts";

/** The state of the incremental reading. */
export interface TrafficReading {
  readonly index: LogIndex;
  readonly list: RowList;
}

/**
 * Prepares reading the log; costs nothing until shown, and keeps its state.
 * @param filterText in the language of `parseFilter`
 */
export function useTrafficReading(filterText: string): TrafficReading {
  const text = useDeferredValue(filterText);
  const [index] = useState(createLogIndex);
  const list = useMemo(() => createRowList(index, parseFilter(text)), [index, text]);
  return useMemo(() => ({ index, list }), [index, list]);
}

/** The rows at this frame. */
export function useRows({ index, list }: TrafficReading): Rows {
  const snapshot = useLog();
  index.update(snapshot);
  return list.update(snapshot);
}
