/** The log as the rows that pass a filter, kept current without looking at anything twice. */
import { useDeferredValue, useMemo, useState } from "react";
import { useLog } from "../../hooks/useLog.ts";
import { parseFilter } from "./filter.ts";
import { createLogIndex, type LogIndex } from "./messages/logIndex.ts";
import { createRowList, type RowList, type Rows } from "./messages/rowList.ts";

/** What has been found out about the log so far. */
export interface TrafficReading {
  readonly index: LogIndex;
  readonly list: RowList;
}

/**
 * Prepares the reading of the log; it costs nothing until it is shown, and keeps what was read.
 * @param filterText in the language of `parseFilter`
 */
export function useTrafficReading(filterText: string): TrafficReading {
  const text = useDeferredValue(filterText);
  const [index] = useState(createLogIndex);
  const list = useMemo(() => createRowList(index, parseFilter(text)), [index, text]);
  return useMemo(() => ({ index, list }), [index, list]);
}

/** The rows as of this frame. */
export function useRows({ index, list }: TrafficReading): Rows {
  const snapshot = useLog();
  index.update(snapshot);
  return list.update(snapshot);
}
