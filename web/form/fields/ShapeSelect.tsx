/** Choice of the shape of a union value: segments above the fields of a shape, else a select. */
import type { UnionField } from "../../../shared/schema/plan/field.ts";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { useFormActions } from "../formContext.ts";
import styles from "./FieldRow.module.css";
import { areShort } from "./fieldText.tsx";

/** The name of a shape, or its number. */
export function shapeLabel({ branches }: UnionField, index: number): string {
  return branches[index]?.label ?? `option ${index + 1}`;
}

interface ShapeSelectProps {
  readonly field: UnionField;
  /** Tells the union apart from the others of the form. */
  readonly name: string;
  /** Whether it is above the fields of the shape, where segments have room. */
  readonly isAbove: boolean;
}

export function ShapeSelect({ field, name, isAbove }: ShapeSelectProps) {
  const { chooseShape } = useFormActions();
  const labels = field.branches.map((_, index) => shapeLabel(field, index));
  const common = {
    label: `Variant of ${name}`,
    hideLabel: true,
    choices: labels.map((label, index) => ({ id: String(index), label })),
    value: String(field.active),
    onChange: (id: string) => chooseShape(field, Number(id)),
  };
  return isAbove && areShort(labels) ? (
    <RadioGroup {...common} look="segments" />
  ) : (
    <Select {...common} isQuiet className={styles.shape} />
  );
}
