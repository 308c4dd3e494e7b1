/** Select for the shape of a union value. */
import type { UnionField } from "../../../shared/schema/plan/field.ts";
import { Select } from "../../ui/fields/Select.tsx";
import { useFormActions } from "../formContext.ts";
import styles from "./FieldRow.module.css";

/** The name of a shape, or its number. */
export function shapeLabel({ branches }: UnionField, index: number): string {
  return branches[index]?.label ?? `option ${index + 1}`;
}

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
      choices={field.branches.map((_, index) => ({
        id: String(index),
        label: shapeLabel(field, index),
      }))}
      value={String(field.active)}
      onChange={(id) => chooseShape(field, Number(id))}
    />
  );
}
