/** Options of the calls of an item: timeout, task, and a series of calls. */
import { Repeat } from "lucide-react";
import { useState } from "react";
import type { TaskSupport } from "../../../../shared/client/tasks/taskSupport.ts";
import { Button } from "../../../ui/Button.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { maxCalls, maxParallel } from "../../store/repeats.ts";
import styles from "./RunOptions.module.css";
import type { ItemRun } from "./useItemRun.ts";

/** The longest timeout in seconds. */
const maxTimeout = 86_400;

interface RunOptionsProps {
  readonly state: ItemRun;
  readonly taskSupport: TaskSupport;
}

export function RunOptions({ state, taskSupport }: RunOptionsProps) {
  const { draft, change, isStale } = state;
  const [calls, setCalls] = useState(20);
  const [parallel, setParallel] = useState(1);
  return (
    <div className={styles.options}>
      <NumberField
        label="Timeout (s)"
        description="0 is none; empty uses the connection's."
        value={draft.timeoutSeconds}
        min={0}
        max={maxTimeout}
        isOptional
        onChange={(timeoutSeconds) => change({ timeoutSeconds })}
      />
      {taskSupport === "optional" && (
        <Switch
          label="Run as a task"
          isSelected={draft.isTask ?? false}
          onChange={(isTask) => change({ isTask })}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own appearance */}
      <div role="group" aria-label="Series of calls" className={styles.series}>
        <NumberField
          label="Calls"
          value={calls}
          min={1}
          max={maxCalls}
          isWhole
          onChange={(value) => value !== undefined && setCalls(value)}
        />
        <NumberField
          label="At the same time"
          value={parallel}
          min={1}
          max={maxParallel}
          isWhole
          onChange={(value) => value !== undefined && setParallel(value)}
        />
        <Button
          icon={Repeat}
          isDisabled={isStale}
          onPress={() => state.runSeries({ calls, parallel })}
        >
          Run series
        </Button>
      </div>
    </div>
  );
}
