/** The workbench of one item: header, arguments and result. */
import { Columns2, Rows2 } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { useStore } from "zustand";
import type { SubscriptionRefusal } from "../../../shared/client/subscriptions/resourceSubscriptions.ts";
import { taskSupportOf } from "../../../shared/client/tasks/taskSupport.ts";
import { useRequestsOf } from "../../inbox/hooks/useRequests.ts";
import { failureText } from "../../messages/failureMessages.ts";
import { useMinWidth } from "../../platform/useMinWidth.ts";
import { useOwnerName } from "../../servers/hooks/useOpenServers.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { submitArea } from "../../ui/submitArea.ts";
import type { SplitSide } from "../../view/workbenchLayout.ts";
import { callableOf } from "../store/callable.ts";
import { draftOf, itemKey } from "../store/drafts.ts";
import { repeatKey } from "../store/repeats.ts";
import { BrokenTool } from "./BrokenTool.tsx";
import { ItemHeader } from "./ItemHeader.tsx";
import styles from "./ItemPane.module.css";
import { ArgumentsPane } from "./request/ArgumentsPane.tsx";
import { RunBar } from "./request/RunBar.tsx";
import { useComplete } from "./request/useComplete.ts";
import { useItemRun } from "./request/useItemRun.ts";
import { ResultPane } from "./results/ResultPane.tsx";
import type { AppOf } from "./results/resultView.ts";
import { SplitPanes } from "./SplitPanes.tsx";

/** Loaded when a series of calls is run. */
const RepeatReport = lazyComponent(
  async () => (await import("./results/outcome/RepeatReport.tsx")).RepeatReport,
);

interface ItemPaneProps {
  readonly view: ConnectedView;
  readonly item: Item;
  /** Requests from the server, shown beside the call. */
  readonly questions: ReactNode;
  readonly appOf: AppOf;
}

export function ItemPane({ view, item, questions, appOf }: ItemPaneProps) {
  const { agreement } = view.client;
  const key = itemKey(item);
  const { serverId } = view.connection;
  const isTask = useStore(
    useStores().calls.drafts,
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
  const isRepeated = useStore(useStores().calls.repeats, (all) =>
    all.has(repeatKey(serverId, key)),
  );
  const hasResult = current !== undefined || calls.length > 0 || isRepeated;
  const isWaiting = useRequestsOf(key).some(({ ended }) => !ended);
  const owner = useOwnerName(serverId);
  useTakesFocus(frame);

  return (
    <SplitPanes
      frame={frame}
      side={side}
      hasResult={hasResult}
      isWaiting={isWaiting}
      request={
        <div className={styles.call} {...submitArea(state.run)}>
          <div className={styles.request}>
            <ItemHeader item={item} owner={owner} actions={<ArrangementSwitch side={side} />} />
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
              serverId={serverId}
              item={item}
              run={current}
              calls={calls}
              revision={agreement.revision}
              isStale={state.isStale}
              formerCallOf={state.formerCallOf}
              putBack={(argumentsText) =>
                state.change({ argumentsText, envelope: undefined, whole: undefined })
              }
              runAgain={state.canRun ? state.run : undefined}
              isAside={isWaiting}
              readAnyway={readAnyway || undefined}
              appOf={appOf}
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

/** CSS pixels from which both have room beside each other. */
const besideWidth = 832;

/** @param frame the element that both share */
function useArrangement(frame: RefObject<HTMLElement | null>): SplitSide {
  const arrangement = useStore(useStores().workbenchLayout, (state) => state.arrangement);
  const hasRoom = useMinWidth(frame, besideWidth);
  return arrangement === "auto" ? (hasRoom ? "beside" : "below") : arrangement;
}

/** Subscribes to a resource; its result says when it has changed. */
function ResourceWatch({ view, uri }: { view: ConnectedView; uri: string }) {
  const { resourceSubscriptions } = view.client;
  // A new connection starts without subscriptions.
  const isSubscribed = useSyncExternalStore(resourceSubscriptions.subscribe, () =>
    resourceSubscriptions.isSubscribed(uri),
  );
  const refusal = useSyncExternalStore(resourceSubscriptions.subscribe, () =>
    resourceSubscriptions.refusal(uri),
  );
  if (!resourceSubscriptions.canSubscribe()) return null;
  return (
    <div className={styles.watch}>
      <Switch
        label="Subscribe to changes"
        isSelected={isSubscribed}
        onChange={(isWanted) => void resourceSubscriptions.watch(uri, isWanted)}
      />
      <span role="status">{refusal !== undefined && refusalText(refusal)}</span>
    </div>
  );
}

function refusalText(refusal: SubscriptionRefusal): string {
  if (refusal === "not-acknowledged") return "The server did not accept the subscription.";
  switch (refusal.kind) {
    case "error":
      return `The server refused: ${refusal.error.code} ${refusal.error.message}`;
    case "failed":
      return `The request failed: ${failureText(refusal.failure).what}.`;
    case "cancelled":
      return "The request was cancelled.";
  }
}

/** @param pane the element with the arguments and the button that runs the item */
function useTakesFocus(pane: RefObject<HTMLElement | null>): void {
  const { view } = useStores();
  const takesFocus = useView((state) => state.takesFocus);
  useEffect(() => {
    if (!takesFocus) return;
    const control = firstControl(pane.current);
    control?.focus();
    // a value is replaced by typing
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.select();
    }
    view.tookFocus();
  }, [takesFocus, view, pane]);
}

/** The first field, else the button that adds one, else the button that runs the item. */
function firstControl(pane: HTMLElement | null): HTMLElement | undefined {
  const panel = pane?.querySelector("[role=tabpanel]");
  const field = panel?.querySelector<HTMLElement>(
    "textarea, input:not([type=hidden], :disabled), [role=combobox], button[aria-haspopup=listbox]",
  );
  const run = [...(pane?.querySelectorAll<HTMLElement>("button[data-run]") ?? [])];
  return field ?? run[0] ?? pane?.querySelector("button") ?? undefined;
}
