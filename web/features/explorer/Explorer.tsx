/** What the server offers, in lists that one filter narrows. */
import { type Ref, useDeferredValue, useState } from "react";
import type { Agreement } from "../../../shared/client/initialize.ts";
import type { Connection } from "../../session/connection.ts";
import { lists } from "../../session/items.ts";
import { useConnection } from "../../session/useConnection.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import styles from "./Explorer.module.css";
import { ItemSection } from "./ItemSection.tsx";

export function Explorer(props: { filterRef: Ref<HTMLInputElement> }) {
  const { connection, state } = useConnection();
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  const agreement =
    state.kind === "connected" || state.kind === "lost" ? state.agreement : undefined;
  return (
    <div className={styles.explorer}>
      <SearchField label="Filter" value={filter} onChange={setFilter} inputRef={props.filterRef} />
      <div className={styles.lists}>
        {connection && agreement ? (
          <Sections connection={connection} agreement={agreement} filter={wanted} />
        ) : (
          <p className={styles.nothing}>
            {state.kind === "connecting"
              ? "Asking the server what it offers…"
              : "What a server offers appears here."}
          </p>
        )}
      </div>
    </div>
  );
}

function Sections(props: { connection: Connection; agreement: Agreement; filter: string }) {
  const { connection, agreement, filter } = props;
  const offered = lists.filter((list) => agreement.capabilities[list.capability]);
  if (offered.length === 0) {
    return <p className={styles.nothing}>The server declares no tools, resources or prompts.</p>;
  }
  return offered.map((list) => (
    <ItemSection
      key={`${connection.id} ${list.kind}`}
      connection={connection}
      revision={agreement.revision}
      list={list}
      filter={filter}
    />
  ));
}
