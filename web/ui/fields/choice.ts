/** A selectable option of a form control. */

export interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly description?: string;
  readonly isDisabled?: boolean;
}
