/** The calls of this browser, newest first, beside the selected one or a comparison. */
import { useDeferredValue, useState } from "react";
import { useStore } from "zustand";
import { formatCount } from "../../../messages/quantities.ts";
import { storageProblemText } from "../../../sessions/messages/restoreMessages.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useOnDemand } from "../../../stores/useOnDemand.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { Notice } from "../../../ui/Notice.tsx";
import { AlertDialog } from "../../../ui/overlays/AlertDialog.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import type { CallHistory, StoredCall } from "../../store/history/callHistory.ts";
import { matchesCall } from "../../store/history/historyCall.ts";
import { CallDetail } from "./CallDetail.tsx";
import { CallList } from "./CallList.tsx";
import { Comparison } from "./Comparison.tsx";
import styles from "./HistoryView.module.css";

const loadHistory = (history: CallHistory) => history.load();

/** @param props.query words that a call must have */
export function HistoryView({ query }: { query: string }) {
  const history = useOnDemand(useStores().calls.history, loadHistory);
  return history && <History history={history} query={query} />;
}

function History({ history, query }: { history: CallHistory; query: string }) {
  const problem = useStore(useStores().persistence, (state) => state.problem);
  const calls = useStore(history.calls, (state) => state.calls) ?? [];
  const words = useDeferredValue(query).toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? calls : calls.filter((call) => matchesCall(call, words));
  const [selectedId, select] = useState<string>();
  /** The call that the selected one is compared with. */
  const [otherId, compareWith] = useState<string>();
  const selected = calls.find(({ id }) => id === selectedId) ?? found[0];
  const other = calls.find(({ id }) => id === otherId);

  if (calls.length === 0) {
    return (
      <EmptyState title="No calls yet">
        {problem ? storageProblemText[problem] : "They stay here, encrypted in this browser."}
      </EmptyState>
    );
  }
  return (
    <div className={layout.view}>
      <div className={layout.parts}>
        <div className={layout.side}>
          <CallList calls={found} selectedId={selected?.id} otherId={otherId} onSelect={select} />
          <Row gap={0} className={styles.foot}>
            <p role="status" className={styles.count}>
              {words.length === 0
                ? formatCount(calls.length, "call")
                : `${found.length} of ${formatCount(calls.length, "call")}`}
            </p>
            <ClearButton onClear={() => void history.clear()} />
          </Row>
        </div>
        <div className={layout.detail}>
          {problem && (
            <Notice severity="warning" title={storageProblemText[problem]} isLive={false} />
          )}
          {selected && (
            <Selected
              history={history}
              call={selected}
              other={other}
              onCompare={compareWith}
              onRemoved={() => select(undefined)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function Selected(props: {
  history: CallHistory;
  call: StoredCall;
  other: StoredCall | undefined;
  onCompare: (id: string | undefined) => void;
  onRemoved: () => void;
}) {
  const { history, call, other, onCompare, onRemoved } = props;
  if (other && other.id !== call.id) {
    const [before, after] = other.at < call.at ? [other, call] : [call, other];
    return <Comparison before={before} after={after} onEnd={() => onCompare(undefined)} />;
  }
  return (
    <CallDetail
      call={call}
      isCompared={other !== undefined}
      onCompare={() => onCompare(other ? undefined : call.id)}
      onPin={() => void history.pin(call.id, !call.isPinned)}
      onRemove={() => {
        onRemoved();
        void history.remove(call.id);
      }}
    />
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" onPress={() => setAsking(true)}>
        Clear history
      </Button>
      <AlertDialog
        title="Clear the history?"
        confirmLabel="Clear history"
        isDanger
        isGuarded={false}
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false);
          onClear();
        }}
        onCancel={() => setAsking(false)}
      >
        All calls are deleted in this browser, pinned ones included.
      </AlertDialog>
    </>
  );
}
