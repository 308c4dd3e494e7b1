/** The panel that generates answers, loaded on demand. */
import { lazyComponent } from "../../../ui/lazyComponent.tsx";

/** {@link import("./GeneratePanel.tsx").GeneratePanel}, loaded when it is shown. */
export const GeneratePanel = lazyComponent(
  async () => (await import("./GeneratePanel.tsx")).GeneratePanel,
);
