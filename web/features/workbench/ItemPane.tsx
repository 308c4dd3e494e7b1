/** The workbench of one item: header, arguments and result. */
import { Columns2, Rows2 } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import { useStores } from "../../hooks/StoresContext.tsx";
import type { Item } from "../../stores/catalog/items.ts";
import type { ConnectedView } from "../../stores/connections/connection.ts";
import { callableOf } from "../../stores/invocations/callable.ts";
import type { SplitSide } from "../../stores/view/workbenchLayout.ts";
import { IconButton } from "../../ui/Button.tsx";
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
import { SplitPanes } from "./SplitPanes.tsx";
import { useArrangement } from "./useArrangement.ts";

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
  const { bodyLimit } = view.connection;
  const bytes = bodyLimit.next();
  const readAnyway = bytes !== undefined && {
    bytes,
    run() {
      bodyLimit.raise();
      state.run();
    },
  };
  const { current, calls } = state;
  const frame = useRef<HTMLDivElement>(null);
  const side = useArrangement(frame);
  useTakesFocus(frame);

  return (
    <SplitPanes
      frame={frame}
      side={side}
      hasResult={current !== undefined || calls.length > 0}
      request={
        <>
          <div className={styles.request}>
            <div className={styles.top}>
              <ItemHeader item={item} />
              <ArrangementSwitch side={side} />
            </div>
            {item.kind === "resource" && (
              <ResourceWatch key={item.name} view={view} uri={item.name} />
            )}
            {item.broken && <BrokenTool broken={item.broken} />}
            <ArgumentsPane callable={callable} state={state} complete={complete} />
          </div>
          <div className={styles.bar}>
            <RunBar callable={callable} state={state} />
          </div>
        </>
      }
      result={
        <>
          <div className={styles.questions}>{questions}</div>
          <div className={styles.result}>
            <ResultPane
              item={item}
              run={current}
              calls={calls}
              revision={agreement.revision}
              isStale={state.isStale}
              readAnyway={readAnyway || undefined}
            />
          </div>
        </>
      }
    />
  );
}

/** Places the result beside or below the request. */
function ArrangementSwitch({ side }: { side: SplitSide }) {
  const { workbenchLayout } = useStores();
  const other = side === "beside" ? "below" : "beside";
  return (
    <div className={styles.switch}>
      <IconButton
        label={`Show the result ${other} the request`}
        icon={side === "beside" ? Rows2 : Columns2}
        size="small"
        onPress={() => workbenchLayout.arrange(other)}
      />
    </div>
  );
}
