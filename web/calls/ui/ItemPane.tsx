/** The workbench of one item: header, arguments and result. */
import { Columns2, Rows2 } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { taskSupportOf } from "../../../shared/client/tasks/taskSupport.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import type { SplitSide } from "../../servers/store/view/workbenchLayout.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useOwnerName } from "../../stores/useOpenServers.ts";
import { useRequestsOf } from "../../stores/useRequests.ts";
import { IconButton } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { submitArea } from "../../ui/submitArea.ts";
import { callableOf } from "../store/callable.ts";
import { draftOf, itemKey } from "../store/drafts.ts";
import { repeatKey } from "../store/repeats.ts";
import { BrokenTool } from "./BrokenTool.tsx";
import { DestructiveQuestion } from "./DestructiveQuestion.tsx";
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

/** Loaded when a series of calls is run. */
const RepeatReport = lazyComponent(
  async () => (await import("./results/outcome/RepeatReport.tsx")).RepeatReport,
  { preload: "manual" },
);

interface ItemPaneProps {
  readonly view: ConnectedView;
  readonly item: Item;
  /** Requests from the server, shown beside the call. */
  readonly questions: ReactNode;
}

export function ItemPane({ view, item, questions }: ItemPaneProps) {
  const { agreement } = view.client;
  const key = itemKey(item);
  const { serverId } = view.connection;
  const isTask = useStore(
    useStores().invocations.drafts,
    (drafts) => draftOf(drafts, serverId, key)?.isTask,
  );
  const callable = useMemo(() => callableOf(item, agreement, isTask), [item, agreement, isTask]);
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
  const isRepeated = useStore(useStores().invocations.repeats, (all) =>
    all.has(repeatKey(serverId, key)),
  );
  const hasResult = current !== undefined || calls.length > 0 || isRepeated;
  const isWaiting = useRequestsOf(key).some(({ ended }) => !ended);
  const owner = useOwnerName(serverId);
  useTakesFocus(frame);

  return (
    <>
      <DestructiveQuestion />
      <SplitPanes
        frame={frame}
        side={side}
        hasResult={hasResult}
        isWaiting={isWaiting}
        request={
          <div className={styles.call} {...submitArea(state.run)}>
            <div className={styles.request}>
              <div className={styles.top}>
                <ItemHeader item={item} owner={owner} />
                <ArrangementSwitch side={side} />
              </div>
              {item.kind === "resource" && (
                <ResourceWatch key={item.name} view={view} uri={item.name} />
              )}
              {item.broken && <BrokenTool broken={item.broken} />}
              <ArgumentsPane callable={callable} state={state} complete={complete} />
            </div>
            <div className={styles.bar}>
              <RunBar
                item={item}
                target={view.connection.target}
                callable={callable}
                state={state}
                taskSupport={item.kind === "tool" ? taskSupportOf(item.raw, agreement) : "no"}
              />
            </div>
          </div>
        }
        result={
          <>
            <div className={styles.questions} data-waiting={isWaiting || undefined}>
              {questions}
            </div>
            <div
              className={styles.result}
              data-empty={!hasResult || undefined}
              data-aside={isWaiting || undefined}
            >
              {isRepeated && <RepeatReport serverId={serverId} itemKey={key} />}
              <ResultPane
                item={item}
                run={current}
                calls={calls}
                revision={agreement.revision}
                isStale={state.isStale}
                isAside={isWaiting}
                readAnyway={readAnyway || undefined}
              />
            </div>
          </>
        }
      />
    </>
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
