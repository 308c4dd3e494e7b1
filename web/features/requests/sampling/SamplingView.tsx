/** The sampling playground: what answers the sampling requests of servers. */
import { useStores, useView } from "../../../hooks/StoresContext.tsx";
import type { SamplingSection } from "../../../stores/view/viewStore.ts";
import { Tabs } from "../../../ui/Tabs.tsx";
import { RulesPanel } from "../rules/RulesPanel.tsx";

export function SamplingView() {
  const { view } = useStores();
  const section = useView((state) => state.samplingSection);
  return (
    <Tabs<SamplingSection>
      label="Sampling sections"
      tabs={[{ id: "rules", label: "Rules", content: <RulesPanel /> }]}
      value={section}
      onChange={view.showSampling}
    />
  );
}
