/** Picks a date, a time, a colour or a file for a text; the text changes only by picking. */
import { CalendarDays, Clock, Palette, Paperclip } from "lucide-react";
import { useRef, useState } from "react";
import type { Field, StringField } from "../../../../shared/schema/plan/field.ts";
import { formatSize } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { useFormActions } from "../../formContext.ts";
import styles from "../FieldRow.module.css";
import { type PickerType, pickedText, pickerOf, pickerValue } from "./pickedText.ts";
import { readFile } from "./readFile.ts";

/** Nothing for fields that have no picker. */
export function ValuePicker({ field }: { readonly field: Field }) {
  const inner = field.kind === "union" ? field.field : field;
  if (inner.kind !== "string" || inner.secret) return null;
  const { isBase64, format, mediaType } = inner;
  if (isBase64 || format === "data-url" || mediaType !== undefined) {
    return <FilePicker field={inner} />;
  }
  const type = pickerOf(format);
  return type && <NativePicker field={inner} type={type} />;
}

const icons = {
  date: CalendarDays,
  "datetime-local": CalendarDays,
  time: Clock,
  color: Palette,
} as const;

interface NativePickerProps {
  readonly field: StringField;
  readonly type: PickerType;
}

function NativePicker({ field, type }: NativePickerProps) {
  const { set } = useFormActions();
  const input = useRef<HTMLInputElement>(null);
  const pick = () => {
    if (!input.current) return;
    input.current.value = pickerValue(type, field.value ?? "");
    try {
      input.current.showPicker();
    } catch {
      // the browser does not support it: the text can be typed
    }
  };
  return (
    <span className={styles.picker}>
      <Button
        variant="quiet"
        size="small"
        icon={icons[type]}
        aria-label={`Pick ${field.label}`}
        className={styles.tool}
        onPress={pick}
      />
      <input
        ref={input}
        type={type}
        step={type === "time" || type === "datetime-local" ? 1 : undefined}
        tabIndex={-1}
        // the button opens it; the field for typing is the one beside it
        aria-hidden
        aria-label={`${field.label} to pick`}
        className={styles.native}
        onChange={({ target }) => {
          if (target.value === "") return;
          set(field.path, JSON.stringify(pickedText(type, target.value, offsetOf)));
        }}
      />
    </span>
  );
}

/** Minutes from local time to UTC; now for a time of no day. */
function offsetOf(value: string): number {
  const date = new Date(value || Date.now());
  return (Number.isNaN(date.getTime()) ? new Date() : date).getTimezoneOffset();
}

/** Larger files are not read: their text would be edited with each key. */
const maxBytes = 20_000_000;

function FilePicker({ field }: { readonly field: StringField }) {
  const { set } = useFormActions();
  const [refusal, setRefusal] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxBytes) return setRefusal(`larger than ${formatSize(maxBytes)}`);
    const as = field.isBase64 ? "base64" : field.format === "data-url" ? "data-url" : "text";
    const text = await readFile(file, as);
    setRefusal(text === undefined ? "cannot be read" : undefined);
    if (text !== undefined) set(field.path, JSON.stringify(text));
  };
  return (
    <>
      {refusal !== undefined && <span role="alert">The file is {refusal}.</span>}
      <Button
        variant="quiet"
        size="small"
        icon={Paperclip}
        aria-label={`Choose a file for ${field.label}`}
        className={styles.tool}
        onPress={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept={field.mediaType}
        aria-label={`File for ${field.label}`}
        hidden
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // so that the same file can be chosen again
          target.value = "";
        }}
      />
    </>
  );
}
