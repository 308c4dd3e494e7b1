/** Severity of findings. */

/**
 * `violation`: breaks a rule of the specification; `warning`: a likely mistake, or against a
 * recommendation or another document's rule; `note`: worth knowing.
 */
export type Severity = "violation" | "warning" | "note";
