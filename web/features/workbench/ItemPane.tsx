/** The workbench of one item: header, arguments and result. */
import { type ReactNode, useMemo, useRef } from "react";
import type { Item } from "../../stores/catalog/items.ts";
import type { ConnectedView } from "../../stores/connections/connection.ts";
import { callableOf } from "../../stores/invocations/callable.ts";
import { BrokenTool } from "./BrokenTool.tsx";
import { ItemHeader } from "./ItemHeader.tsx";
import styles from "./ItemPane.module.css";
import { ResourceWatch } from "./ResourceWatch.tsx";
import { ArgumentsPane } from "./request/ArgumentsPane.tsx";
import { RunBar } from "./request/RunBar.tsx";
import { useComplete } from "./request/useComplete.ts";
import { useItemRun } from "./request/useItemRun.ts";
import { useTakesFocus } from "./request/useTakesFocus.ts";
import { ResultPane } from "./results/ResultPane.tsx";

export interface ItemPaneProps {
  readonly view: ConnectedView;
  readonly item: Item;
  /** Requests from the server, shown beside the call. */
  readonly questions: ReactNode;
}

export function ItemPane({ view, item, questions }: ItemPaneProps) {
  const { agreement } = view.client;
  const callable = useMemo(() => callableOf(item, agreement), [item, agreement]);
  const state = useItemRun(view, item, callable);
  const complete = useComplete(view, callable, state.draft.argumentsText);
  const pane = useRef<HTMLDivElement>(null);
  useTakesFocus(pane);
  const { bodyLimit } = view.connection;
  const bytes = bodyLimit.next();
  const readAnyway = bytes !== undefined && {
    bytes,
    run() {
      bodyLimit.raise();
      state.run();
    },
  };

  return (
    <div className={styles.frame}>
      <div ref={pane} className={styles.pane}>
        <div className={styles.request}>
          <ItemHeader item={item} />
          {item.kind === "resource" && (
            <ResourceWatch key={item.name} view={view} uri={item.name} />
          )}
          {item.broken && <BrokenTool broken={item.broken} />}
          <ArgumentsPane callable={callable} state={state} complete={complete} />
        </div>
        <div className={styles.bar}>
          <RunBar callable={callable} state={state} />
        </div>
        <div className={styles.questions}>{questions}</div>
        <div className={styles.result}>
          <ResultPane
            item={item}
            run={state.current}
            isStale={state.isStale}
            readAnyway={readAnyway || undefined}
          />
        </div>
      </div>
    </div>
  );
}
