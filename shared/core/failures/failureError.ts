/** A failure on its way through what can only throw, as `fetch` does. */
import type { Failure } from "./failure.ts";

/** Thrown by a `fetch` of ours that knows more than that it failed. */
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
  return "reason" in failure ? failure.reason : failure.code;
}
