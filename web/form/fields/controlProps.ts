/** Props of the controls. */
import type { ReactNode } from "react";
import type { Field } from "../../../shared/schema/plan/field.ts";

export interface ControlProps<F extends Field> {
  readonly field: F;
  /** The error message; empty if there is none. */
  readonly errorText: string;
}

/** The place of an item in its array. */
export interface ItemPlace {
  readonly index: number;
  /** How many items the array has. */
  readonly count: number;
  /** Whether the array may have no further item. */
  readonly isFull: boolean;
  /** Whether the schema names the item; otherwise its number is shown. */
  readonly isNamed: boolean;
}

/** Props of a control with nested fields. */
export interface ContainerProps<F extends Field> extends ControlProps<F> {
  /** The choice of a variant, above the fields. */
  readonly shapes?: ReactNode;
  /** Set where the group itself is an item of an array. */
  readonly place?: ItemPlace | undefined;
  /** Renders a nested field; `place` is set for an item of an array. */
  readonly draw: (field: Field, place?: ItemPlace) => ReactNode;
}
