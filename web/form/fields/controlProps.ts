/** Props of the controls. */
import type { ReactNode } from "react";
import type { Field } from "../../../shared/schema/plan/field.ts";

export interface ControlProps<F extends Field> {
  readonly field: F;
  /** The error message; empty if there is none. */
  readonly errorText: string;
}

/** Props of a control with nested fields. */
export interface ContainerProps<F extends Field> extends ControlProps<F> {
  /**
   * Renders a nested field.
   * @param tools buttons of its place, such as Remove
   */
  readonly draw: (field: Field, tools?: ReactNode) => ReactNode;
}
