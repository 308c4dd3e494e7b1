/** Shows the server's description of itself while nothing is selected. */
import { taskMethodsOf } from "../../../../shared/client/tasks/taskSupport.ts";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import type { ConnectedView } from "../../store/connections/connection.ts";
import { Capabilities } from "./Capabilities.tsx";
import { DefinitionChanges, useDefinitionComparison } from "./DefinitionChanges.tsx";
import { Instructions } from "./Instructions.tsx";
import { KeyNumbers } from "./KeyNumbers.tsx";
import { Ping } from "./Ping.tsx";
import { RevisionLine } from "./RevisionLine.tsx";
import { ServerIdentity } from "./ServerIdentity.tsx";
import styles from "./ServerOverview.module.css";
import { StartHere } from "./StartHere.tsx";
import { ToolDefinitions } from "./ToolDefinitions.tsx";
import { useConnectionStart } from "./useConnectionStart.ts";

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
  const { steps, readyMs } = useConnectionStart(view.connection.id);
  const comparison = useDefinitionComparison(view);
  const isUnchanged = comparison?.changes.length === 0;
  return (
    <div className={styles.overview}>
      <ServerIdentity
        agreement={agreement}
        unchangedSince={isUnchanged ? comparison.since : undefined}
        actions={
          <>
            <Ping key={view.connection.id} view={view} />
            <ExportReport view={view} />
          </>
        }
      />
      <DefinitionChanges comparison={comparison} />
      <KeyNumbers view={view} readyMs={readyMs} />
      <StartHere view={view} />
      <ToolDefinitions view={view} />
      {tasks && (
        <ServerTasksSection key={`tasks ${view.connection.id}`} view={view} methods={tasks} />
      )}
      <div className={styles.columns}>
        <Capabilities view={view} />
        <RevisionLine revision={agreement.revision} steps={steps} />
      </div>
      {instructions !== undefined && <Instructions text={instructions} />}
    </div>
  );
}
