/** State of a check while it traverses a value: current path and reporting. */

import type { Schema } from "../messages/schema.ts";
import type { Severity } from "../severity.ts";
import type { FindingDetail } from "./checkFinding.ts";

/** The traversal of one value. */
export interface Visit {
  /** Current path: member names and item indexes from the root. */
  readonly path: (string | number)[];
  /** The definition that the current place belongs to. */
  definition: string;
  /** Receives each finding; without it the traversal ends at the first violation. */
  readonly report?: (visit: Visit, detail: FindingDetail, severity: Severity) => void;
  /** Set when no more violations are reported. */
  full: boolean;
}

/** Returns whether the value is valid, and reports findings to the visit. */
export type Check = (value: unknown, visit: Visit) => boolean;

/** Schemas and checks of a revision's definitions, by name. */
export interface CheckRegistry {
  readonly schema: (name: string) => Schema | undefined;
  readonly check: (name: string) => Check;
}

/** Maximum depth of the traversal; messages of the specification are far less deep. */
const maximumDepth = 256;

/** Reports a violation and returns false, for a check to return. */
export function reportViolation(visit: Visit, detail: FindingDetail): false {
  visit.report?.(visit, detail, "violation");
  return false;
}

/** Checks a member or an item. */
export function descend(check: Check, value: unknown, step: string | number, visit: Visit) {
  visit.path.push(step);
  let fits = true;
  if (visit.path.length > maximumDepth) {
    visit.report?.(visit, { code: "too-deep", limit: maximumDepth }, "note");
  } else {
    fits = check(value, visit);
  }
  visit.path.pop();
  return fits;
}
