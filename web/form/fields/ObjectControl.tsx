/** Control for objects: a field for each property, declared or not. */
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Field, ObjectField } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { useFormActions } from "../formContext.ts";
import { AddProperty } from "./AddProperty.tsx";
import type { ContainerProps } from "./controlProps.ts";
import { FieldGroup } from "./FieldGroup.tsx";
import styles from "./FieldRow.module.css";
import { fieldsPerPage, PagedFields } from "./PagedFields.tsx";

export function ObjectControl({ field, errorText, draw }: ContainerProps<ObjectField>) {
  if (field.path.length === 0) {
    return (
      <>
        {errorText && <p className={styles.errorText}>{errorText}</p>}
        {field.fields.length === 0 && <p className={styles.words}>No arguments are declared.</p>}
        <Properties field={field} draw={draw} />
      </>
    );
  }
  return (
    <FieldGroup field={field} errorText={errorText} state={stateOf(field)}>
      {field.open ? <Properties field={field} draw={draw} /> : <AddObject field={field} />}
    </FieldGroup>
  );
}

function Properties({ field, draw }: Omit<ContainerProps<ObjectField>, "errorText">) {
  const [sought, setSought] = useState("");
  const shown = sought === "" ? field.fields : field.fields.filter((one) => isAbout(one, sought));
  return (
    <>
      {field.fields.length >= fieldsPerPage && (
        <SearchField
          label="Find field"
          value={sought}
          onChange={setSought}
          className={styles.find}
        />
      )}
      <PagedFields pointer={field.pointer} fields={shown} draw={(one) => draw(one)} />
      {field.extensible && <AddProperty field={field} />}
    </>
  );
}

function AddObject({ field }: { field: ObjectField }) {
  const { add } = useFormActions();
  return (
    <Button
      size="small"
      variant="quiet"
      icon={Plus}
      className={styles.add}
      data-add
      onPress={() => add(field.path, field.startText)}
    >
      Add {field.label}
    </Button>
  );
}

function stateOf(field: ObjectField): string | undefined {
  if (field.presence === "absent" && !field.open) return "not set";
  return field.presence === "present" && field.fields.length === 0 ? "empty object {}" : undefined;
}

function isAbout(field: Field, sought: string): boolean {
  const words = `${field.label} ${field.path.at(-1)} ${field.description ?? ""}`.toLowerCase();
  return words.includes(sought.toLowerCase());
}
