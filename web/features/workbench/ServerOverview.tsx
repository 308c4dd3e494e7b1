/** Shows the server's description of itself while nothing is selected. */
import { Markdown } from "../../content/Markdown.tsx";
import { JsonView } from "../../editor/JsonView.tsx";
import type { ConnectedView } from "../../stores/connections/connection.ts";
import { Negotiation } from "./Negotiation.tsx";
import styles from "./ServerOverview.module.css";

export function ServerOverview({ view }: { view: ConnectedView }) {
  const { serverInfo, capabilities, instructions, revision } = view.client.agreement;
  return (
    <div className={styles.overview}>
      <h2 className={styles.name}>{serverInfo.title ?? (serverInfo.name || "Unnamed server")}</h2>
      <p className={styles.muted}>
        {serverInfo.name} {serverInfo.version} · {revision}. Select an item in the explorer.
      </p>
      {instructions !== undefined && (
        <section aria-label="Instructions">
          <h3 className={styles.heading}>Instructions</h3>
          <div className={styles.instructions}>
            <Markdown text={instructions} label="Instructions" />
          </div>
        </section>
      )}
      <Negotiation connectionId={view.connection.id} />
      <section aria-label="Capabilities">
        <h3 className={styles.heading}>Capabilities</h3>
        <JsonView text={JSON.stringify(capabilities)} label="Capabilities" pretty />
      </section>
    </div>
  );
}
