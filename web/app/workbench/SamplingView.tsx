/** The sampling playground: requests of servers and of the user, and what answers them. */
import { type ReactNode, Suspense } from "react";
import { RulesPanel } from "../../inbox/ui/rules/RulesPanel.tsx";
import { ModelsPanel } from "../../sampling/ui/models/ModelsPanel.tsx";
import { Playground } from "../../sampling/ui/Playground.tsx";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { SamplingSection } from "../../view/viewStore.ts";
import styles from "./SamplingView.module.css";

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

/** Each section scrolls by itself, below the tabs; what keeps models is loaded with it. */
function scrolled(content: ReactNode) {
  return (
    <div className={styles.section}>
      <Suspense>{content}</Suspense>
    </div>
  );
}
