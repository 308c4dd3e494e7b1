/** Adds a property with a free name. */
import { Plus } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import type { ObjectField } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { useFormActions } from "../formContext.ts";
import styles from "./FieldRow.module.css";

export function AddProperty({ field }: { field: ObjectField }) {
  const { set } = useFormActions();
  const [name, setName] = useState<string>();
  if (name === undefined) {
    return (
      <Button
        size="small"
        variant="quiet"
        icon={Plus}
        className={styles.add}
        onPress={() => setName("")}
      >
        Add property
      </Button>
    );
  }
  const isTaken = field.fields.some((one) => one.path.at(-1) === name);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isTaken) return;
    set([...field.path, name], field.newText);
    setName(undefined);
  };
  return (
    <form className={styles.naming} onSubmit={submit}>
      <TextField
        label="Property name"
        value={name}
        onChange={setName}
        autoFocus
        isMono
        {...(isTaken && { errorMessage: "A property with this name already exists" })}
      />
      <Button type="submit" isDisabled={isTaken}>
        Add
      </Button>
      <Button variant="quiet" onPress={() => setName(undefined)}>
        Cancel
      </Button>
    </form>
  );
}
