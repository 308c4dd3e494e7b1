/** Renders one field with the control of its kind, or as JSON. */
import { memo, type ReactNode } from "react";
import { isNumberLiteral } from "../../../shared/core/json/jsonText.ts";
import type {
  BooleanField,
  Field,
  NumberField,
  UnionField,
} from "../../../shared/schema/plan/field.ts";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { putDrafts } from "../draftText.ts";
import { useFormActions, useFormState } from "../formContext.ts";
import { problemText } from "../messages/valueProblemMessages.ts";
import { ArrayControl } from "./ArrayControl.tsx";
import { ChoiceControl } from "./ChoiceControl.tsx";
import type { ControlProps, ItemPlace } from "./controlProps.ts";
import styles from "./FieldRow.module.css";
import { FieldRow, innermost, isGroupKind } from "./FieldRow.tsx";
import { areShort, fieldTextProps, placeholderOf } from "./fieldText.tsx";
import { JsonControl } from "./JsonControl.tsx";
import { MultiControl } from "./MultiControl.tsx";
import { ObjectControl } from "./ObjectControl.tsx";
import { StringControl } from "./text/StringControl.tsx";

/** @param props.place set for an item of an array */
export function FieldView({ field, place }: { field: Field; place?: ItemPlace | undefined }) {
  const { drafts, asJson, problems, isEdited, isAttempted } = useFormState();
  const { source } = field;
  const isJson =
    asJson.has(field.pointer) ||
    field.kind === "json" ||
    (source !== undefined && drafts.has(source));
  const typed = isJson && source !== undefined ? putDrafts(source, drafts) : source;
  const draft = typed === source ? undefined : typed;
  const below =
    isJson && (isAttempted || isEdited)
      ? [...problems].filter(([pointer]) => pointer.startsWith(`${field.pointer}/`))
      : [];
  const own = (problems.get(field.pointer) ?? []).filter(({ keyword }) =>
    keyword === "required" ? isAttempted : isAttempted || isEdited,
  );
  const messages = [
    ...own.map(problemText),
    ...below.flatMap(([pointer, inner]) =>
      inner.map((problem) => `${pointer.slice(field.pointer.length + 1)}: ${problemText(problem)}`),
    ),
  ];
  return (
    <Drawn
      field={field}
      draft={draft}
      isJson={isJson}
      errorText={messages.join("; ")}
      place={place}
    />
  );
}

interface DrawnProps {
  readonly field: Field;
  readonly draft: string | undefined;
  readonly isJson: boolean;
  readonly errorText: string;
  readonly place: ItemPlace | undefined;
}

const Drawn = memo(function Drawn({ field, draft, isJson, errorText, place }: DrawnProps) {
  const isAbove = isGroupKind(innermost(field));
  const shapes = isJson ? undefined : shapesIn(field, isAbove);
  return (
    <FieldRow field={field} isJson={isJson} shapes={isAbove ? undefined : shapes} place={place}>
      {isJson ? (
        <JsonControl field={field} draft={draft} errorText={errorText} />
      ) : (
        <Control
          field={field}
          errorText={errorText}
          shapes={isAbove ? shapes : undefined}
          place={place}
        />
      )}
    </FieldRow>
  );
});

function draw(field: Field, place?: ItemPlace): ReactNode {
  return <FieldView key={field.pointer} field={field} place={place} />;
}

interface AnyControlProps extends ControlProps<Field> {
  readonly shapes: ReactNode;
  readonly place: ItemPlace | undefined;
}

function Control({ field, errorText, shapes, place }: AnyControlProps): ReactNode {
  const group = { errorText, shapes, place, draw };
  switch (field.kind) {
    case "string":
      return <StringControl field={field} errorText={errorText} />;
    case "number":
      return <NumberControl field={field} errorText={errorText} />;
    case "boolean":
      return <BooleanControl field={field} errorText={errorText} />;
    case "choice":
      return <ChoiceControl field={field} errorText={errorText} />;
    case "multi":
      return <MultiControl field={field} {...group} />;
    case "object":
      return <ObjectControl field={field} {...group} />;
    case "array":
      return <ArrayControl field={field} {...group} />;
    case "union":
      return <Control field={field.field} errorText={errorText} shapes={shapes} place={place} />;
    case "json":
      return <JsonControl field={field} draft={undefined} errorText={errorText} />;
  }
}

/**
 * The shape selects of a union and of the unions that its shapes are.
 * @param isAbove whether they are above the fields of a shape, not inside its control
 * @param name tells it apart from the other unions of the form
 */
function shapesIn(field: Field, isAbove: boolean, name = nameOf(field)): ReactNode {
  if (field.kind !== "union") return null;
  return (
    <>
      <ShapeSelect field={field} name={name} isAbove={isAbove} />
      {shapesIn(field.field, isAbove, `${name}: ${shapeLabel(field, field.active)}`)}
    </>
  );
}

/** The path to a field in words: names, and numbers of items, which begin at 1. */
function nameOf({ path, label }: Field): string {
  if (path.length === 0) return label;
  return path.map((step) => (typeof step === "number" ? step + 1 : step)).join(" › ");
}

/** Control for numbers: the typed digits are sent unchanged. */
function NumberControl({ field, errorText }: ControlProps<NumberField>) {
  const { set, remove } = useFormActions();
  const change = (typed: string) => {
    const literal = typed.trim();
    if (literal === "" && field.omittable) remove(field.path);
    // text that is not a number yet is kept as a string, so that nothing is lost and the check reports it
    else set(field.path, isNumberLiteral(literal) ? literal : JSON.stringify(typed));
  };
  return (
    <TextField
      {...fieldTextProps(field, errorText)}
      value={field.value ?? ""}
      onChange={change}
      placeholder={placeholderOf(field)}
      inputMode="decimal"
      isMono
    />
  );
}

const values = [
  { id: "true", label: "true" },
  { id: "false", label: "false" },
] as const;

/** Nothing is sent while it is not set; the server applies the default. */
const withAbsence = [{ id: "absent", label: "Not set" }, ...values] as const;

/** Control for booleans: true, false, or not set. */
function BooleanControl({ field, errorText }: ControlProps<BooleanField>) {
  const { set, remove } = useFormActions();
  const canBeAbsent = !field.required && field.omittable;
  const absent = canBeAbsent && field.presence === "absent" ? "absent" : null;
  return (
    <RadioGroup<"absent" | "true" | "false">
      {...fieldTextProps(field, errorText)}
      look="segments"
      choices={canBeAbsent ? withAbsence : values}
      value={field.value === undefined ? absent : field.value ? "true" : "false"}
      onChange={(id) => (id === "absent" ? remove(field.path) : set(field.path, id))}
    />
  );
}

/** The name of a shape, or its number. */
function shapeLabel({ branches }: UnionField, index: number): string {
  return branches[index]?.label ?? `option ${index + 1}`;
}

interface ShapeSelectProps {
  readonly field: UnionField;
  /** Tells the union apart from the others of the form. */
  readonly name: string;
  /** Whether it is above the fields of the shape, where segments have room. */
  readonly isAbove: boolean;
}

function ShapeSelect({ field, name, isAbove }: ShapeSelectProps) {
  const { chooseShape } = useFormActions();
  const labels = field.branches.map((_, index) => shapeLabel(field, index));
  const common = {
    label: `Variant of ${name}`,
    hideLabel: true,
    choices: labels.map((label, index) => ({ id: String(index), label })),
    value: String(field.active),
    onChange: (id: string) => chooseShape(field, Number(id)),
  };
  return isAbove && areShort(labels) ? (
    <RadioGroup {...common} look="segments" />
  ) : (
    <Select {...common} isQuiet className={styles.shape} />
  );
}
