/** Buttons that open, close and move the panels. */
import { PanelBottom, PanelLeft, PanelRight } from "lucide-react";
import { useStore } from "zustand";
import { IconButton } from "../../ui/Button.tsx";
import styles from "./LayoutControls.module.css";
import type { LayoutStore } from "./layout.ts";

/** Hidden on small screens, which have tabs at the bottom instead. */
export function LayoutControls(props: { layout: LayoutStore }) {
  const { layout } = props;
  const { explorerOpen, trafficOpen, trafficSide } = useStore(layout);
  const isRight = trafficSide === "right";
  return (
    <div className={styles.controls}>
      <IconButton
        label="Explorer panel"
        icon={PanelLeft}
        shortcut="V E"
        size="small"
        aria-pressed={explorerOpen}
        onPress={() => layout.openExplorer(!explorerOpen)}
      />
      <IconButton
        label="Traffic panel"
        icon={isRight ? PanelRight : PanelBottom}
        shortcut="V T"
        size="small"
        aria-pressed={trafficOpen}
        onPress={() => layout.openTraffic(!trafficOpen)}
      />
    </div>
  );
}
