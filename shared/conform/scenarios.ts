/** Lists all scenarios, in the order in which they run. */
import type { Revision } from "../protocol/revisions.ts";
import type { Scenario } from "./scenario.ts";
import { errorScenarios } from "./scenarios/errorScenarios.ts";
import { httpScenarios } from "./scenarios/httpScenarios.ts";
import { lifecycleScenarios } from "./scenarios/lifecycleScenarios.ts";
import { messageScenarios } from "./scenarios/messageScenarios.ts";
import { metadataScenarios } from "./scenarios/metadataScenarios.ts";
import { processScenarios } from "./scenarios/processScenarios.ts";
import { promptScenarios } from "./scenarios/promptScenarios.ts";
import { resourceScenarios } from "./scenarios/resourceScenarios.ts";
import { sessionScenarios } from "./scenarios/sessionScenarios.ts";
import { skillScenarios } from "./scenarios/skillScenarios.ts";
import { taskScenarios } from "./scenarios/taskScenarios.ts";
import { toleranceScenarios } from "./scenarios/toleranceScenarios.ts";
import { toolScenarios } from "./scenarios/toolScenarios.ts";

export const scenarios: readonly Scenario[] = [
  ...lifecycleScenarios,
  ...errorScenarios,
  ...toolScenarios,
  ...toleranceScenarios,
  ...resourceScenarios,
  ...promptScenarios,
  ...httpScenarios,
  ...sessionScenarios,
  ...metadataScenarios,
  ...taskScenarios,
  ...skillScenarios,
  ...messageScenarios,
  ...processScenarios,
];

/** Whether a revision has what a scenario is about. */
export function isOfRevision({ since, until }: Scenario, revision: Revision): boolean {
  return (since === undefined || since <= revision) && (until === undefined || revision <= until);
}
