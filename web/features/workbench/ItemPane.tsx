/** One item of the server: what it is, what to send, what came back. */
import { type ReactNode, useMemo } from "react";
import type { Connection } from "../../session/connection.ts";
import type { Item } from "../../session/items.ts";
import { ArgumentsPane } from "./ArgumentsPane.tsx";
import { callableOf } from "./callable.ts";
import { ItemHeader } from "./ItemHeader.tsx";
import styles from "./ItemPane.module.css";
import { ResultPane } from "./ResultPane.tsx";
import { RunBar } from "./RunBar.tsx";
import { useItemRun } from "./useItemRun.ts";

export interface ItemPaneProps {
  readonly connection: Connection;
  readonly item: Item;
  /** What the server asks while the call runs; stands beside it. */
  readonly questions: ReactNode;
}

export function ItemPane({ connection, item, questions }: ItemPaneProps) {
  const callable = useMemo(() => callableOf(item), [item]);
  const state = useItemRun(connection, item, callable);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields within
    <div
      className={styles.pane}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        state.run();
      }}
    >
      <div className={styles.request}>
        <ItemHeader item={item} />
        <ArgumentsPane callable={callable} state={state} />
      </div>
      <RunBar callable={callable} state={state} />
      {questions}
      <ResultPane item={item} run={state.current} isStale={state.isStale} />
    </div>
  );
}
