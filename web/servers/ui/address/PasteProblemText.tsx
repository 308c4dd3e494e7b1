/** Says why nothing was taken over from a pasted text. */
import type { PasteProblem } from "../../../../shared/config/paste/paste.ts";
import { pasteProblemText } from "../../messages/pasteMessages.ts";

export function PasteProblemText({ problem }: { problem: PasteProblem }) {
  return pasteProblemText(problem);
}
