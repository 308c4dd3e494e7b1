/** Row of a field: its control, notes and actions. */
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { fieldId } from "../fieldId.ts";
import { type FormActions, useFormActions } from "../formContext.ts";
import { schemaNoteText } from "../messages/schemaMessages.ts";
import styles from "./FieldRow.module.css";
import { NameForm } from "./NameForm.tsx";
import { PresenceMenu } from "./PresenceMenu.tsx";
import { ValuePicker } from "./text/ValuePicker.tsx";

export function FieldRow(props: {
  field: Field;
  isJson: boolean;
  shapes: ReactNode;
  tools: ReactNode;
  children: ReactNode;
}) {
  const { field, isJson, shapes, tools, children } = props;
  const { set, rename, remove, idPrefix } = useFormActions();
  const [isRenaming, setRenaming] = useState(false);
  const isRoot = field.path.length === 0;
  const reason = field.kind === "json" ? field.reason : undefined;
  const notes = field.notes.filter((note) => note !== reason).map(schemaNoteText);
  const proposal = proposalOf(field);
  const state = stateOf(field);
  return (
    <div
      id={fieldId(idPrefix, field.pointer)}
      className={styles.row}
      data-root={isRoot || undefined}
      data-compact={isCompact(field, isJson) || undefined}
      data-pointer={field.pointer}
    >
      {isRenaming ? (
        <Renaming field={field} rename={rename} onEnd={() => setRenaming(false)} />
      ) : (
        children
      )}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          Schema: {note}
        </p>
      ))}
      <div className={styles.tools}>
        {field.undeclared && <span className={styles.state}>not in the schema</span>}
        {state && <span className={styles.state}>{state}</span>}
        {!isJson && <ValuePicker field={field} />}
        {proposal && (
          <Button
            variant="quiet"
            size="small"
            className={styles.tool}
            onPress={() => set(field.path, proposal.text)}
          >
            {proposal.label}
          </Button>
        )}
        {shapes}
        {!isRoot && (
          <PresenceMenu field={field} isJson={isJson} onRename={() => setRenaming(true)} />
        )}
        {field.renamable && (
          <Button
            variant="quiet"
            size="small"
            icon={X}
            aria-label={`Remove ${field.label}`}
            className={styles.tool}
            onPress={() => remove(field.path)}
          />
        )}
        {tools}
      </div>
    </div>
  );
}

/** Whether the label is beside the control if there is room. */
function isCompact(field: Field, isJson: boolean): boolean {
  if (isJson || field.path.length === 0) return false;
  const { kind } = field.kind === "union" ? field.field : field;
  return kind === "string" || kind === "number" || kind === "choice" || kind === "boolean";
}

interface RenamingProps {
  readonly field: Field;
  readonly rename: FormActions["rename"];
  readonly onEnd: () => void;
}

function Renaming({ field, rename, onEnd }: RenamingProps) {
  const [taken, setTaken] = useState<string>();
  return (
    <NameForm
      name={String(field.path.at(-1))}
      action="Rename"
      isTaken={(name) => name === taken}
      onName={(name) => {
        if (name === field.path.at(-1) || rename(field.path, name)) onEnd();
        else setTaken(name);
      }}
      onCancel={onEnd}
    />
  );
}

/** A value that one button press sets. */
function proposalOf(field: Field): { label: string; text: string } | undefined {
  if (field.defaultText !== undefined) {
    return field.source === field.defaultText
      ? undefined
      : { label: "Use default", text: field.defaultText };
  }
  const only = field.kind === "choice" && field.options.length === 1 ? field.options[0] : undefined;
  return only && field.presence === "absent"
    ? { label: `Use ${only.label}`, text: only.text }
    : undefined;
}

/** The state that an empty control does not show. */
function stateOf(field: Field): string | undefined {
  if (field.presence === "null" && field.kind !== "choice" && field.kind !== "json") return "null";
  return field.source === '""' && field.kind !== "choice" ? 'empty text ""' : undefined;
}
