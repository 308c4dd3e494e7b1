/** Control for arrays: items can be added, moved and removed. */
import { Plus } from "lucide-react";
import type { ArrayField, Field } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { useFormActions } from "../formContext.ts";
import type { ContainerProps, ItemPlace } from "./controlProps.ts";
import { FieldGroup } from "./FieldGroup.tsx";
import styles from "./FieldRow.module.css";
import { PagedFields } from "./PagedFields.tsx";

export function ArrayControl(props: ContainerProps<ArrayField>) {
  const { field, errorText, shapes, place, draw } = props;
  const { add } = useFormActions();
  const { items, path } = field;
  return (
    <FieldGroup
      field={field}
      errorText={errorText}
      shapes={shapes}
      place={place}
      look="items"
      state={stateOf(field)}
    >
      <PagedFields
        pointer={field.pointer}
        fields={items}
        draw={(item, index) => draw(item, placeOf(field, item, index))}
      />
      <Button
        size="small"
        variant="quiet"
        icon={Plus}
        className={styles.add}
        data-add
        onPress={() => add([...path, items.length], field.newText)}
      >
        Add item
      </Button>
    </FieldGroup>
  );
}

function placeOf(field: ArrayField, item: Field, index: number): ItemPlace {
  return {
    index,
    count: field.items.length,
    isFull: field.full,
    isNamed: item.label !== `${field.label} ${index + 1}`,
  };
}

function stateOf(field: ArrayField): string | undefined {
  return field.presence === "present" && field.items.length === 0 ? "empty list []" : undefined;
}
