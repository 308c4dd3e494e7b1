/** Shows the server's description of itself while nothing is selected. */

import { useMemo, useState } from "react";
import type { RequestOutcome } from "../../../../shared/client/session/outcome.ts";
import { taskMethodsOf } from "../../../../shared/client/tasks/taskSupport.ts";
import { definitionTokens } from "../../../../shared/models/fit/tokens.ts";
import { Markdown } from "../../../content/Markdown.tsx";
import { formatMs, formatSize } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { useItems, useListSize } from "../../hooks/useItems.ts";
import { traitsOfKind } from "../../store/catalog/items.ts";
import { type ConnectedView, isOffline } from "../../store/connections/connection.ts";
import { Capabilities } from "./Capabilities.tsx";
import { ServerCards } from "./cards/ServerCards.tsx";
import { DefinitionChanges, useDefinitionComparison } from "./DefinitionChanges.tsx";
import { DeprecatedFeatures } from "./DeprecatedFeatures.tsx";
import { KeyNumbers } from "./KeyNumbers.tsx";
import { RevisionLine } from "./RevisionLine.tsx";
import { ExportReport } from "./report/ExportReport.tsx";
import { ServerIdentity } from "./ServerIdentity.tsx";
import styles from "./ServerOverview.module.css";
import { ServerTasksSection } from "./ServerTasksSection.tsx";
import { StartHere } from "./StartHere.tsx";
import { ToolDefinitions } from "./ToolDefinitions.tsx";
import { useConnectionStart } from "./useConnectionStart.ts";

export function ServerOverview({ view }: { view: ConnectedView }) {
  const { agreement } = view.client;
  const { instructions } = agreement;
  const tasks = taskMethodsOf(agreement);
  const { steps, readiness } = useConnectionStart(view.connection.id);
  const comparison = useDefinitionComparison(view);
  const isUnchanged = comparison?.changes.length === 0;
  const { data } = useItems(view, traitsOfKind("tool"));
  const size = useListSize(view, traitsOfKind("tool"));
  const tools = useMemo(
    () => (data ?? []).map((item) => ({ item, tokens: definitionTokens(item.raw) })),
    [data],
  );
  return (
    <div className={styles.overview}>
      <ServerIdentity
        agreement={agreement}
        unchangedSince={isUnchanged ? comparison.since : undefined}
        actions={
          <>
            <Ping key={view.connection.id} view={view} />
            <Diagnose view={view} />
            <ExportReport view={view} />
          </>
        }
      />
      <DefinitionChanges comparison={comparison} />
      <KeyNumbers
        connectionId={view.connection.id}
        size={size}
        tools={tools}
        readiness={readiness}
      />
      <StartHere view={view} />
      <ToolDefinitions tools={tools} />
      <div className={styles.columns}>
        <Capabilities view={view} />
        <Stack gap={4}>
          <RevisionLine revision={agreement.revision} steps={steps} />
          <DeprecatedFeatures connectionId={view.connection.id} />
        </Stack>
      </div>
      {tasks && (
        <ServerTasksSection key={`tasks ${view.connection.id}`} view={view} methods={tasks} />
      )}
      <ServerCards key={`cards ${view.connection.id}`} view={view} />
      {instructions !== undefined && <Instructions text={instructions} />}
    </div>
  );
}

/** Longer texts show their first lines until all are asked for. */
const maxLines = 6;
const maxLength = 480;

/** The server's own words to models, framed, so that they are not mistaken for those of the page. */
function Instructions({ text }: { text: string }) {
  const isLong = text.length > maxLength || text.split("\n", maxLines + 1).length > maxLines;
  const [isWhole, setWhole] = useState(!isLong);
  return (
    <section aria-label="Instructions" className={styles.frame}>
      <header className={styles.head}>
        <Heading level={3}>Instructions</Heading>
        <span className={styles.size}>the server’s own words · {formatSize(text.length)}</span>
        {isLong && (
          <Button size="small" variant="quiet" onPress={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : "Show all"}
          </Button>
        )}
      </header>
      <div className={styles.text} data-cut={!isWhole || undefined}>
        <Markdown text={text} label="Instructions" />
      </div>
    </section>
  );
}

/** Without `ping`, which the modern era does not have, `server/discover` is the smallest request. */
function Ping({ view }: { view: ConnectedView }) {
  const { connection, client } = view;
  const [outcome, setOutcome] = useState<RequestOutcome | "pending">();
  const method = client.session.era().kind === "modern" ? "server/discover" : "ping";
  const ping = async () => {
    setOutcome("pending");
    setOutcome(await client.request(method, undefined, { initiator: { kind: "user" } }).done);
  };
  return (
    <p className={styles.ping}>
      <Button
        size="small"
        isDisabled={outcome === "pending" || isOffline(connection.state.getState())}
        onPress={() => void ping()}
      >
        Ping
      </Button>
      <span role="status" aria-label="Ping">
        {outcome !== undefined && outcome !== "pending" && wordsOf(outcome, method)}
      </span>
    </p>
  );
}

/** Examines a connection that works: streams, CORS, clocks. The notice of a failure has its own button. */
function Diagnose({ view: { connection, client } }: { view: ConnectedView }) {
  const { doctor } = useStores();
  if (connection.state.getState().kind !== "connected" || client.initializedFailure) return null;
  return (
    <Button size="small" onPress={() => void doctor.diagnose(connection, false)}>
      Diagnose
    </Button>
  );
}

function wordsOf(outcome: RequestOutcome, method: string): string {
  switch (outcome.kind) {
    case "result":
      return `${method} answered in ${formatMs(outcome.answer.ms)}`;
    case "error":
      return `${method} answered with error ${outcome.error.code} in ${formatMs(outcome.answer.ms)}`;
    case "failed":
      return `No answer to ${method}: see Traffic`;
    case "cancelled":
      return "";
  }
}
