/** Renders the title of a failure as inline text. */
import type { Failure } from "../../shared/core/failures/failure.ts";
import { failureWords } from "./failureMessages.ts";

export function FailureTitle({ failure }: { failure: Failure }) {
  return failureWords(failure).what;
}
