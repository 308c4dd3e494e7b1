/** Provides the spans of the rows that pass the filter, read in slices. */
import { useEffect, useMemo, useState } from "react";
import { startSlices } from "../../../platform/slices.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import type { Rows } from "../messages/rowList.ts";
import type { TrafficReading } from "../useTrafficReading.ts";
import { createMarkReader } from "./spans/marks.ts";
import { createSpanList } from "./spans/spanList.ts";
import { createStreamReader } from "./spans/streamSpans.ts";
import { sessionsOf, type TimelineSession } from "./spans/timelineSessions.ts";

export interface ReadSessions {
  readonly sessions: readonly TimelineSession[];
  /** Whether all rows are read. */
  readonly isRead: boolean;
}

const nothingRead: ReadSessions = { sessions: [], isRead: false };

/** @param rows of this moment */
export function useSessions(reading: TrafficReading, rows: Rows): ReadSessions {
  const { clock, traffic } = useStores();
  const { index, list, isFiltered } = reading;
  const streams = useMemo(() => createStreamReader(index), [index]);
  const marks = useMemo(() => createMarkReader(index), [index]);
  // a filter makes another list
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const spans = useMemo(() => createSpanList(index), [index, list]);
  const [read, setRead] = useState(nothingRead);

  useEffect(() => {
    let isStopped = false;
    const run = async () => {
      let pause: Promise<unknown> | undefined;
      const pauseIfDue = startSlices(clock.now);
      const isDue = () => {
        pause = pauseIfDue();
        return pause !== undefined;
      };
      while (!spans.read(rows, isDue)) {
        await pause;
        if (isStopped) return;
      }
      streams.update(traffic.log.snapshot());
      marks.update(traffic.log.snapshot());
      const ofStreams = streams.spans((request, exchangeId) => {
        // the overview names them
        if (index.isExamination(request)) return false;
        return !isFiltered || spans.hasExchange(exchangeId);
      });
      const all = [...spans.spans(), ...ofStreams];
      setRead({ sessions: sessionsOf(all, index, marks.marks()), isRead: true });
    };
    void run();
    return () => {
      isStopped = true;
    };
  }, [spans, streams, marks, rows, index, isFiltered, clock, traffic]);
  return read;
}
