/** Request and result beside or below each other, with a separator between them. */
import { type ReactNode, type RefObject, useId } from "react";
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import { Splitter } from "../../ui/splitter/Splitter.tsx";
import type { SplitSide } from "../../view/workbenchLayout.ts";
import styles from "./SplitPanes.module.css";

/** The smallest and the largest share of a pane. */
const minShare = 0.15;
const maxShare = 0.85;

interface SplitPanesProps {
  /** Receives the element that both share. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly side: SplitSide;
  readonly request: ReactNode;
  readonly result: ReactNode;
  /**
   * Whether there is a result, or a call in progress; before that, the request takes the whole
   * space.
   */
  readonly hasResult: boolean;
  /** Whether something that waits for the user is shown above the result. */
  readonly isWaiting: boolean;
}

export function SplitPanes({
  frame,
  side,
  request,
  result,
  hasResult,
  isWaiting,
}: SplitPanesProps) {
  const { workbenchLayout } = useStores();
  const chosen = useStore(workbenchLayout, ({ shares }) => shares[side]);
  const share = chosen ?? 50;
  const requestId = useId();
  const fits = side === "below" && (isWaiting || chosen === undefined);
  const tracks = fits
    ? // a short request leaves the room to what is below it
      `fit-content(${isWaiting ? Math.min(share, 40) : 50}%) auto minmax(0, 1fr)`
    : `minmax(0, ${share}fr) auto minmax(0, ${100 - share}fr)`;
  return (
    <div ref={frame} className={styles.frame}>
      <div
        className={styles.panes}
        data-side={hasResult ? side : "none"}
        data-fits={fits || undefined}
        style={
          hasResult
            ? { [side === "beside" ? "gridTemplateColumns" : "gridTemplateRows"]: tracks }
            : {}
        }
      >
        <div id={requestId} className={styles.pane}>
          {request}
        </div>
        {hasResult && (
          <Splitter
            label="Resize result"
            orientation={side === "beside" ? "vertical" : "horizontal"}
            controls={requestId}
            limits={(room) => [room * minShare, room * maxShare]}
            onMove={({ before, after }) =>
              workbenchLayout.resize(side, (before / (before + after)) * 100)
            }
            onReset={() => workbenchLayout.resize(side, 50)}
          />
        )}
        <div className={styles.pane}>{result}</div>
      </div>
    </div>
  );
}
