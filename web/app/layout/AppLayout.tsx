/** The page layout: an address bar above explorer, workbench and traffic. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { compactQuery } from "../../platform/compactQuery.ts";
import { useMediaQuery } from "../../platform/useMediaQuery.ts";
import { cx } from "../../ui/cx.ts";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { Splitter } from "../../ui/splitter/Splitter.tsx";
import styles from "./AppLayout.module.css";
import type { LayoutState, LayoutStore } from "./layout.ts";
import { PaneTabs } from "./PaneTabs.tsx";

/** The minimum sizes in pixels, as in the style sheet. */
const minExplorer = 180;
const minWork = 280;
const minPanes = { right: [280, 260], below: [120, 96] } as const;

/** The maximum share of the explorer, as in the style sheet. */
const maxExplorerShare = 0.45;

interface AppLayoutProps {
  readonly layout: LayoutStore;
  /** Whether only the workbench is shown, because the other panes have nothing to show. */
  readonly isStart: boolean;
  /** Whether Traffic takes the room of the other panes. */
  readonly isTrafficAlone: boolean;
  readonly addressBar: ReactNode;
  readonly explorer: ReactNode;
  readonly workbench: ReactNode;
  readonly traffic: ReactNode;
  /** Stands at the edge while Traffic beside the workbench is folded. */
  readonly rail: ReactNode;
  /** Shown below the pane in a small window, where the explorer is another pane. */
  readonly strip: ReactNode;
}

/**
 * Three panes with movable separators; in a small window one pane at a time, with tabs at the
 * bottom. Style sheets of the panes recognise it by `data-compact` around them.
 * Resizing the window or changing the layout does not remount anything.
 */
export function AppLayout(props: AppLayoutProps) {
  const { layout, isStart, isTrafficAlone, addressBar, explorer, workbench, traffic, strip, rail } =
    props;
  const stored = useStore(layout);
  const isCompact = useMediaQuery(compactQuery);
  const isAlone = isTrafficAlone && !isStart && !isCompact;
  const state = shownState(stored, isStart, isAlone);
  const isNarrow = useMediaQuery("(max-width: 900px)");
  const side = isNarrow ? "below" : state.trafficSide;
  const mainRef = useRef<HTMLElement>(null);

  // If a panel that contains the focus closes, the focus moves to the workbench.
  useEffect(() => {
    const closed = [!state.explorerOpen && "explorer", !state.trafficOpen && "traffic"];
    const pane = document.activeElement?.closest("[data-pane]")?.getAttribute("data-pane");
    if (!isCompact && pane && closed.includes(pane)) mainRef.current?.focus();
  }, [state.explorerOpen, state.trafficOpen, isCompact]);

  // On small screens, the focus follows the visible pane.
  useLayoutEffect(() => {
    const pane = document.activeElement?.closest("[data-pane]")?.getAttribute("data-pane");
    if (isCompact && pane && pane !== state.pane) {
      document.getElementById(`pane-${state.pane}`)?.focus();
    }
  }, [state.pane, isCompact]);

  // on a small screen the workbench may be hidden, and every page has a main landmark
  const mainRole = (pane: "explorer" | "traffic") =>
    (isCompact ? state.pane === pane : isAlone && pane === "traffic") ? { role: "main" } : {};
  const isHidden = (pane: "explorer" | "traffic", isOpen: boolean) =>
    isCompact ? state.pane !== pane : !isOpen;

  const isClosed = (isOpen: boolean) => (!isCompact && !isOpen) || undefined;
  const [minWorkbench, minTraffic] = minPanes[side];
  return (
    <Stack
      gap={0}
      className={styles.app}
      style={sizesOf(state)}
      data-compact={isCompact || undefined}
      data-start={isStart || undefined}
      data-shown={state.pane}
    >
      <header className={styles.bar}>{addressBar}</header>
      <div id="columns" className={styles.columns} data-alone={isAlone || undefined}>
        <div
          id="explorer"
          className={cx(styles.panel, styles.explorerPanel)}
          data-closed={isClosed(state.explorerOpen)}
          {...mainRole("explorer")}
        >
          <nav
            id="pane-explorer"
            tabIndex={-1}
            aria-label="Explorer"
            data-pane="explorer"
            className={styles.explorer}
            inert={isHidden("explorer", state.explorerOpen)}
          >
            {explorer}
          </nav>
        </div>
        <Splitter
          label="Resize explorer"
          orientation="vertical"
          controls="explorer"
          limits={(room) => [minExplorer, Math.min(room * maxExplorerShare, room - minWork)]}
          onMove={({ before }) => layout.resizeExplorer(before)}
          onReset={() => layout.resizeExplorer(undefined)}
          fold={{ pane: "before", isOpen: state.explorerOpen, onChange: layout.openExplorer }}
        />
        <div id="work" className={cx(styles.panel, styles.workPanel)} data-side={side}>
          <div id="workbench" className={cx(styles.panel, styles.workbenchPanel)}>
            <main
              id="pane-workbench"
              ref={mainRef}
              tabIndex={-1}
              aria-label="Workbench"
              data-pane="workbench"
              className={styles.workbench}
            >
              {workbench}
            </main>
          </div>
          <Splitter
            label="Resize traffic"
            orientation={side === "right" ? "vertical" : "horizontal"}
            controls="workbench"
            limits={(room) => [minWorkbench, room - minTraffic]}
            onMove={({ after, room }) => layout.resizeTraffic(side, (after / room) * 100)}
            onReset={() => layout.resizeTraffic(side, undefined)}
            fold={{ pane: "after", isOpen: state.trafficOpen, onChange: layout.openTraffic }}
          />
          <div
            id="traffic"
            className={cx(styles.panel, styles.trafficPanel)}
            data-closed={isClosed(state.trafficOpen)}
            {...mainRole("traffic")}
          >
            <section
              id="pane-traffic"
              tabIndex={-1}
              aria-label="Traffic"
              data-pane="traffic"
              className={styles.traffic}
              inert={isHidden("traffic", state.trafficOpen)}
            >
              {traffic}
            </section>
          </div>
          {side === "right" && !isStart && isClosed(state.trafficOpen) && rail}
        </div>
      </div>
      {isCompact && !isStart && state.pane !== "explorer" && strip}
      {isCompact && !isStart && <PaneTabs value={state.pane} onChange={layout.showPane} />}
    </Stack>
  );
}

/** The panes that are open: those of the user, unless one pane is shown alone. */
function shownState(stored: LayoutState, isStart: boolean, isAlone: boolean): LayoutState {
  if (isStart) return { ...stored, pane: "workbench", explorerOpen: false, trafficOpen: false };
  return isAlone ? { ...stored, explorerOpen: false, trafficOpen: true } : stored;
}

/** The sizes that the user has chosen, as the style sheet reads them. */
function sizesOf({ explorerWidth, trafficShares: { right, below } }: LayoutState): object {
  return {
    ...(explorerWidth && { "--explorer-width": `${explorerWidth}px` }),
    ...(right && { "--traffic-right": `${right}%` }),
    ...(below && { "--traffic-below": `${below}%` }),
  };
}
