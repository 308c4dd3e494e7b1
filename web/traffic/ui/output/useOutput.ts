/** Reads server output in the background and counts unseen lines. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useStores } from "../../../stores/StoresContext.tsx";
import { createFramedLog } from "../../hooks/useLog.ts";
import type { OutputLines } from "./outputLines.ts";
import type { OutputReader } from "./outputReader.ts";

const nothing: OutputLines = { lines: [], length: 0, written: 0 };

interface ReadOutput {
  readonly output: OutputLines;
  /** Lines written since the view was last open. */
  readonly unread: number;
}

/** @param isOpen whether the output is shown */
export function useOutput(isOpen: boolean): ReadOutput {
  const { traffic, clock } = useStores();
  const { log } = traffic;
  const [output, setOutput] = useState(nothing);
  const [reader, setReader] = useState<OutputReader>();
  const [seen, setSeen] = useState(0);

  // Only the first entry needs a render; the reader subscribes to the rest itself.
  const hasAny = useMemo(() => {
    let isAny = false;
    // called for each entry: after the first one, no snapshot is taken
    return () => {
      isAny ||= log.snapshot().length > 0;
      return isAny;
    };
  }, [log]);
  const isAny = useSyncExternalStore(log.subscribe, hasAny, hasAny);
  const isNeeded = isAny || reader !== undefined;
  useEffect(() => {
    if (!isNeeded) return;
    let isOver = false;
    let made: OutputReader | undefined;
    const make = async () => {
      const { createOutputReader } = await import("./outputReader.ts");
      if (isOver) return;
      made = createOutputReader(log, setOutput, clock.now);
      setReader(made);
    };
    // A failed load is retried when the tab is mounted again.
    make().catch(() => undefined);
    return () => {
      isOver = true;
      made?.stop();
    };
  }, [isNeeded, log, clock]);

  useEffect(() => {
    if (!reader) return;
    const framed = createFramedLog(log);
    const follow = () => reader.follow(framed.snapshot());
    follow();
    return framed.subscribe(follow);
  }, [reader, log]);

  if ((isOpen && seen !== output.written) || seen > output.written) setSeen(output.written);
  return { output, unread: isOpen ? 0 : Math.max(0, output.written - seen) };
}
