/** States a finding in one or more sentences. */
import { isKnownCause } from "../doctor/cause.ts";
import type { KnownFinding } from "../lint/finding.ts";
import { appFindingText, isAppFinding } from "./appFindingText.ts";
import { doctorText } from "./doctorText.ts";
import { eventFindingText, isEventFinding } from "./drafts/eventFindingText.ts";
import { flowFindingText, isFlowFinding } from "./flowFindingText.ts";
import { messageFindingText } from "./messageFindingText.ts";
import { isSkillFinding, skillFindingText } from "./skillFindingText.ts";

/** The text of a finding; parts of messages in it are shortened, but not escaped. */
export function findingText(found: KnownFinding): string {
  if (found.code === "optional-method-missing") {
    return `The server has no ${found.evidence.method}. No capability declares it, so that is allowed; an empty list tells clients the same without an error.`;
  }
  if (isKnownCause(found)) {
    const { sentence, remedy } = doctorText(found);
    return `${sentence} ${remedy}`.trim();
  }
  if (isFlowFinding(found)) return flowFindingText(found);
  if (isSkillFinding(found)) return skillFindingText(found);
  if (isEventFinding(found)) return eventFindingText(found);
  return isAppFinding(found) ? appFindingText(found) : messageFindingText(found);
}
