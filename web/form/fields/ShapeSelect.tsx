/** Chooses which of several shapes a value has. */
import type { UnionField } from "../../../shared/schema/field.ts";
import { Select } from "../../ui/Select.tsx";
import { useFormActions } from "../formContext.ts";
import styles from "./FieldRow.module.css";

export function ShapeSelect({ field }: { field: UnionField }) {
  const { chooseShape } = useFormActions();
  return (
    <Select
      label="Variant"
      hideLabel
      isQuiet
      className={styles.shape}
      choices={field.branches.map((branch, index) => ({ id: String(index), label: branch.label }))}
      value={String(field.active)}
      onChange={(id) => chooseShape(field, Number(id))}
    />
  );
}
