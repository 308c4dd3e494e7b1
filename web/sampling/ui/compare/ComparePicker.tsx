/** Chooses which models answer a request side by side, and how often each. */

import { Select } from "../../../ui/fields/Select.tsx";
import type { ConfiguredModel } from "../../store/models.ts";
import styles from "../generate/Generate.module.css";

/** How often a model answers, by its id; once by default. */
export type Times = ReadonlyMap<string, number>;

interface ComparePickerProps {
  readonly models: readonly ConfiguredModel[];
  readonly times: Times;
  readonly onChange: (times: Times) => void;
}

const counts = ["0", "1", "2", "3", "4", "5"].map((id) => ({
  id,
  label: id === "0" ? "not" : id === "1" ? "once" : `${id} times`,
}));

export function ComparePicker({ models, times, onChange }: ComparePickerProps) {
  return (
    <fieldset className={styles.compare}>
      <legend className={styles.legend}>Each answers</legend>
      {models.map(({ id, name }) => (
        <Select
          key={id}
          label={name}
          choices={counts}
          value={String(times.get(id) ?? 1)}
          onChange={(count) => onChange(new Map(times).set(id, Number(count)))}
        />
      ))}
    </fieldset>
  );
}
