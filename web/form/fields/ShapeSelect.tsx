/** Select for the shape of a union value. */
import type { UnionField } from "../../../shared/schema/plan/field.ts";
import { Select } from "../../ui/fields/Select.tsx";
import { useFormActions } from "../formContext.ts";
import styles from "./FieldRow.module.css";

/** The name of a shape, or its number. */
export function shapeLabel({ branches }: UnionField, index: number): string {
  return branches[index]?.label ?? `option ${index + 1}`;
}

/** @param props.name tells the union apart from the others of the form */
export function ShapeSelect({ field, name }: { field: UnionField; name: string }) {
  const { chooseShape } = useFormActions();
  return (
    <Select
      label={`Variant of ${name}`}
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
