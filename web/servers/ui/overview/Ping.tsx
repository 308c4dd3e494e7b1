/** Measures how long the server takes to answer. */
import { useState } from "react";
import type { RequestOutcome } from "../../../../shared/client/session/outcome.ts";
import { formatMs } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { type ConnectedView, isOffline } from "../../store/connections/connection.ts";
import styles from "./ServerOverview.module.css";

/** Without `ping`, which the modern era does not have, `server/discover` is the smallest request. */
export function Ping({ view }: { view: ConnectedView }) {
  const { connection, client } = view;
  const [outcome, setOutcome] = useState<RequestOutcome | "pending">();
  const method = client.session.era().kind === "modern" ? "server/discover" : "ping";
  const ping = async () => {
    setOutcome("pending");
    setOutcome(await client.session.request(method).done);
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
