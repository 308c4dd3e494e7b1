/** The durations of the recent calls as bars; a press lists the calls. */
import { Button } from "../../../ui/Button.tsx";
import { runEnd } from "../../messages/runMessages.ts";
import type { DoneRun, Run } from "../../store/run.ts";
import styles from "./Sparkline.module.css";

interface SparklineProps {
  /** Oldest first. */
  readonly calls: readonly Run[];
  /** The run whose result is shown. */
  readonly shown: symbol | undefined;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

/** Calls that are drawn. */
const maxBars = 12;

/** Height of the longest bar, and of the shortest, in percent. */
const highest = 100;
const lowest = 15;

/** Nothing for a single call. */
export function Sparkline({ calls, shown, isOpen, onPress }: SparklineProps) {
  if (calls.length < 2) return null;
  const done = calls.filter((call): call is DoneRun => call.kind === "done").slice(-maxBars);
  const ends = done.map((call) => ({ ...runEnd(call), mark: call.mark }));
  const longest = Math.max(1, ...ends.map(({ ms = 0 }) => ms));
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label="Recent calls"
      aria-expanded={isOpen}
      className={styles.button}
      onPress={onPress}
    >
      {ends.map(({ ms = 0, isGood, mark }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls keep their order
          key={index}
          data-failed={!isGood || undefined}
          data-shown={mark === shown || undefined}
          className={styles.bar}
          style={{ blockSize: `${lowest + (ms / longest) * (highest - lowest)}%` }}
        />
      ))}
    </Button>
  );
}
