/** Buttons that open and close the panels at the sides, each above its panel. */
import { PanelBottom, PanelLeft, PanelRight, PanelRightOpen } from "lucide-react";
import { useStore } from "zustand";
import { useLog } from "../../traffic/hooks/useLog.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import styles from "./LayoutControls.module.css";
import type { LayoutStore } from "./layout.ts";

/** Hidden on small screens, which have tabs at the bottom instead. */
export function ExplorerToggle({ layout }: { layout: LayoutStore }) {
  const { explorerOpen } = useStore(layout);
  return (
    <IconButton
      label="Explorer panel"
      icon={PanelLeft}
      shortcut="V E"
      size="small"
      aria-pressed={explorerOpen}
      className={styles.toggle}
      onPress={() => layout.openExplorer(!explorerOpen)}
    />
  );
}

/** Hidden likewise. */
export function TrafficToggle({ layout }: { layout: LayoutStore }) {
  const { trafficOpen, trafficSide } = useStore(layout);
  return (
    <IconButton
      label="Traffic panel"
      icon={trafficSide === "right" ? PanelRight : PanelBottom}
      shortcut="V T"
      size="small"
      aria-pressed={trafficOpen}
      className={styles.toggle}
      onPress={() => layout.openTraffic(!trafficOpen)}
    />
  );
}

/** What a folded Traffic leaves at the edge: it opens it again, and says how much it holds. */
export function TrafficRail({ layout }: { layout: LayoutStore }) {
  const { length } = useLog();
  return (
    <button type="button" className={styles.rail} onClick={() => layout.openTraffic(true)}>
      <PanelRightOpen aria-hidden="true" />
      <span>
        <VisuallyHidden>Open </VisuallyHidden>Traffic{" "}
        <Text tone="faint" isNumeric>
          {length.toLocaleString("en")}
        </Text>
      </span>
    </button>
  );
}
