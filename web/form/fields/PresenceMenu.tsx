/** Menu of a field: leave the value out, set it to null or empty, or edit it as JSON. */
import { Ellipsis } from "lucide-react";
import type { Field } from "../../../shared/schema/plan/field.ts";
import type { Action } from "../../ui/action.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/overlays/Menu.tsx";
import { type FormActions, useFormActions } from "../formContext.ts";
import type { ItemPlace } from "./controlProps.ts";
import styles from "./FieldRow.module.css";
import { defaultLabelOf } from "./fieldText.tsx";

interface PresenceMenuProps {
  readonly field: Field;
  readonly isJson: boolean;
  /** Set for an item of an array. */
  readonly place: ItemPlace | undefined;
  readonly onRename: () => void;
}

export function PresenceMenu({ field, isJson, place, onRename }: PresenceMenuProps) {
  const actions = useFormActions();
  const choices = [
    ...(place ? movesOf(field, place, actions) : []),
    ...actionsFor(field, isJson, actions),
    ...(field.renamable ? [{ id: "rename", label: "Rename", onAction: onRename }] : []),
  ];
  if (choices.length === 0) return null;
  return (
    <Menu
      label={`Value of ${field.label}`}
      trigger={
        <Button
          variant="quiet"
          size="small"
          icon={Ellipsis}
          aria-label="Field options"
          className={styles.tool}
        />
      }
      actions={choices}
    />
  );
}

function movesOf({ path }: Field, { index, count }: ItemPlace, { move }: FormActions): Action[] {
  const array = path.slice(0, -1);
  return [
    {
      id: "up",
      label: "Move up",
      shortcut: "Alt+Up",
      isDisabled: index === 0,
      onAction: () => move(array, index, "up"),
    },
    {
      id: "down",
      label: "Move down",
      shortcut: "Alt+Down",
      isDisabled: index === count - 1,
      onAction: () => move(array, index, "down"),
    },
  ];
}

function actionsFor(field: Field, isJson: boolean, actions: FormActions): Action[] {
  const { path, pointer } = field;
  const found: Action[] = [];
  const put = (id: string, label: string, text: string) => {
    if (field.source !== text) found.push({ id, label, onAction: () => actions.set(path, text) });
  };
  // a property with a free name has a button for it
  if (field.omittable && field.presence !== "absent" && !field.renamable) {
    found.push({ id: "omit", label: "Omit", onAction: () => actions.remove(path) });
  }
  if (field.defaultText !== undefined) {
    put("default", `Set to default ${defaultLabelOf(field)}`, field.defaultText);
  }
  if (field.nullable) put("null", "Set to null", "null");
  const inner = field.kind === "union" ? field.field : field;
  if (inner.kind === "string") put("empty", "Set to empty text", '""');
  if (inner.kind === "array" || inner.kind === "multi") put("empty", "Set to empty list", "[]");
  if (inner.kind === "object" && path.length > 0) put("empty", "Set to empty object", "{}");
  for (const [index, { label, text }] of field.examples.entries()) {
    put(`example ${index}`, `Use example ${label}`, text);
  }
  if (field.kind !== "json") {
    found.push({
      id: "json",
      label: isJson ? "Edit as field" : "Edit as JSON",
      onAction: () => actions.showAsJson(pointer, !isJson),
    });
  }
  return found;
}
