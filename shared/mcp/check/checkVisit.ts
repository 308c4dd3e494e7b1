/** The walk of a check through one value: where it is, and whom it tells. */

import type { Schema } from "../messages/schema.ts";
import type { Severity, Trouble } from "./checkFinding.ts";

/** A walk through one value. */
export interface Visit {
  /** Where the walk is: member names and item numbers from the top. */
  readonly path: (string | number)[];
  /** The specification's definition that the place belongs to. */
  definition: string;
  /** Told of each trouble; without it the walk ends at the first violation. */
  readonly tell?: (visit: Visit, trouble: Trouble, severity: Severity) => void;
  /** Set when nobody wants to hear of more violations. */
  full: boolean;
}

/** Whether the value fits; what does not is told to the visit. */
export type Check = (value: unknown, visit: Visit) => boolean;

/** Finds a definition's schema and its check by name. */
export interface Book {
  readonly schema: (name: string) => Schema | undefined;
  readonly check: (name: string) => Check;
}

/** How deep a value is looked into; no message of the specification comes near it. */
export const deepest = 256;

/** Tells of a violation, and is false, so that a check can return it. */
export function violation(visit: Visit, trouble: Trouble): false {
  visit.tell?.(visit, trouble, "violation");
  return false;
}

/** Checks a member or an item, and comes back. */
export function descend(check: Check, value: unknown, step: string | number, visit: Visit) {
  visit.path.push(step);
  let fits = true;
  if (visit.path.length > deepest) {
    visit.tell?.(visit, { code: "too-deep", limit: deepest }, "note");
  } else {
    fits = check(value, visit);
  }
  visit.path.pop();
  return fits;
}
