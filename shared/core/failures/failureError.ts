/** An error that carries a failure through APIs that reject, such as `fetch`. */
import type { Failure } from "./failure.ts";

/** Rejection of a custom `fetch` with a known failure; a `TypeError`, as `fetch` rejects with. */
export class FailureError extends TypeError {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(reasonOf(failure));
    this.failure = failure;
  }
}

function reasonOf(failure: Failure): string {
  if (failure.code === "forward") return failure.trouble.reason;
  if (failure.code === "too-large") return `cut after ${failure.limit} bytes`;
  return ("reason" in failure && failure.reason) || failure.code;
}
