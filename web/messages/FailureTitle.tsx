/** What a failure is, in a few words within a line. */
import type { Failure } from "../../shared/core/failures/failure.ts";
import { failureWords } from "./failureMessages.ts";

export function FailureTitle({ failure }: { failure: Failure }) {
  return failureWords(failure).what;
}
