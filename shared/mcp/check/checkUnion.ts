/** Checks a value against alternatives, and finds the one that was meant when none fits. */

import { type JsonType, nameOf, type Schema } from "../messages/schema.ts";
import { inShort, type Trouble } from "./checkFinding.ts";
import { typeOf } from "./checkType.ts";
import { type Book, type Check, descend, type Visit, violation } from "./checkVisit.ts";

/** One alternative, and what tells it from the others at a glance. */
interface Branch {
  readonly name: string;
  readonly check: Check;
  /** The types of values it admits; undefined where that is not plain to see. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** Members that may have certain values only. */
  readonly marks: readonly Mark[];
}

interface Mark {
  readonly member: string;
  readonly values: readonly unknown[];
  readonly required: boolean;
}

/** Makes the check of `anyOf`. */
export function unionCheck(
  alternatives: readonly Schema[],
  book: Book,
  compile: (schema: Schema) => Check,
): Check {
  let branches: readonly Branch[] | undefined;
  return (value, visit) => {
    branches ??= alternatives.flatMap((schema) => branchesOf(schema, schema, book, compile));
    const candidates = branches.filter((branch) => mayFit(branch, value));
    const [first] = candidates;
    if (!first) return visit.tell ? tellNoCandidate(branches, value, visit) : false;
    if (candidates.length === 1) return first.check(value, visit);
    const fitting = candidates.find((branch) => branch.check(value, quiet(visit)));
    if (fitting) return visit.tell ? fitting.check(value, visit) : true;
    return visit.tell ? tellNearest(candidates, value, visit) : false;
  };
}

/** A walk from the same place that only wants the verdict. */
function quiet(visit: Visit): Visit {
  return { path: visit.path, definition: visit.definition, full: false };
}

/** The alternatives within an alternative; a union of unions is one union. */
function branchesOf(
  outer: Schema,
  schema: Schema,
  book: Book,
  compile: (schema: Schema) => Check,
): readonly Branch[] {
  if (schema.$ref) {
    const target = book.schema(nameOf(schema.$ref));
    return target ? branchesOf(target.anyOf ? target : schema, target, book, compile) : [];
  }
  if (schema.anyOf) return schema.anyOf.flatMap((part) => branchesOf(part, part, book, compile));
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  return [
    {
      name: outer.$ref ? nameOf(outer.$ref) : (types?.join(" or ") ?? "anything"),
      check: compile(outer),
      types: types && new Set(types.includes("number") ? [...types, "integer"] : types),
      marks: Object.entries(schema.properties ?? {}).flatMap(
        ([member, { const: only, enum: some }]) => {
          const values = some ?? (only === undefined ? undefined : [only]);
          return values ? [{ member, values, required: !!schema.required?.includes(member) }] : [];
        },
      ),
    },
  ];
}

/** Whether a glance leaves it possible that the value fits. */
function mayFit(branch: Branch, value: unknown): boolean {
  if (branch.types && !branch.types.has(typeOf(value))) return false;
  return branch.marks.every((mark) => bears(value, mark));
}

function bears(value: unknown, { member, values, required }: Mark): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  return Object.hasOwn(value, member)
    ? values.includes((value as Record<string, unknown>)[member])
    : !required;
}

/** Says why not even a glance finds an alternative: the type, or the member that tells them apart. */
function tellNoCandidate(branches: readonly Branch[], value: unknown, visit: Visit): false {
  const actual = typeOf(value);
  const alike = branches.filter(({ types }) => !types || types.has(actual));
  const [first] = alike;
  if (!first) {
    const expected = [...new Set(branches.flatMap(({ types }) => [...(types ?? [])]))];
    return violation(visit, { code: "wrong-type", expected, actual });
  }
  for (const { member } of first.marks) {
    const marks = alike.flatMap(({ marks }) => marks.filter((mark) => mark.member === member));
    if (marks.length < alike.length || marks.some((mark) => bears(value, mark))) continue;
    const expected = [...new Set(marks.flatMap(({ values }) => values))];
    if (!Object.hasOwn(value as object, member)) {
      return violation(visit, { code: "missing-member", member, expected });
    }
    const found = (value as Record<string, unknown>)[member];
    const wrong = { code: "wrong-value", expected, actual: inShort(found) } as const;
    descend((_, at) => violation(at, wrong), found, member, visit);
    return false;
  }
  return violation(visit, noAlternative(alike));
}

/** Says what is wrong by the alternative with the fewest faults, if there is one such. */
function tellNearest(candidates: readonly Branch[], value: unknown, visit: Visit): false {
  const faults = candidates.map((branch) => {
    let count = 0;
    const tell: Visit["tell"] = (_visit, _trouble, severity) => {
      if (severity === "violation") count++;
    };
    branch.check(value, { ...quiet(visit), tell });
    return { branch, count };
  });
  const fewest = Math.min(...faults.map(({ count }) => count));
  const [nearest, ...others] = faults.filter(({ count }) => count === fewest);
  if (nearest && others.length === 0) nearest.branch.check(value, visit);
  else violation(visit, noAlternative(candidates));
  return false;
}

function noAlternative(branches: readonly Branch[]): Trouble {
  return { code: "no-alternative", alternatives: branches.map(({ name }) => name) };
}
