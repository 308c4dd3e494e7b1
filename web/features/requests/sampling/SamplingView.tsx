/** The sampling playground: requests of servers and of one's own, and what answers them. */
import { useStores, useView } from "../../../hooks/StoresContext.tsx";
import type { SamplingSection } from "../../../stores/view/viewStore.ts";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { RulesPanel } from "../rules/RulesPanel.tsx";
import { Playground } from "./Playground.tsx";
import styles from "./SamplingView.module.css";

const ModelsPanel = lazyComponent(
  async () => (await import("./models/ModelsPanel.tsx")).ModelsPanel,
  { preload: "manual" },
);

export function SamplingView() {
  const { view } = useStores();
  const section = useView((state) => state.samplingSection);
  return (
    <Tabs<SamplingSection>
      label="Sampling sections"
      tabs={[
        { id: "playground", label: "Playground", content: <Playground /> },
        { id: "rules", label: "Rules", content: <RulesPanel /> },
        { id: "models", label: "Models", content: <ModelsPanel /> },
      ]}
      value={section}
      onChange={view.showSampling}
      className={styles.view}
    />
  );
}
