/** Shows the server's description of itself while nothing is selected. */
import { Markdown } from "../../../content/Markdown.tsx";
import type { ConnectedView } from "../../../stores/connections/connection.ts";
import { Capabilities } from "./Capabilities.tsx";
import { DefinitionChanges } from "./DefinitionChanges.tsx";
import { Negotiation } from "./Negotiation.tsx";
import { Ping } from "./Ping.tsx";
import { ServerIdentity } from "./ServerIdentity.tsx";
import styles from "./ServerOverview.module.css";
import { ToolDefinitions } from "./ToolDefinitions.tsx";

export function ServerOverview({ view }: { view: ConnectedView }) {
  const { instructions } = view.client.agreement;
  return (
    <div className={styles.overview}>
      <ServerIdentity agreement={view.client.agreement} />
      <Ping key={view.connection.id} view={view} />
      <DefinitionChanges view={view} />
      {instructions !== undefined && (
        <section aria-label="Instructions">
          <h3 className={styles.heading}>Instructions</h3>
          <div className={styles.instructions}>
            <Markdown text={instructions} label="Instructions" />
          </div>
        </section>
      )}
      <ToolDefinitions view={view} />
      <Negotiation connectionId={view.connection.id} />
      <Capabilities view={view} />
    </div>
  );
}
