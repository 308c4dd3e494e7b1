/** The bar that runs and cancels a call and shows its state. */
import { BookmarkPlus, CopyPlus, Ellipsis, Hourglass, Play, Square, X } from "lucide-react";
import { useDeferredValue, useId, useMemo, useState } from "react";
import type { TaskSupport } from "../../../../shared/client/tasks/taskSupport.ts";
import type { Target } from "../../../../shared/config/target.ts";
import { pointerNames } from "../../../../shared/core/json/pointer.ts";
import type { ValueProblem } from "../../../../shared/schema/validate/problems.ts";
import { ProblemSummary } from "../../../form/ProblemSummary.tsx";
import { planOf, problemsOfFields } from "../../../form/problemFields.ts";
import { useRevealFirstProblem } from "../../../form/useRevealFirstProblem.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useActiveId } from "../../../servers/hooks/useOpenServers.ts";
import { useShownCondition } from "../../../servers/hooks/useServerCondition.ts";
import { useShownSettings } from "../../../servers/hooks/useServerSettings.ts";
import { conditionText } from "../../../servers/messages/conditionMessages.ts";
import type { ServerCondition } from "../../../servers/store/connections/condition.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Kbd } from "../../../ui/Kbd.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import type { Selection } from "../../../view/selection.ts";
import { useSaveCall } from "../../hooks/useSaveCall.ts";
import { savedInText } from "../../messages/savedInText.ts";
import type { Callable } from "../../store/callable.ts";
import { savedCallOf } from "../../store/collections/openCall.ts";
import { itemKey } from "../../store/drafts.ts";
import type { Run } from "../../store/run.ts";
import styles from "./RunBar.module.css";
import { RunOptions } from "./RunOptions.tsx";
import { RunState } from "./RunState.tsx";
import { useCallWait } from "./useCallWait.ts";
import type { ItemRun } from "./useItemRun.ts";

interface RunBarProps {
  readonly item: Selection;
  /** The server that is called. */
  readonly target: Target;
  readonly callable: Callable;
  readonly state: ItemRun;
  readonly taskSupport: TaskSupport;
}

/** The conditions of a server that is not connected and may be again. */
const canReturn: ReadonlySet<ServerCondition["kind"]> = new Set(["lost", "failed", "reconnecting"]);

const noProblems: readonly ValueProblem[] = [];

export function RunBar({ item, target, callable, state, taskSupport }: RunBarProps) {
  const { view } = useStores();
  const { settings } = useShownSettings();
  const { savedIn, save } = useSaveCall();
  const common = settings.timeoutSeconds;
  const timeout = state.draft.timeoutSeconds ?? common;
  const { verdict, current, isStale } = state;
  const condition = useShownCondition();
  const isAwaited = state.awaitedSince !== undefined;
  const canWait = isStale && canReturn.has(condition.kind);
  // shown together with the result, which is drawn later
  const last = useDeferredValue(state.calls.findLast((call) => call.kind === "done"));
  const fits =
    verdict === undefined ||
    verdict.kind === "unchecked" ||
    (verdict.kind === "checked" && verdict.problems.length === 0);
  const isRunning = current?.kind === "running";
  const asked = useCallWait(useActiveId(), itemKey(item));
  // while the user writes, the fields say what is wrong, and the button does not change
  const isAnyway = !fits && state.isAttempted && state.draft.whole === undefined;
  const found = verdict?.kind === "checked" ? verdict.problems : noProblems;
  const { argumentsText } = state.draft;
  const named = useMemo(
    () => (isAnyway ? problemsOfFields(planOf(callable.schema, argumentsText), found) : []),
    [isAnyway, callable.schema, argumentsText, found],
  );
  const problems = isRunning ? [] : named;
  const more = verdict?.kind === "checked" ? verdict.more : undefined;
  const problemCount = formatCount(problems.length + (more ?? 0), "problem");
  const [showsProblems, setShowsProblems] = useState(false);
  const problemsId = useId();
  const [showsOptions, setShowsOptions] = useState(false);
  const optionsId = useId();
  const formPrefix = state.draft.tab === "form" ? "form" : undefined;
  useRevealFirstProblem(state.isAttempted, named, formPrefix, () => setShowsProblems(true));
  return (
    <div
      className={styles.bar}
      data-running={isRunning || undefined}
      data-waiting={(isRunning && isWaiting(current)) || undefined}
    >
      {canWait ? (
        <Button
          icon={isAwaited ? X : Hourglass}
          onPress={isAwaited ? state.cancelAwaited : state.run}
          data-run
        >
          {isAwaited
            ? "Cancel"
            : `${callable.action.split(" ", 1)} when it ${target.kind === "stdio" ? "runs" : "is back"}`}
        </Button>
      ) : (
        <Button
          variant={isAnyway ? "default" : "primary"}
          icon={Play}
          isDisabled={!state.canRun}
          onPress={state.run}
          data-run
        >
          {isAnyway ? "Call anyway" : callable.action}
          {!isRunning && (
            <span className={styles.keys}>
              <Kbd keys="Mod+Enter" />
            </span>
          )}
        </Button>
      )}
      {isRunning && (
        <Button icon={Square} onPress={current.cancel}>
          Cancel request
        </Button>
      )}
      {problems.length > 0 ? (
        <Button
          size="small"
          variant="quiet"
          aria-expanded={showsProblems}
          aria-controls={problemsId}
          className={styles.problems}
          onPress={() => setShowsProblems(!showsProblems)}
        >
          <StateGlyph state="failed" />
          <span className={styles.cut}>
            {problemCount} <VisuallyHidden>with the arguments</VisuallyHidden> ·{" "}
            {problems.length > 1 && "first: "}
            {pointerNames(problems[0]?.pointer ?? "").at(-1) ?? "arguments"}
          </span>
        </Button>
      ) : (
        <RunState
          run={isRunning ? current : undefined}
          asked={asked}
          last={last}
          staleness={last && state.formerCallOf(last)?.staleness}
          target={target}
          timeout={timeout}
          awaitedSince={state.awaitedSince}
          note={
            isStale && condition.kind !== "connected"
              ? conditionText(condition)
              : isAnyway && verdict?.kind === "unreadable"
                ? "Not valid JSON"
                : undefined
          }
        />
      )}
      <span className={styles.options}>
        {isRunning ? (
          <Button
            variant="quiet"
            icon={CopyPlus}
            size="small"
            className={styles.more}
            isDisabled={isStale}
            onPress={state.runOnceMore}
          >
            Call once more
          </Button>
        ) : (
          <span className={styles.limit}>
            {timeout === 0 ? "no timeout" : `${timeout} s timeout`}
          </span>
        )}
        <span role="status">
          {savedIn && (
            <Button size="small" variant="quiet" onPress={() => view.showPane("collections")}>
              {savedInText(savedIn)}
            </Button>
          )}
        </span>
        {!isRunning && (
          <Button
            variant="quiet"
            icon={BookmarkPlus}
            size="small"
            onPress={() => save(savedCallOf(item, argumentsText))}
          >
            Save call
          </Button>
        )}
        <IconButton
          label="Call options"
          icon={Ellipsis}
          size="small"
          aria-expanded={showsOptions}
          aria-controls={optionsId}
          onPress={() => setShowsOptions(!showsOptions)}
        />
      </span>
      <div id={optionsId} hidden={!showsOptions} className={styles.wide}>
        {showsOptions && <RunOptions state={state} taskSupport={taskSupport} />}
      </div>
      <div id={problemsId} hidden={!showsProblems || problems.length === 0} className={styles.list}>
        {showsProblems && (
          <ProblemSummary
            problems={problems}
            more={more}
            schema={callable.schema}
            text={argumentsText}
          />
        )}
      </div>
    </div>
  );
}

/** Whether a call in progress can do nothing until somebody answers or makes room. */
const isWaiting = ({ queued, pausedAt, task }: Extract<Run, { kind: "running" }>) =>
  queued !== undefined || pausedAt !== undefined || task?.status === "input_required";
