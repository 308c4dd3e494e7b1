/** What a form shows: a tree of fields, each knowing its place, its words and its value's text. */

import type { Path } from "../../core/json/jsonText.ts";
import type { OverBudget } from "../budget.ts";

/** Whether a value is there: left out, there as null, or there. */
export type Presence = "absent" | "null" | "present";

export interface FieldBase {
  readonly path: Path;
  /** The path as a JSON Pointer, to be used as a key. */
  readonly pointer: string;
  /** The schema's title, else the property's name. */
  readonly label: string;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly nullable: boolean;
  /** Whether it may be left out at all: not the root, and not an item of an array. */
  readonly omittable: boolean;
  readonly presence: Presence;
  /** The value's JSON text as it stands; undefined while absent. */
  readonly source: string | undefined;
  /** The schema's default as JSON text. */
  readonly defaultText: string | undefined;
  /** Limits in words: "at least 1", "matches ^a". */
  readonly hints: readonly string[];
  /** What is wrong with the schema here. */
  readonly notes: readonly string[];
  /** Set for a property that the schema does not name. */
  readonly undeclared: boolean;
  readonly secret: boolean;
}

/** One value to choose. */
export interface Option {
  readonly label: string;
  /** The value as JSON text. */
  readonly text: string;
}

/** One way to shape a value. Its texts are made when they are asked for. */
export interface Branch {
  readonly label: string;
  /** JSON text to begin with where nothing was drafted; undefined leaves the value out. */
  readonly start: string | undefined;
  /** JSON text to begin with where something must be there. */
  readonly emptiest: string;
}

/** Limits of a number, for a check on its digits. */
export interface NumberLimits {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly multipleOf: number | undefined;
}

export type StringField = FieldBase & {
  readonly kind: "string";
  readonly multiline: boolean;
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
  /** Index of the option that is the value; -1 where it is none of them. */
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
  /** False while an absent object keeps its fields to itself. */
  readonly open: boolean;
  /** JSON text that the object begins with: its fixed values. */
  readonly startText: string;
  /** Whether the schema invites names of one's own. */
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
  /** Names this union among those at one place, for choices and drafts. */
  readonly key: string;
  readonly branches: readonly Branch[];
  readonly active: number;
  readonly field: Field;
};
export type JsonField = FieldBase & {
  readonly kind: "json";
  /** Why there is no better control, for a person; undefined where any value is welcome. */
  readonly reason: string | undefined;
  /** Set where fields for it would take more work than a form is worth. */
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
