/** Adds a property with a free name. */
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ObjectField } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { useFormActions } from "../formContext.ts";
import styles from "./FieldRow.module.css";
import { NameForm } from "./NameForm.tsx";

export function AddProperty({ field }: { field: ObjectField }) {
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
