/** The states that the task of a call has passed, its message, and its id. */
import { isEndedTask } from "../../../../shared/client/tasks/taskState.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { MiddleText } from "../../../ui/lists/MiddleText.tsx";
import { type State, StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { taskStatusText } from "../../messages/runMessages.ts";
import type { Run } from "../../store/run.ts";
import styles from "./TaskSteps.module.css";

/** Characters of a message that are shown. */
const maxMessageLength = 1000;

interface TaskStepsProps {
  readonly task: NonNullable<Run["task"]>;
  /** The states so far, the newest one last. */
  readonly passed: readonly string[];
  /** Whether the call has ended, also without the end of its task. */
  readonly isDone: boolean;
}

export function TaskSteps({ task, passed, isDone }: TaskStepsProps) {
  const { status, statusMessage, taskId } = task;
  const isEnded = isDone || isEndedTask(status);
  const steps = ["submitted", ...passed, ...(isEnded ? [] : ["completed"])];
  const current = isEnded ? steps.length - 1 : steps.length - 2;
  return (
    <section aria-label="Task" className={styles.task}>
      {statusMessage && (
        <p className={styles.message}>
          {/* servers leave the message of the last step, which reads as if the task still ran */}
          {status === "completed" && "Last message: "}
          {escapeHidden(statusMessage.slice(0, maxMessageLength))}
        </p>
      )}
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const sign = signOf(step, index - current, isDone);
          return (
            <li
              // a state may be passed several times
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only appended
              key={index}
              data-step={index > current ? "next" : step}
              {...(index === current && { "aria-current": "step" })}
            >
              {sign && <StateGlyph state={sign} />}
              {taskStatusText(step)}
            </li>
          );
        })}
      </ol>
      <p className={styles.id}>
        <span>Task</span>
        <MiddleText text={escapeHidden(taskId)} end={6} />
        <CopyButton text={taskId} label="Copy task id" isShort variant="quiet" size="small" />
      </p>
    </section>
  );
}

/** @param place of the step after the current one, which is 0 */
function signOf(step: string, place: number, isDone: boolean): State | undefined {
  if (place > 0) return undefined;
  if (step === "failed" || step === "cancelled") return "failed";
  if (place < 0 || isEndedTask(step)) return "ok";
  return isDone ? "not-applicable" : "running";
}
