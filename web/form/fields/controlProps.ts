/** What the control of a field is given. */
import type { ReactNode } from "react";
import type { Field } from "../../../shared/schema/plan/field.ts";

export interface ControlProps<F extends Field> {
  readonly field: F;
  /** What is wrong with the value, in words; empty where nothing is. */
  readonly trouble: string;
}

/** A control with fields inside. */
export interface ContainerProps<F extends Field> extends ControlProps<F> {
  /**
   * Shows an inner field.
   * @param tools buttons that belong to its place
   */
  readonly draw: (field: Field, tools?: ReactNode) => ReactNode;
}
