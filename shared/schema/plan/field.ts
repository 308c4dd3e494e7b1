/** Types of the field tree that a form renders: place, labels and JSON text of each value. */
import type { Path } from "../../core/json/jsonText.ts";
import type { OverBudget } from "../budget.ts";
import type { JsonReason, SchemaHint, SchemaNote } from "../note.ts";

/** Whether a value is left out, null, or present. */
type Presence = "absent" | "null" | "present";

export interface FieldBase {
  readonly path: Path;
  /** The path as a JSON Pointer, to be used as a key. */
  readonly pointer: string;
  /** The schema's title, or the property's name. */
  readonly label: string;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly nullable: boolean;
  /** Whether the value can be left out: false for the root and for items of an array. */
  readonly omittable: boolean;
  readonly presence: Presence;
  /** The value's JSON text; undefined while absent. */
  readonly source: string | undefined;
  /** The schema's default as JSON text. */
  readonly defaultText: string | undefined;
  /** Limits and annotations, in reading order. */
  readonly hints: readonly SchemaHint[];
  /** Problems of the schema at this place. */
  readonly notes: readonly SchemaNote[];
  /** Set for a property that the schema does not declare. */
  readonly undeclared: boolean;
  /** Whether the property has a name of the user's choice, which can be changed. */
  readonly renamable: boolean;
  /** The schema's examples, as far as they match the schema. */
  readonly examples: readonly Option[];
  readonly secret: boolean;
}

/** One value to choose. */
export interface Option {
  readonly label: string;
  /** The value as JSON text. */
  readonly text: string;
}

/** One shape of a value. Its texts are computed on access. */
export interface Branch {
  /** Undefined if nothing in the schema distinguishes this shape from others. */
  readonly label: string | undefined;
  /** Initial JSON text if nothing was drafted; undefined leaves the value out. */
  readonly start: string | undefined;
  /** Initial JSON text if the value must be present. */
  readonly emptiest: string;
}

/** Limits of a number, for an exact check of its digits. */
interface NumberLimits {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly multipleOf: number | undefined;
}

export type StringField = FieldBase & {
  readonly kind: "string";
  readonly multiline: boolean;
  /** The schema's `format`, cut to be compared. */
  readonly format: string | undefined;
  /** Whether the text is binary data as base64. */
  readonly isBase64: boolean;
  /** The media type of the text's content, such as `image/png`. */
  readonly mediaType: string | undefined;
  /** The decoded text; undefined while absent or null. */
  readonly value: string | undefined;
};
export type NumberField = FieldBase & {
  readonly kind: "number";
  readonly integer: boolean;
  readonly limits: NumberLimits;
  /** What to show: the literal, or text that is not a number yet. */
  readonly value: string | undefined;
};
export type BooleanField = FieldBase & {
  readonly kind: "boolean";
  readonly value: boolean | undefined;
};
export type ChoiceField = FieldBase & {
  readonly kind: "choice";
  readonly options: readonly Option[];
  /** Index of the option that is the value; -1 if it is none of them. */
  readonly selected: number;
};
export type MultiField = FieldBase & {
  readonly kind: "multi";
  readonly options: readonly Option[];
  /** Indexes of the chosen options in the order of the value. */
  readonly selected: readonly number[];
};
export type ObjectField = FieldBase & {
  readonly kind: "object";
  readonly fields: readonly Field[];
  /** False while an absent object hides its fields. */
  readonly open: boolean;
  /** Initial JSON text of the object: its fixed values. */
  readonly startText: string;
  /** Whether properties with other names can be added. */
  readonly extensible: boolean;
  /** JSON text of a new property's value. */
  readonly newText: string;
};
export type ArrayField = FieldBase & {
  readonly kind: "array";
  readonly items: readonly Field[];
  /** JSON text of the next item. */
  readonly newText: string;
  readonly full: boolean;
};
export type UnionField = FieldBase & {
  readonly kind: "union";
  /** Identifies this union among those at one place, for choices and drafts. */
  readonly key: string;
  readonly branches: readonly Branch[];
  readonly active: number;
  readonly field: Field;
};
export type JsonField = FieldBase & {
  readonly kind: "json";
  /** Why the value is edited as JSON; undefined if any value is allowed. */
  readonly reason: JsonReason | undefined;
  readonly overBudget?: OverBudget;
};

export type Field =
  | StringField
  | NumberField
  | BooleanField
  | ChoiceField
  | MultiField
  | ObjectField
  | ArrayField
  | UnionField
  | JsonField;
