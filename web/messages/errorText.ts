/** The structure of an error message: what happened, why, what to do. */

export interface ErrorText {
  readonly what: string;
  readonly why: string;
  /** Evidence from the server, or a command to try: preformatted text after `why`. */
  readonly quote?: string;
  /** What to do next, in the order in which to try it. */
  readonly next: readonly string[];
}
