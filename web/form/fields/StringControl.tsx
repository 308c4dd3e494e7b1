/** Control for strings, kept verbatim: line breaks are allowed, and empty differs from absent. */
import type { StringField } from "../../../shared/schema/plan/field.ts";
import { cx } from "../../ui/cx.ts";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { useFormActions } from "../formContext.ts";
import type { ControlProps } from "./controlProps.ts";
import styles from "./FieldRow.module.css";
import { fieldWords, placeholderOf } from "./fieldText.tsx";

export function StringControl({ field, trouble }: ControlProps<StringField>) {
  const { set } = useFormActions();
  const value = field.value ?? "";
  const isLong = field.multiline || value.includes("\n");
  return (
    <TextArea
      {...fieldWords(field, trouble)}
      value={value}
      onChange={(typed) => set(field.path, JSON.stringify(typed))}
      placeholder={placeholderOf(field)}
      rows={field.multiline ? 4 : 1}
      className={cx(!isLong && styles.oneLine, field.secret && styles.secret)}
      onKeyDown={(event) => {
        // one line until line breaks are typed with Shift+Enter or pasted
        if (event.key === "Enter" && !isLong && !event.shiftKey) event.preventDefault();
        event.continuePropagation();
      }}
    />
  );
}
