/** Checks a value against `anyOf`, and reports the most likely alternative if none matches. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject } from "../../core/json/jsonObject.ts";
import { definitionName, type JsonType, type Schema } from "../messages/schema.ts";
import { type FindingDetail, valueFact } from "./checkFinding.ts";
import { valueTypeOf } from "./checkType.ts";
import {
  type Check,
  type CheckRegistry,
  descend,
  reportViolation,
  type Visit,
} from "./checkVisit.ts";

/** An alternative, with what distinguishes it from the others without a full check. */
interface Branch {
  readonly name: string;
  readonly check: Check;
  /** The types of values it allows; undefined if not stated directly. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** Members with fixed values. */
  readonly discriminators: readonly Discriminator[];
}

interface Discriminator {
  readonly member: string;
  readonly values: readonly unknown[];
  readonly required: boolean;
}

/** Compiles the check of `anyOf`. */
export function unionCheck(
  alternatives: readonly Schema[],
  registry: CheckRegistry,
  compile: (schema: Schema) => Check,
): Check {
  let branches: readonly Branch[] | undefined;
  return (value, visit) => {
    branches ??= alternatives.flatMap((schema) => branchesOf(schema, schema, registry, compile));
    const candidates = branches.filter((branch) => couldMatch(branch, value));
    const [first] = candidates;
    if (!first) return visit.report ? reportNoCandidate(branches, value, visit) : false;
    if (candidates.length === 1) return first.check(value, visit);
    const fitting = candidates.find((branch) => branch.check(value, quiet(visit)));
    if (fitting) return visit.report ? fitting.check(value, visit) : true;
    return visit.report ? reportNearest(candidates, value, visit) : false;
  };
}

/** A visit of the same place that only returns the result and reports nothing. */
function quiet(visit: Visit): Visit {
  return { path: visit.path, definition: visit.definition, full: false };
}

/** Flattens nested unions into one list of alternatives. */
function branchesOf(
  outer: Schema,
  schema: Schema,
  registry: CheckRegistry,
  compile: (schema: Schema) => Check,
): readonly Branch[] {
  if (schema.$ref) {
    const target = registry.schema(definitionName(schema.$ref));
    return target ? branchesOf(target.anyOf ? target : schema, target, registry, compile) : [];
  }
  if (schema.anyOf)
    return schema.anyOf.flatMap((part) => branchesOf(part, part, registry, compile));
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  return [
    {
      name: outer.$ref ? definitionName(outer.$ref) : (types?.join(" or ") ?? "anything"),
      check: compile(outer),
      types: types && new Set(types.includes("number") ? [...types, "integer"] : types),
      discriminators: Object.entries(schema.properties ?? {}).flatMap(
        ([member, { const: only, enum: some }]) => {
          const values = some ?? (only === undefined ? undefined : [only]);
          return values ? [{ member, values, required: !!schema.required?.includes(member) }] : [];
        },
      ),
    },
  ];
}

/** Whether the type and the discriminators of the value allow this alternative. */
function couldMatch(branch: Branch, value: unknown): boolean {
  if (branch.types && !branch.types.has(valueTypeOf(value))) return false;
  return branch.discriminators.every((discriminator) => matchesDiscriminator(value, discriminator));
}

function matchesDiscriminator(
  value: unknown,
  { member, values, required }: Discriminator,
): boolean {
  if (!isJsonObject(value)) return true;
  return Object.hasOwn(value, member) ? values.includes(value[member]) : !required;
}

/** Reports why no alternative is possible: a wrong type, or a wrong discriminator. */
function reportNoCandidate(branches: readonly Branch[], value: unknown, visit: Visit): false {
  const actual = valueTypeOf(value);
  const alike = branches.filter(({ types }) => !types || types.has(actual));
  const [first] = alike;
  if (!first) {
    const expected = [...new Set(branches.flatMap(({ types }) => [...(types ?? [])]))];
    return reportViolation(visit, { code: "wrong-type", expected, actual });
  }
  for (const { member } of first.discriminators) {
    const discriminators = alike.flatMap(({ discriminators }) =>
      discriminators.filter((discriminator) => discriminator.member === member),
    );
    if (
      discriminators.length < alike.length ||
      discriminators.some((discriminator) => matchesDiscriminator(value, discriminator))
    )
      continue;
    const expected = [...new Set(discriminators.flatMap(({ values }) => values))];
    if (!Object.hasOwn(value as object, member)) {
      return reportViolation(visit, { code: "missing-member", member, expected });
    }
    const found = getOwn(value, member);
    const wrong = { code: "wrong-value", expected, actual: valueFact(found) } as const;
    descend((_, at) => reportViolation(at, wrong), found, member, visit);
    return false;
  }
  return reportViolation(visit, noAlternative(alike));
}

/** Reports the violations of the alternative with the fewest, if there is exactly one. */
function reportNearest(candidates: readonly Branch[], value: unknown, visit: Visit): false {
  const faults = candidates.map((branch) => {
    let count = 0;
    const report: Visit["report"] = (_visit, _detail, severity) => {
      if (severity === "violation") count++;
    };
    branch.check(value, { ...quiet(visit), report });
    return { branch, count };
  });
  const fewest = Math.min(...faults.map(({ count }) => count));
  const [nearest, ...others] = faults.filter(({ count }) => count === fewest);
  if (nearest && others.length === 0) nearest.branch.check(value, visit);
  else reportViolation(visit, noAlternative(candidates));
  return false;
}

function noAlternative(branches: readonly Branch[]): FindingDetail {
  return { code: "no-alternative", alternatives: branches.map(({ name }) => name) };
}
