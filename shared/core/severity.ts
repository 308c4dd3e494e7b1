/** Severity of findings. */

/** `violation`: breaks a MUST; `warning`: breaks a SHOULD; `note`: worth knowing. */
export type Severity = "violation" | "warning" | "note";
