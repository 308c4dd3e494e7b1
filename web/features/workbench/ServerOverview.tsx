/** What a server says of itself, while nothing of it is selected. */
import type { Agreement } from "../../../shared/client/initialize.ts";
import { JsonView } from "../../editor/JsonView.tsx";
import styles from "./ServerOverview.module.css";

export function ServerOverview({ agreement }: { agreement: Agreement }) {
  const { serverInfo, capabilities, instructions, revision } = agreement;
  return (
    <div className={styles.overview}>
      <h2 className={styles.name}>
        {serverInfo.title ?? (serverInfo.name || "A server without a name")}
      </h2>
      <p className={styles.muted}>
        {serverInfo.name} {serverInfo.version} · {revision}. Choose something in the explorer to
        call it.
      </p>
      {instructions !== undefined && (
        <section aria-label="Instructions">
          <h3 className={styles.heading}>Instructions</h3>
          <p className={styles.instructions}>{instructions}</p>
        </section>
      )}
      <section aria-label="Capabilities">
        <h3 className={styles.heading}>Capabilities</h3>
        <JsonView text={JSON.stringify(capabilities)} label="Capabilities" pretty />
      </section>
    </div>
  );
}
