/** What the server offers, in lists that one filter narrows. */
import { type Ref, useDeferredValue, useState } from "react";
import { lists } from "../../session/items.ts";
import { type ConnectedView, connectedView, useConnection } from "../../session/useConnection.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import styles from "./Explorer.module.css";
import { ItemSection } from "./ItemSection.tsx";

export function Explorer(props: { filterRef: Ref<HTMLInputElement> }) {
  const all = useConnection();
  const view = connectedView(all);
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  return (
    <div className={styles.explorer}>
      <SearchField label="Filter" value={filter} onChange={setFilter} inputRef={props.filterRef} />
      <div className={styles.lists}>
        {view ? (
          <Sections view={view} filter={wanted} />
        ) : (
          <p className={styles.nothing}>
            {all.state.kind === "connecting"
              ? "Asking the server what it offers…"
              : "What a server offers appears here."}
          </p>
        )}
      </div>
    </div>
  );
}

function Sections({ view, filter }: { view: ConnectedView; filter: string }) {
  const { capabilities } = view.client.agreement;
  const offered = lists.filter((list) => capabilities[list.capability]);
  if (offered.length === 0) {
    return <p className={styles.nothing}>The server declares no tools, resources or prompts.</p>;
  }
  return offered.map((list) => (
    <ItemSection
      key={`${view.connection.id} ${list.kind}`}
      view={view}
      list={list}
      filter={filter}
    />
  ));
}
