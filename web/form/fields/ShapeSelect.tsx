/** Select for the shape of a union value. */
import type { UnionField } from "../../../shared/schema/plan/field.ts";
import { Select } from "../../ui/fields/Select.tsx";
import { useFormActions } from "../formContext.ts";
import styles from "./FieldRow.module.css";

/** @param props.outer the label of the enclosing union's shape */
export function ShapeSelect(props: { field: UnionField; outer?: string | undefined }) {
  const { field, outer } = props;
  const { chooseShape } = useFormActions();
  return (
    <Select
      label={outer === undefined ? "Variant" : `Variant of ${outer}`}
      hideLabel
      isQuiet
      className={styles.shape}
      choices={field.branches.map((branch, index) => ({ id: String(index), label: branch.label }))}
      value={String(field.active)}
      onChange={(id) => chooseShape(field, Number(id))}
    />
  );
}
