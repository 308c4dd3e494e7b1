/** The log as the rows that pass a filter, kept current without looking at anything twice. */
import { useMemo, useState } from "react";
import { useLog } from "../../session/useLog.ts";
import { parseFilter } from "./filter.ts";
import { createLogIndex, type LogIndex } from "./logIndex.ts";
import { createRowList, type Rows } from "./rowList.ts";

/** @param filterText in the language of `parseFilter` */
export function useTraffic(filterText: string): { index: LogIndex; rows: Rows } {
  const snapshot = useLog();
  const [index] = useState(createLogIndex);
  const list = useMemo(() => createRowList(index, parseFilter(filterText)), [index, filterText]);
  index.update(snapshot);
  return { index, rows: list.update(snapshot) };
}
