/** The shape in which the page speaks of trouble. */

export interface Words {
  readonly what: string;
  readonly why: string;
  /** Evidence, line by line as it came; follows the reason. */
  readonly quote?: string;
  /** What to do next, in the order in which to try it. */
  readonly next: readonly string[];
}
