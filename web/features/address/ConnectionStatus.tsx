/** The state of the connection in words, then numbers. */
import type { Transport } from "../../../shared/transport/transport.ts";
import type { Connection } from "../../session/connection.ts";
import { lists } from "../../session/items.ts";
import { useItems } from "../../session/queries.ts";
import { useConnection } from "../../session/useConnection.ts";
import { failureWords } from "../../words/failureWords.ts";
import styles from "./ConnectionStatus.module.css";

const transportNames: Readonly<Record<Transport["kind"], string>> = {
  "streamable-http": "Streamable HTTP",
  stdio: "stdio",
};

export function ConnectionStatus() {
  const { connection, state } = useConnection();
  return (
    <div className={styles.status} data-kind={state.kind}>
      <span className={styles.light} aria-hidden="true" />
      <p role="status" aria-label="Connection" className={styles.words}>
        {statusWords(connection, state)}
      </p>
      {connection && state.kind === "connected" && (
        <Numbers connection={connection} agreement={state.agreement} />
      )}
    </div>
  );
}

type State = ReturnType<typeof useConnection>["state"];

function statusWords(connection: Connection | undefined, state: State): string {
  switch (state.kind) {
    case "none":
    case "closed":
      return "Not connected";
    case "connecting":
      return "Connecting…";
    case "connected": {
      const transport = connection ? transportNames[connection.transport.kind] : "";
      return `Connected · ${state.agreement.revision} · ${transport}`;
    }
    case "failed":
    case "lost":
      return `Failed: ${failureWords(state.failure).what}`;
  }
}

function Numbers(props: {
  connection: Connection;
  agreement: Extract<State, { kind: "connected" }>["agreement"];
}) {
  const { serverInfo } = props.agreement;
  const name = serverInfo.title ?? serverInfo.name;
  return (
    <p className={styles.numbers}>
      {name && <span title={`${serverInfo.name} ${serverInfo.version}`}>{name}</span>}
      {lists.map((list) =>
        props.agreement.capabilities[list.capability] ? (
          <Count key={list.kind} {...props} list={list} />
        ) : null,
      )}
    </p>
  );
}

function Count(props: {
  connection: Connection;
  agreement: { readonly revision: string };
  list: (typeof lists)[number];
}) {
  const { data } = useItems(props.connection, props.agreement.revision, props.list);
  if (!data || data.length === 0) return null;
  return (
    <span>
      {data.length} {props.list.heading.toLowerCase()}
    </span>
  );
}
