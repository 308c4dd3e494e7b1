/**
 * The recent calls of an item: those in progress with Cancel, and earlier results to open and
 * compare.
 */
import { GitCompare, Square } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatMs, formatTimeOfDay } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { runEnd } from "../../messages/runMessages.ts";
import type { Run } from "../../store/run.ts";
import styles from "./RunStrip.module.css";

interface RunStripProps {
  /** Oldest first. */
  readonly calls: readonly Run[];
  /** The run whose result is shown. */
  readonly shown: symbol | undefined;
  /** The run that it is compared with. */
  readonly compared: symbol | undefined;
  readonly onShow: (mark: symbol) => void;
  readonly onCompare: (mark: symbol) => void;
}

export function RunStrip({ calls, shown, compared, onShow, onCompare }: RunStripProps) {
  const { clock } = useStores();
  const origin = Date.now() - clock.now();
  const list = useRef<HTMLUListElement>(null);
  const count = calls.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest call is at the end
  useEffect(() => {
    if (list.current) list.current.scrollLeft = list.current.scrollWidth;
  }, [count]);
  return (
    <ul ref={list} aria-label="Recent calls" className={styles.strip}>
      {calls.map((call, index) => {
        const time = formatTimeOfDay(origin + call.startedAt).slice(0, 8);
        const number = index + 1;
        if (call.kind === "running") {
          return (
            <li key={number} className={styles.call}>
              <span className={styles.running}>{time} running</span>
              <Button
                variant="quiet"
                aria-label={`Cancel call ${number}`}
                icon={Square}
                size="small"
                onPress={call.cancel}
              >
                Cancel
              </Button>
            </li>
          );
        }
        const { text, ms, isGood } = runEnd(call);
        return (
          <li key={number} className={styles.call} data-shown={call.mark === shown || undefined}>
            <button
              type="button"
              aria-current={call.mark === shown || undefined}
              aria-label={`Call ${number}, ${time}, ${text}`}
              className={styles.open}
              onClick={() => onShow(call.mark)}
            >
              <span>{time}</span>
              <span data-good={isGood || undefined} className={styles.end}>
                {text}
              </span>
              {ms !== undefined && <span className={styles.ms}>{formatMs(ms)}</span>}
            </button>
            {call.mark !== shown && (
              <Button
                variant="quiet"
                aria-label={`Compare call ${number} with the one shown`}
                icon={GitCompare}
                size="small"
                aria-pressed={call.mark === compared}
                onPress={() => onCompare(call.mark)}
              >
                Compare
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
