/** Row of a field: its control, notes and actions. */
import { Copy, RotateCcw, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { Button } from "../../ui/Button.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { fieldId } from "../fieldId.ts";
import { type FormActions, useFormActions } from "../formContext.ts";
import { schemaNoteText } from "../messages/schemaMessages.ts";
import type { ItemPlace } from "./controlProps.ts";
import styles from "./FieldRow.module.css";
import { defaultLabelOf, isSegmented } from "./fieldText.tsx";
import { NameForm } from "./NameForm.tsx";
import { PresenceMenu } from "./PresenceMenu.tsx";
import { ValuePicker } from "./text/ValuePicker.tsx";

interface FieldRowProps {
  readonly field: Field;
  readonly isJson: boolean;
  /** The choice of a variant that is inside the control. */
  readonly shapes: ReactNode;
  /** Set for an item of an array. */
  readonly place: ItemPlace | undefined;
  readonly children: ReactNode;
}

export function FieldRow({ field, isJson, shapes, place, children }: FieldRowProps) {
  const { set, rename, remove, move, idPrefix } = useFormActions();
  const [isRenaming, setRenaming] = useState(false);
  const { path } = field;
  const isRoot = path.length === 0;
  const inner = innermost(field);
  const isGroup = !isJson && isGroupKind(inner);
  const isCard = place !== undefined && isGroup && inner.kind === "object";
  const reason = field.kind === "json" ? field.reason : undefined;
  const notes = field.notes.filter((note) => note !== reason).map(schemaNoteText);
  const isRemovable = place !== undefined || field.renamable;
  const menu = !isRoot && (
    <PresenceMenu field={field} isJson={isJson} place={place} onRename={() => setRenaming(true)} />
  );
  const moveItem = (event: KeyboardEvent) => {
    const direction = directionOf(event);
    if (!place || !direction || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (canMove(place, direction)) move(path.slice(0, -1), place.index, direction);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the fields inside
    <div
      id={fieldId(idPrefix, field.pointer)}
      className={styles.row}
      data-root={isRoot || undefined}
      data-single={(!isGroup && !isRoot) || undefined}
      data-group={isGroup ? inner.kind : undefined}
      data-card={isCard || undefined}
      data-nested={(isGroup && !isCard && path.length > 1) || undefined}
      data-numbered={(place && !place.isNamed) || undefined}
      data-arrow={(!isJson && inner.kind === "choice" && !isSegmented(inner)) || undefined}
      data-pointer={field.pointer}
      onKeyDown={moveItem}
    >
      {place && !place.isNamed && (
        <span aria-hidden="true" className={styles.number}>
          {place.index + 1}
        </span>
      )}
      <div className={styles.control}>
        {isRenaming ? (
          <Renaming field={field} rename={rename} onEnd={() => setRenaming(false)} />
        ) : (
          children
        )}
      </div>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          Schema: {note}
        </p>
      ))}
      <Row className={styles.inner}>
        <ValueState field={field} />
        {!isJson && <ValuePicker field={field} />}
        <Proposal field={field} set={set} remove={remove} />
        {shapes}
        {isRemovable && menu}
        {place && isGroup && (
          <Button
            variant="quiet"
            aria-label={`Duplicate item ${place.index + 1}`}
            icon={Copy}
            size="small"
            className={styles.tool}
            isDisabled={place.isFull}
            onPress={() => set([...path.slice(0, -1), place.count], field.source ?? "null")}
          >
            Duplicate
          </Button>
        )}
      </Row>
      <Row gap={0} className={styles.end}>
        {isRemovable ? (
          <Button
            variant="quiet"
            size="small"
            icon={X}
            aria-label={`Remove ${place ? `item ${place.index + 1}` : field.label}`}
            className={styles.tool}
            onPress={() => remove(path)}
          />
        ) : (
          menu
        )}
      </Row>
    </div>
  );
}

/** The field of the variant that is shown. */
export function innermost(field: Field): Field {
  return field.kind === "union" ? innermost(field.field) : field;
}

/** Whether fields are inside it, below its label. */
export function isGroupKind({ kind }: Field): boolean {
  return kind === "object" || kind === "array" || kind === "multi";
}

function canMove({ index, count }: ItemPlace, direction: "up" | "down"): boolean {
  return direction === "up" ? index > 0 : index < count - 1;
}

/** Alt+Up and Alt+Down, which open the list of a select and have no effect in other controls. */
function directionOf({ key, altKey, target }: KeyboardEvent): "up" | "down" | undefined {
  if (!altKey || (target as Element).getAttribute("role") === "combobox") return undefined;
  return key === "ArrowUp" ? "up" : key === "ArrowDown" ? "down" : undefined;
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

/** What the control itself does not show: that the value is the default, null, or empty. */
function ValueState({ field }: { readonly field: Field }) {
  const words = [field.undeclared && "not in the schema", stateOf(field)].filter(Boolean);
  return words.length > 0 && <span className={styles.state}>{words.join(" · ")}</span>;
}

function stateOf(field: Field): string | undefined {
  const { presence, source } = field;
  const { kind } = innermost(field);
  if (presence === "absent" && field.defaultText !== undefined) {
    return kind === "boolean" ? `default ${field.defaultText}` : "default";
  }
  // the other controls show it as their placeholder
  const isShown = kind === "string" || kind === "number" || kind === "choice" || kind === "json";
  if (presence === "null" && !isShown) return "null";
  return source === '""' && kind !== "choice" ? 'empty text ""' : undefined;
}

interface ProposalProps extends Pick<FormActions, "set" | "remove"> {
  readonly field: Field;
}

/** The way back to the default, or the only value that is allowed. */
function Proposal({ field, set, remove }: ProposalProps) {
  const { defaultText, source, path } = field;
  const only = field.kind === "choice" && field.options.length === 1 ? field.options[0] : undefined;
  if (defaultText !== undefined && source !== undefined && source !== defaultText) {
    const label = defaultLabelOf(field);
    return (
      <Button
        variant="quiet"
        size="small"
        icon={RotateCcw}
        aria-label={`Use default ${label}`}
        className={styles.reset}
        onPress={() => (field.omittable ? remove(path) : set(path, defaultText))}
      >
        <span>{label}</span>
      </Button>
    );
  }
  if (!only || field.presence !== "absent") return null;
  return (
    <Button
      variant="quiet"
      size="small"
      className={styles.reset}
      onPress={() => set(path, only.text)}
    >
      Use {only.label}
    </Button>
  );
}
