/** Texts of the tab Examine. */
import type { Area } from "../../../shared/conform/scenario.ts";
import type { Outcome } from "../../../shared/report/examinationReport.ts";

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
  messages: "Messages",
};

/** Outcomes as headings of their verdicts, in the order in which they are shown. */
export const outcomeNames = {
  violation: "Failed",
  warning: "Warnings",
  "could-not-run": "Could not run",
  passed: "Passed",
  "not-applicable": "Not applicable",
} as const satisfies Partial<Record<Outcome, string>>;

export type ShownOutcome = keyof typeof outcomeNames;

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
