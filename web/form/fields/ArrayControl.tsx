/** Control for arrays: items can be added, moved and removed. */
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import type { ArrayField } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { useFormActions } from "../formContext.ts";
import type { ContainerProps } from "./controlProps.ts";
import { FieldGroup } from "./FieldGroup.tsx";
import styles from "./FieldRow.module.css";
import { PagedFields } from "./PagedFields.tsx";

export function ArrayControl({ field, errorText, draw }: ContainerProps<ArrayField>) {
  const { add } = useFormActions();
  const { items, path } = field;
  return (
    <FieldGroup field={field} errorText={errorText} state={stateOf(field)}>
      <PagedFields
        pointer={field.pointer}
        fields={items}
        draw={(item, index) => draw(item, <ItemTools field={field} index={index} />)}
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

function ItemTools({ field, index }: { field: ArrayField; index: number }) {
  const { remove, move } = useFormActions();
  const last = field.items.length - 1;
  const common = { variant: "quiet", size: "small", className: styles.tool } as const;
  return (
    <>
      <Button
        {...common}
        icon={ArrowUp}
        aria-label={`Move item ${index + 1} up`}
        isDisabled={index === 0}
        data-move="up"
        onPress={() => move(field.path, index, "up")}
      />
      <Button
        {...common}
        icon={ArrowDown}
        aria-label={`Move item ${index + 1} down`}
        isDisabled={index === last}
        data-move="down"
        onPress={() => move(field.path, index, "down")}
      />
      <Button
        {...common}
        icon={X}
        aria-label={`Remove item ${index + 1}`}
        onPress={() => remove([...field.path, index])}
      />
    </>
  );
}

function stateOf(field: ArrayField): string | undefined {
  if (field.presence === "absent") return "not set";
  return field.presence === "present" && field.items.length === 0 ? "empty list []" : undefined;
}
