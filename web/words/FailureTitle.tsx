/** What a failure is, in a few words within a line. */
import type { Failure } from "../../shared/transport/failure.ts";
import { failureWords } from "./failureWords.ts";

export function FailureTitle({ failure }: { failure: Failure }) {
  return failureWords(failure).what;
}
