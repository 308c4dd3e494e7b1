/** One request of a replay: the recorded and the new answer, and the outcome. */
import { Play } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import type { Comparison } from "../../../../shared/recording/replay/compareAnswers.ts";
import type { ReplayStep } from "../../../../shared/recording/replay/planReplay.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { FailureNotice } from "../../../messages/FailureNotice.tsx";
import { formatMs } from "../../../messages/quantities.ts";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DiffTable } from "../../../ui/diff/DiffTable.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { Notice } from "../../../ui/Notice.tsx";
import {
  duplicateNameText,
  maskedRequestText,
  replayStepText,
} from "../../messages/replayMessages.ts";
import { compare } from "../../store/replay/compare.ts";
import type { ComparedAnswers } from "../../store/replay/compareWorker.ts";
import type { ReplayStepState, Replays } from "../../store/replay/replays.ts";

interface Props {
  readonly step: ReplayStep;
  readonly state: ReplayStepState | undefined;
  readonly replays: Replays;
  readonly isRunning: boolean;
  readonly onReplay: () => void;
}

export function StepDetail({ step, state, replays, isRunning, onReplay }: Props) {
  const { view } = useStores();
  const isConnected = useConnection().state.kind === "connected";
  const { request } = step;
  const { method, subject } = request;
  return (
    <article aria-label="Replayed request" className={layout.article}>
      <h2 className={layout.title}>
        {method} {subject !== undefined && escapeHidden(subject)}
      </h2>
      <div className={layout.actions}>
        {isConnected && (
          <Button icon={Play} isDisabled={isRunning || step.isMasked} onPress={onReplay}>
            Replay this request
          </Button>
        )}
        <Button variant="quiet" onPress={() => view.showEntry(request.entry.seq)}>
          Show request in Traffic
        </Button>
        {state?.kind === "answered" && (
          <Button variant="quiet" onPress={() => view.showEntry(state.seq)}>
            Show new answer in Traffic
          </Button>
        )}
      </div>
      <p role="status" className={layout.note}>
        {replayStepText(state)?.text}
        {state?.kind === "answered" && `, ${formatMs(state.ms)}`}
      </p>
      {step.isMasked && (
        <Notice severity="warning" title="Not sent" isLive={false}>
          {maskedRequestText}
        </Notice>
      )}
      {state?.kind === "not-sent" && state.code === "duplicate-name" && (
        <Notice severity="warning" title="Not sent" isLive={false}>
          {duplicateNameText}
        </Notice>
      )}
      {state?.kind === "failed" && <FailureNotice failure={state.failure} />}
      {state?.kind === "answered" && step.recorded !== undefined ? (
        <Difference recorded={step.recorded} fresh={state.fresh} replays={replays} />
      ) : state?.kind === "answered" ? (
        <JsonView text={state.fresh} label="New answer" pretty maxHeight="60vh" />
      ) : (
        step.recorded !== undefined && (
          <JsonView text={step.recorded} label="Recorded answer" pretty maxHeight="60vh" />
        )
      )}
    </article>
  );
}

function Difference(props: { recorded: string; fresh: string; replays: Replays }) {
  const { recorded, fresh, replays } = props;
  const rulesText = useStore(replays, (state) => state.rulesText);
  const comparison = useComparison({ recorded, fresh, rulesText });
  if (!comparison) return <p role="status">Comparing the answers…</p>;
  if (comparison.isSame) {
    return (
      <>
        <p>The answers are the same.</p>
        <JsonView text={fresh} label="New answer" pretty maxHeight="60vh" />
      </>
    );
  }
  return (
    <>
      {comparison.isExhausted && (
        <p>The answers are compared as they are: applying the rules takes too long.</p>
      )}
      <DiffTable
        label="Answers"
        titles={["Recorded", "New"]}
        before={comparison.before}
        after={comparison.after}
      />
    </>
  );
}

/** @returns undefined while a worker compares them */
function useComparison({ recorded, fresh, rulesText }: ComparedAnswers): Comparison | undefined {
  const answers = useMemo(() => ({ recorded, fresh, rulesText }), [recorded, fresh, rulesText]);
  const [compared, setCompared] = useState<{ of: ComparedAnswers; comparison: Comparison }>();

  useEffect(() => {
    const controller = new AbortController();
    void compare(answers, controller.signal).then((comparison) => {
      if (!controller.signal.aborted) setCompared({ of: answers, comparison });
    });
    return () => controller.abort();
  }, [answers]);

  return compared?.of === answers ? compared.comparison : undefined;
}
