/** How serious a finding is. */

/** How sure a finding is: against a MUST, against a SHOULD, or worth knowing. */
export type Severity = "violation" | "warning" | "note";
