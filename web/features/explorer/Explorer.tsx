/** Lists what the server offers, narrowed by one filter. */
import { type Ref, useDeferredValue, useRef, useState } from "react";
import { useConnection } from "../../hooks/useConnection.ts";
import { connectedView } from "../../stores/connections/connection.ts";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import styles from "./Explorer.module.css";

const Sections = lazyComponent(async () => (await import("./Sections.tsx")).Sections, {
  preload: "intent",
});

export interface ExplorerProps {
  readonly filterRef: Ref<HTMLInputElement>;
  /** Called when an item is chosen, not only moved over with the arrow keys. */
  readonly onOpen: () => void;
}

export function Explorer(props: ExplorerProps) {
  const all = useConnection();
  const view = connectedView(all);
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.explorer}>
      <SearchField label="Filter" value={filter} onChange={setFilter} inputRef={props.filterRef} />
      <div ref={scroller} className={styles.lists}>
        {view ? (
          <Sections view={view} filter={wanted} onOpen={props.onOpen} scroller={scroller} />
        ) : (
          <p className={styles.nothing}>
            {all.state.kind === "connecting"
              ? "Loading the lists of the server…"
              : "The tools, resources and prompts of a connected server appear here."}
          </p>
        )}
      </div>
    </div>
  );
}
