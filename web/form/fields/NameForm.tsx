/** Asks for the name of a property; an entered name is applied when the focus leaves the field. */
import { type FocusEvent, type SubmitEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "./FieldRow.module.css";

interface NameFormProps {
  readonly name: string;
  /** The label of the button that confirms it. */
  readonly action: string;
  readonly isTaken: (name: string) => boolean;
  /** @param isByUser whether it was confirmed; otherwise the focus is somewhere else already */
  readonly onName: (name: string, isByUser: boolean) => void;
  readonly onCancel: () => void;
}

export function NameForm({ name: initial, action, isTaken, onName, onCancel }: NameFormProps) {
  const [name, setName] = useState(initial);
  const isWrong = name !== initial && isTaken(name);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isWrong) onName(name, true);
  };
  const leave = (event: FocusEvent<HTMLFormElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    // a name without a press of the button is not lost; one that is taken stays to be corrected
    if (name === initial) onCancel();
    // once the focus has moved
    else if (!isWrong) setTimeout(() => onName(name, false));
  };
  return (
    <form className={styles.naming} onSubmit={submit} onBlur={leave}>
      <TextField
        label="Property name"
        value={name}
        onChange={setName}
        autoFocus
        isMono
        {...(isWrong && { errorMessage: "A property with this name already exists" })}
      />
      <Button type="submit" isDisabled={isWrong}>
        {action}
      </Button>
      <Button variant="quiet" onPress={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
