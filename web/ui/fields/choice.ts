/** One of several things to choose from. */

export interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly description?: string;
  readonly isDisabled?: boolean;
}
