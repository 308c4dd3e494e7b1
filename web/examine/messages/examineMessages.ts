/** Texts of the tab Examine. */
import type { Area } from "../../../shared/conform/scenario.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { failureText } from "../../messages/failureMessages.ts";
import type { VerdictGroup } from "../store/verdictGroups.ts";
import type { ShownOutcome } from "../store/verdictRows.ts";

export const areaNames: Readonly<Record<Area, string>> = {
  lifecycle: "Lifecycle",
  errors: "Errors",
  tools: "Tools",
  resources: "Resources",
  prompts: "Prompts",
  utilities: "Utilities",
  http: "HTTP",
  metadata: "Metadata",
  tasks: "Tasks",
  skills: "Skills",
  messages: "Messages",
};

/** What verdicts are, after their number. */
export const groupNames: Readonly<Record<VerdictGroup, string>> = {
  violation: "Failed",
  warning: "Warnings",
  "could-not-run": "Could not run",
  expected: "Expected",
  passed: "Passed",
  "not-applicable": "Do not apply",
};

/** An outcome of one verdict. */
export const outcomeTexts: Readonly<Record<ShownOutcome, string>> = {
  violation: "failed",
  warning: "warning",
  "could-not-run": "could not run",
  passed: "passed",
  "not-applicable": "not applicable",
};

export const whatIsSent =
  "It lists, reads and pings, sends unknown names, invalid messages and wrong headers, and opens and ends sessions of its own, at every revision. It calls only tools that say they only read.";

/**
 * Why a revision was not examined.
 * @param failure of the connection; undefined if the server agreed on another revision
 */
export function notExaminedText(failure: Failure | undefined): string {
  return failure
    ? `not examined. ${failureText(failure).what}.`
    : "not examined. The server answered with another revision.";
}

export const notTriedText = "not tried, because the connection was lost before.";

export const staleText = "Passed, but it is expected to fail.";
