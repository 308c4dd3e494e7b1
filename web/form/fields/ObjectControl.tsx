/** Control for objects: a field for each property, declared or not. */
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Field, ObjectField } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { useFormActions } from "../formContext.ts";
import type { ContainerProps } from "./controlProps.ts";
import groupStyles from "./FieldGroup.module.css";
import { FieldGroup } from "./FieldGroup.tsx";
import styles from "./FieldRow.module.css";
import { NameForm } from "./NameForm.tsx";
import { fieldsPerPage, PagedFields } from "./PagedFields.tsx";

export function ObjectControl(props: ContainerProps<ObjectField>) {
  const { field, errorText, shapes, place, draw } = props;
  if (field.path.length === 0) {
    return (
      <>
        {errorText && <p className={groupStyles.errorText}>{errorText}</p>}
        {field.fields.length === 0 && (
          <p className={groupStyles.words}>No arguments are declared.</p>
        )}
        {shapes && (
          <Row wraps className={groupStyles.shapes}>
            {shapes}
          </Row>
        )}
        <Properties field={field} draw={draw} />
      </>
    );
  }
  return (
    <FieldGroup
      field={field}
      errorText={errorText}
      shapes={shapes}
      place={place}
      look={field.open ? "fields" : "items"}
      summary={place && summaryOf(field)}
      state={stateOf(field)}
    >
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

/** UTF-16 code units of a summary. */
const maxSummaryLength = 60;

/** The first two values of an object, so that the items of an array can be told apart. */
function summaryOf({ fields }: ObjectField): string {
  return fields
    .flatMap((field) => {
      if (field.kind === "number" && field.value) return [`${field.label} ${field.value}`];
      return field.kind === "string" && field.value ? [field.value] : [];
    })
    .slice(0, 2)
    .join(", ")
    .slice(0, maxSummaryLength);
}

function stateOf(field: ObjectField): string | undefined {
  return field.presence === "present" && field.fields.length === 0 ? "empty object {}" : undefined;
}

function isAbout(field: Field, sought: string): boolean {
  const words = `${field.label} ${field.path.at(-1)} ${field.description ?? ""}`.toLowerCase();
  return words.includes(sought.toLowerCase());
}

/** Adds a property with a free name. */
function AddProperty({ field }: { field: ObjectField }) {
  const { add, set } = useFormActions();
  const [isNaming, setNaming] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const cancel = () => {
    const hadFocus = place.current?.contains(document.activeElement);
    flushSync(() => setNaming(false));
    if (hadFocus) place.current?.querySelector("button")?.focus();
  };
  return (
    <div ref={place}>
      {isNaming ? (
        <NameForm
          name=""
          action="Add"
          isTaken={(name) => field.fields.some((one) => one.path.at(-1) === name)}
          onName={(name, isByUser) => {
            setNaming(false);
            (isByUser ? add : set)([...field.path, name], field.newText);
          }}
          onCancel={cancel}
        />
      ) : (
        <Button
          size="small"
          variant="quiet"
          icon={Plus}
          className={styles.add}
          data-add
          onPress={() => setNaming(true)}
        >
          Add property
        </Button>
      )}
    </div>
  );
}
