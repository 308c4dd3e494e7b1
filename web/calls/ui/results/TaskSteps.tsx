/** The states that the task of a call has passed, its message, and its id. */
import { isEndedTask } from "../../../../shared/client/tasks/taskState.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { MiddleText } from "../../../ui/lists/MiddleText.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { taskStatusText } from "../../messages/runMessages.ts";
import type { Run } from "../../store/run.ts";
import styles from "./TaskSteps.module.css";

/** Characters of a message that are shown. */
const maxMessageLength = 1000;

interface TaskStepsProps {
  readonly task: NonNullable<Run["task"]>;
  /** The states so far, the newest one last. */
  readonly passed: readonly string[];
}

export function TaskSteps({ task, passed }: TaskStepsProps) {
  const { status, statusMessage, taskId } = task;
  const isEnded = isEndedTask(status);
  const steps = ["submitted", ...passed, ...(isEnded ? [] : ["completed"])];
  const current = isEnded ? steps.length - 1 : steps.length - 2;
  return (
    <section aria-label="Task" className={styles.task}>
      {statusMessage && (
        <p className={styles.message}>{escapeHidden(statusMessage.slice(0, maxMessageLength))}</p>
      )}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li
            // a state may be passed several times
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only appended
            key={index}
            data-step={index > current ? "next" : step}
            {...(index === current && { "aria-current": "step" })}
          >
            <Sign step={step} isPassed={index < current || isEnded} isNext={index > current} />
            {taskStatusText(step)}
          </li>
        ))}
      </ol>
      <p className={styles.id}>
        <span>Task</span>
        <MiddleText text={escapeHidden(taskId)} end={6} />
        <CopyButton text={taskId} label="Copy task id" isIcon />
      </p>
    </section>
  );
}

function Sign(props: {
  readonly step: string;
  readonly isPassed: boolean;
  readonly isNext: boolean;
}) {
  const { step, isPassed, isNext } = props;
  if (isNext) return null;
  if (step === "failed" || step === "cancelled") return <StateGlyph state="failed" />;
  return <StateGlyph state={isPassed ? "ok" : "running"} />;
}
