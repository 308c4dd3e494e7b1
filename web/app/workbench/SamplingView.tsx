/** The sampling playground: requests of servers and of the user, and what answers them. */
import type { ReactNode } from "react";
import { RulesPanel } from "../../inbox/ui/rules/RulesPanel.tsx";
import { Playground } from "../../sampling/ui/Playground.tsx";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { SamplingSection } from "../../view/viewStore.ts";
import styles from "./SamplingView.module.css";

const ModelsPanel = lazyComponent(
  async () => (await import("../../sampling/ui/models/ModelsPanel.tsx")).ModelsPanel,
);

export function SamplingView() {
  const { view } = useStores();
  const section = useView((state) => state.samplingSection);
  return (
    <Tabs<SamplingSection>
      label="Sampling sections"
      tabs={[
        { id: "playground", label: "Playground", content: scrolled(<Playground />) },
        { id: "rules", label: "Rules", content: scrolled(<RulesPanel />) },
        { id: "models", label: "Models", content: scrolled(<ModelsPanel />) },
      ]}
      value={section}
      onChange={view.showSampling}
      className={styles.view}
    />
  );
}

/** Each section scrolls by itself, below the tabs. */
function scrolled(content: ReactNode) {
  return <div className={styles.section}>{content}</div>;
}
