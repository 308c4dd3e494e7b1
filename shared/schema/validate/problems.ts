/** Selects the useful ones of a validator's errors, with the location of each. */
import type { OutputUnit } from "@cfworker/json-schema";
import { getOwn } from "../../core/json/getOwn.ts";
import { toPointer } from "../../core/json/pointer.ts";
import type { Prepared } from "../prepare/prepare.ts";
import { detailOf, type ProblemDetail } from "./problemDetail.ts";

/** A problem of a value, with its location. */
export interface ValueProblem {
  /** JSON Pointer to the value; for a missing property, to where it should be. */
  readonly pointer: string;
  readonly keyword: string;
  readonly detail: ProblemDetail;
}

/** Keywords whose errors only announce further errors. */
const wrappers = new Set([
  "properties",
  "patternProperties",
  "items",
  "prefixItems",
  "additionalItems",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$ref",
  "allOf",
  "if",
  "dependentSchemas",
]);

/** @param units the validator's errors: wrappers precede what they wrap, with all branches of unions */
export function problemsOf(units: readonly OutputUnit[], prepared: Prepared): ValueProblem[] {
  const seen = new Set<string>();
  return leaves(units).flatMap((unit) => {
    const problem = problemOf(unit, prepared);
    const key = `${problem.pointer} ${JSON.stringify(problem.detail)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [problem];
  });
}

function leaves(units: readonly OutputUnit[]): OutputUnit[] {
  const found: OutputUnit[] = [];
  const covered = units
    .filter(({ keyword }) => keyword.includes("ontains") || keyword === "propertyNames")
    .map((unit) => unit.keywordLocation.replace(/\/(?:min|max)Contains$/, "/contains"));
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index] as OutputUnit;
    if (wrappers.has(unit.keyword)) continue;
    if (covered.some((location) => unit.keywordLocation.startsWith(`${location}/`))) continue;
    if (unit.keyword !== "anyOf" && unit.keyword !== "oneOf") {
      found.push(unit);
      continue;
    }
    const inside: OutputUnit[] = [];
    while (units[index + 1]?.keywordLocation.startsWith(`${unit.keywordLocation}/`)) {
      index += 1;
      inside.push(units[index] as OutputUnit);
    }
    found.push(...branchLeaves(unit, inside));
  }
  return found;
}

/** The errors of the most likely branch, or that of the union if none stands out. */
function branchLeaves(union: OutputUnit, inside: readonly OutputUnit[]): OutputUnit[] {
  if (/\([1-9]\d* matches\)/.test(union.error)) return [union];
  const branches = new Map<string, OutputUnit[]>();
  for (const unit of inside) {
    const branch = unit.keywordLocation.slice(union.keywordLocation.length + 1).split("/")[0] ?? "";
    branches.set(branch, [...(branches.get(branch) ?? []), unit]);
  }
  const ranked = [...branches.values()]
    .map((units) => leaves(units))
    .map((units) => ({ units, rank: rankOf(union, units) }))
    .sort((one, other) => one.rank - other.rank);
  const [best, next] = ranked;
  if (!best || best.rank >= anotherType) return [union];
  const isClear = !next || next.rank >= anotherType;
  if (isClear) return best.units;
  return best.rank >= otherFixedValue || (best.rank > 1 && next.rank === best.rank)
    ? [union]
    : best.units;
}

const otherFixedValue = 1_000;
const anotherType = 1_000_000;

/** Lower is closer: same type, then same fixed values, then fewer errors. */
function rankOf(union: OutputUnit, units: readonly OutputUnit[]): number {
  const here = (unit: OutputUnit) => unit.instanceLocation === union.instanceLocation;
  if (units.some((unit) => here(unit) && ["type", "const", "enum", "not"].includes(unit.keyword))) {
    return anotherType;
  }
  const fixed = units.filter((unit) => unit.keyword === "const" || unit.keyword === "enum");
  return fixed.length * otherFixedValue + units.length;
}

function problemOf(unit: OutputUnit, prepared: Prepared): ValueProblem {
  const path = namesIn(unit.instanceLocation);
  const schemaPath = namesIn(unit.keywordLocation);
  const missing = missingName(unit);
  const detail = detailOf(unit, schemaPath, valueOfKeyword(schemaPath, prepared));
  const pointer = toPointer(missing === undefined ? path : [...path, missing]);
  return { pointer, keyword: unit.keyword, detail };
}

function missingName(unit: OutputUnit): string | undefined {
  if (unit.keyword === "required") return /required property "([\s\S]*)"\.$/.exec(unit.error)?.[1];
  if (unit.keyword === "dependentRequired") {
    return /does not have "([\s\S]*)"\.$/.exec(unit.error)?.[1];
  }
  return undefined;
}

/** The value of a keyword in the schema, with references resolved. */
function valueOfKeyword(path: readonly string[], prepared: Prepared): unknown {
  let at: unknown = prepared.root;
  for (const name of path) {
    const value = getOwn(at, name);
    at = name === "$ref" && typeof value === "string" ? prepared.lookup[value] : value;
  }
  return at;
}

/** Splits a fragment pointer of the validator into names. */
function namesIn(location: string): string[] {
  return location
    .split("/")
    .slice(1)
    .map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
}
