/** Row of a field: its control, notes and actions. */
import type { ReactNode } from "react";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { schemaNoteText } from "../../messages/forms/schemaMessages.ts";
import { Button } from "../../ui/Button.tsx";
import { fieldId } from "../fieldId.ts";
import { useFormActions } from "../formContext.ts";
import styles from "./FieldRow.module.css";
import { PresenceMenu } from "./PresenceMenu.tsx";

export function FieldRow(props: {
  field: Field;
  isJson: boolean;
  shapes: ReactNode;
  tools: ReactNode;
  children: ReactNode;
}) {
  const { field, isJson, shapes, tools, children } = props;
  const { set, idPrefix } = useFormActions();
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
      data-pointer={field.pointer}
    >
      {children}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          Schema: {note}
        </p>
      ))}
      <div className={styles.tools}>
        {field.undeclared && <span className={styles.state}>not in the schema</span>}
        {state && <span className={styles.state}>{state}</span>}
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
        {!isRoot && <PresenceMenu field={field} isJson={isJson} />}
        {tools}
      </div>
    </div>
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
