/** Shows the server's description of itself while nothing is selected. */
import { taskMethodsOf } from "../../../../shared/client/tasks/taskSupport.ts";
import { Markdown } from "../../../content/Markdown.tsx";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import type { ConnectedView } from "../../store/connections/connection.ts";
import { Capabilities } from "./Capabilities.tsx";
import { DefinitionChanges } from "./DefinitionChanges.tsx";
import { Negotiation } from "./Negotiation.tsx";
import { Ping } from "./Ping.tsx";
import { ServerIdentity } from "./ServerIdentity.tsx";
import styles from "./ServerOverview.module.css";
import { ToolDefinitions } from "./ToolDefinitions.tsx";

/** Few servers have tasks. */
const ServerTasksSection = lazyComponent(
  async () => (await import("./ServerTasksSection.tsx")).ServerTasksSection,
  { preload: "manual" },
);

const ExportReport = lazyComponent(
  async () => (await import("./report/ExportReport.tsx")).ExportReport,
  { preload: "manual" },
);

export function ServerOverview({ view }: { view: ConnectedView }) {
  const { agreement } = view.client;
  const { instructions } = agreement;
  const tasks = taskMethodsOf(agreement);
  return (
    <div className={styles.overview}>
      <ServerIdentity agreement={agreement} />
      <div className={styles.actions}>
        <Ping key={view.connection.id} view={view} />
        <ExportReport view={view} />
      </div>
      <DefinitionChanges view={view} />
      {instructions !== undefined && (
        <section aria-label="Instructions">
          <h3 className={styles.heading}>Instructions</h3>
          <div className={styles.instructions}>
            <Markdown text={instructions} label="Instructions" />
          </div>
        </section>
      )}
      {tasks && (
        <ServerTasksSection key={`tasks ${view.connection.id}`} view={view} methods={tasks} />
      )}
      <ToolDefinitions view={view} />
      <Negotiation connectionId={view.connection.id} />
      <Capabilities view={view} />
    </div>
  );
}
