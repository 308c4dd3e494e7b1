/** Carries when and why a request was ended to what records the end of its exchange, so that both say the same. */
export class AbortedAt {
  /** Milliseconds of the tab's clock. */
  readonly at: number;

  /** Whether its time was over. */
  readonly isTimeout: boolean;

  constructor(at: number, isTimeout = false) {
    this.at = at;
    this.isTimeout = isTimeout;
  }
}
