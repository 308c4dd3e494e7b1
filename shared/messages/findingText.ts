/** States a finding in one or more sentences. */
import { type CauseEvidence, isCause } from "../doctor/cause.ts";
import type { Finding } from "../lint/finding.ts";
import type { FindingCode } from "../protocol/check/checkFinding.ts";
import { appFindingText } from "./appFindingText.ts";
import { doctorText } from "./doctorText.ts";
import { flowFindingText } from "./flowFindingText.ts";
import { messageFindingText } from "./messageFindingText.ts";

/** The text of a finding; parts of messages in it are shortened, but not escaped. */
export function findingText({ code, evidence }: Pick<Finding, "code" | "evidence">): string {
  if (code === "optional-method-missing") {
    return `The server has no ${evidence.method}. No capability declares it, so that is allowed; an empty list tells clients the same without an error.`;
  }
  if (isCause(code)) {
    const { sentence, remedy } = doctorText(code, evidence as CauseEvidence);
    return `${sentence} ${remedy}`.trim();
  }
  return (
    flowFindingText(code, evidence) ??
    appFindingText(code, evidence) ??
    messageFindingText(code as FindingCode, evidence)
  );
}
