/** The panel that generates answers, loaded on demand. */
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import styles from "./Generate.module.css";

/** {@link import("./GeneratePanel.tsx").GeneratePanel}, loaded when it is shown. */
export const GeneratePanel = lazyComponent(
  async () => (await import("./GeneratePanel.tsx")).GeneratePanel,
  { Fallback: GeneratePlace },
);

/** Keeps the panel's place, so that the buttons below it do not move while they are pressed. */
function GeneratePlace() {
  return <div className={styles.place} />;
}
