/** The page layout: an address bar above explorer, workbench and traffic. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import {
  Group,
  type Layout,
  type LayoutChangedMeta,
  Panel,
  Separator,
  useGroupRef,
} from "react-resizable-panels";
import { useStore } from "zustand";
import { useMediaQuery } from "../../platform/useMediaQuery.ts";
import separator from "../../ui/separator.module.css";
import styles from "./AppLayout.module.css";
import type { LayoutStore } from "./layout.ts";
import { PaneTabs } from "./PaneTabs.tsx";
import { usePanel } from "./usePanel.ts";

export interface AppLayoutProps {
  readonly layout: LayoutStore;
  readonly addressBar: ReactNode;
  readonly explorer: ReactNode;
  readonly workbench: ReactNode;
  readonly traffic: ReactNode;
  /** Shown below the pane on small screens, where the explorer is another pane. */
  readonly strip: ReactNode;
}

/**
 * Three panes with movable separators; on small screens one pane at a time, with tabs at the
 * bottom.
 * Resizing the window or changing the layout does not remount anything.
 */
export function AppLayout(props: AppLayoutProps) {
  const { layout, addressBar, explorer, workbench, traffic, strip } = props;
  const state = useStore(layout);
  const isCompact = useMediaQuery("(max-width: 640px)");
  const isNarrow = useMediaQuery("(max-width: 900px)");
  const side = isNarrow ? "below" : state.trafficSide;
  const workRef = useGroupRef();
  const mainRef = useRef<HTMLElement>(null);

  const explorerPanel = usePanel(state.explorerOpen, layout.openExplorer, isCompact);
  const trafficPanel = usePanel(state.trafficOpen, layout.openTraffic, isCompact);

  useEffect(() => {
    const sizes = layout.getState().sizes[side];
    if (sizes && layout.getState().trafficOpen) workRef.current?.setLayout({ ...sizes });
  }, [layout, side, workRef]);

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

  const remember =
    (group: "columns" | "right" | "below") => (sizes: Layout, meta: LayoutChangedMeta) => {
      if (!meta.isUserInteraction || isCompact || Object.values(sizes).includes(0)) return;
      layout.resize(group, sizes);
    };

  const isHidden = (pane: "explorer" | "traffic", isOpen: boolean) =>
    isCompact ? state.pane !== pane : !isOpen;

  return (
    <div className={styles.app} data-compact={isCompact || undefined} data-shown={state.pane}>
      <header className={styles.bar}>{addressBar}</header>
      <Group
        id="columns"
        className={styles.columns}
        defaultLayout={state.sizes.columns}
        onLayoutChanged={remember("columns")}
        disabled={isCompact}
      >
        <Panel
          id="explorer"
          {...explorerPanel}
          defaultSize={264}
          minSize={180}
          maxSize="45%"
          groupResizeBehavior="preserve-pixel-size"
          className={styles.panel}
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
        </Panel>
        <Separator title="Resize explorer" className={separator.separator} />
        <Panel id="work" minSize={280} className={styles.panel}>
          <Group
            id="work-group"
            groupRef={workRef}
            orientation={side === "right" ? "horizontal" : "vertical"}
            defaultLayout={state.sizes[side]}
            onLayoutChanged={remember(side)}
            disabled={isCompact}
          >
            <Panel id="workbench" minSize={side === "right" ? 280 : 120} className={styles.panel}>
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
            </Panel>
            <Separator title="Resize traffic" className={separator.separator} />
            <Panel
              id="traffic"
              {...trafficPanel}
              defaultSize="44%"
              minSize={side === "right" ? 260 : 96}
              className={styles.panel}
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
            </Panel>
          </Group>
        </Panel>
      </Group>
      {isCompact && state.pane !== "explorer" && strip}
      {isCompact && <PaneTabs value={state.pane} onChange={layout.showPane} />}
    </div>
  );
}
