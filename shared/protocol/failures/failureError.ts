/** An error that carries a failure through APIs that reject, such as `fetch`. */

import type { Failure } from "./failure.ts";
import type { ForwardFailure } from "./forwardFacts.ts";

/** The code of a failure, or of the failure to forward an exchange. */
export type FailureCode = Failure["code"] | ForwardFailure["code"];

/** Rejection of a custom `fetch` with a known failure; a `TypeError`, as `fetch` rejects with. */
export class FailureError extends TypeError {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(reasonOf(failure));
    this.failure = failure;
  }
}

/** The code of a failure and, for a limit that was reached, the limit in bytes or milliseconds. */
export function codeOf(failure: Failure): {
  readonly code: FailureCode;
  readonly limit?: number;
} {
  if (failure.code === "forward") return { code: failure.problem.code };
  if (failure.code === "too-large") return { code: failure.code, limit: failure.limit };
  if (failure.code === "timeout") return { code: failure.code, limit: failure.afterMs };
  return { code: failure.code };
}

/** The reason that the failure carries; its code where it has none. */
function reasonOf(failure: Failure): string {
  if (failure.code === "forward") return failure.problem.reason || failure.problem.code;
  return ("reason" in failure && failure.reason) || failure.code;
}
