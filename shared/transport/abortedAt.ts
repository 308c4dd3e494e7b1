/** Carries when a request was ended to what records the end of its exchange, so that both say the same time. */
export class AbortedAt {
  /** Milliseconds of the tab's clock. */
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}
