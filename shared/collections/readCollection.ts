/** Validating reader of collections; JSON inside stays as written. */

import { asJsonObject, isJsonObject } from "../core/json/jsonObject.ts";
import { shapeProblem } from "../core/json/jsonShape.ts";
import { childrenAt, rangeAt, type TextRange, type ValuePath } from "../core/json/textAt.ts";
import {
  type Assertion,
  type CallKind,
  type Collection,
  collectionFormat,
  collectionLimits,
  type Environment,
  type SavedCall,
  type Variables,
  variableName,
} from "./collection.ts";

/** Why a text is not a collection. */
export type CollectionProblem =
  | "not-json"
  | "too-complex"
  | "too-large"
  | "unknown-format"
  | "newer-format"
  | "damaged";

type ReadCollection =
  | { readonly kind: "collection"; readonly collection: Collection }
  | {
      readonly kind: "refused";
      readonly problem: CollectionProblem;
      /** The invalid member, as a JSON Pointer. */
      readonly at?: string;
    };

class Invalid extends Error {
  readonly at: string;
  constructor(path: ValuePath) {
    super("invalid member");
    this.at = path.map((step) => `/${step}`).join("");
  }
}

/** Reads a collection; one invalid member refuses the whole document, unknown members are dropped. */
export function readCollection(text: string): ReadCollection {
  if (text.length > collectionLimits.characters) return { kind: "refused", problem: "too-large" };
  const problem = shapeProblem(text);
  if (problem) return { kind: "refused", problem };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "refused", problem: "not-json" };
  }
  const format = asJsonObject(value)?.format;
  if (format !== collectionFormat) {
    const isNewer =
      typeof format === "string" && /^mcp-playground-collection\/\d{1,9}$/.test(format);
    return { kind: "refused", problem: isNewer ? "newer-format" : "unknown-format" };
  }
  try {
    return {
      kind: "collection",
      collection: collectionOf(placeAt(text, [], value, rangeAt(text, []))),
    };
  } catch (error) {
    if (error instanceof Invalid) return { kind: "refused", problem: "damaged", at: error.at };
    throw error;
  }
}

interface Place {
  readonly text: string;
  readonly path: ValuePath;
  readonly value: unknown;
  readonly range: TextRange | undefined;
  /** Where its members or items are; found once, because there can be many. */
  readonly children: () => ReadonlyMap<string | number, TextRange>;
}

function placeAt(
  text: string,
  path: ValuePath,
  value: unknown,
  range: TextRange | undefined,
): Place {
  let found: ReadonlyMap<string | number, TextRange> | undefined;
  const children = () => {
    found ??= range ? childrenAt(text, range.start) : new Map();
    return found;
  };
  return { text, path, value, range, children };
}

function collectionOf(place: Place): Collection {
  const { environments, calls } = collectionLimits;
  return {
    name: string(member(place, "name")),
    variables: variablesOf(member(place, "variables")),
    environments: list(member(place, "environments"), environments, environmentOf),
    calls: list(member(place, "calls"), calls, callOf),
  };
}

function environmentOf(place: Place): Environment {
  const secrets = list(member(place, "secrets"), collectionLimits.variables, (name) => {
    if (!variableName.test(string(name))) throw new Invalid(name.path);
    return string(name);
  });
  const variables = variablesOf(member(place, "variables"));
  // a value of a secret in the file would be a secret in the file
  for (const name of secrets) if (Object.hasOwn(variables, name)) throw new Invalid(place.path);
  return { name: string(member(place, "name")), variables, secrets };
}

function callOf(place: Place): SavedCall {
  const kinds: readonly CallKind[] = ["tool", "resource", "template", "prompt", "request"];
  const kind = kinds.find((each) => each === member(place, "kind").value);
  if (!kind) throw new Invalid([...place.path, "kind"]);
  const args = member(place, "arguments");
  if (args.value !== undefined && !isJsonObject(args.value)) throw new Invalid(args.path);
  return {
    name: string(member(place, "name")),
    kind,
    item: string(member(place, "item")),
    ...(args.value === undefined ? {} : { argumentsText: source(args) }),
    assertions: list(member(place, "assert"), collectionLimits.assertions, assertionOf),
  };
}

function assertionOf(place: Place): Assertion {
  const kind = member(place, "kind").value;
  switch (kind) {
    case "fits-output-schema":
    case "fails":
      return { kind };
    case "faster-than": {
      const { value: ms, path } = member(place, "ms");
      if (typeof ms !== "number" || !(ms > 0)) throw new Invalid(path);
      return { kind, ms };
    }
    case "equals":
    case "contains": {
      const at = member(place, "at");
      const value = member(place, "value");
      const pointer = at.value === undefined || at.value === "" ? "" : string(at);
      if (pointer !== "" && !pointer.startsWith("/")) throw new Invalid(at.path);
      if (value.value === undefined) throw new Invalid(value.path);
      return { kind, at: pointer, valueText: source(value) };
    }
    case "same": {
      const value = member(place, "value");
      if (!isJsonObject(value.value)) throw new Invalid(value.path);
      const except = list(member(place, "except"), collectionLimits.rules, string);
      return { kind, valueText: source(value), except };
    }
    default:
      throw new Invalid([...place.path, "kind"]);
  }
}

function variablesOf(place: Place): Variables {
  if (place.value === undefined) return {};
  if (!isJsonObject(place.value)) throw new Invalid(place.path);
  const names = Object.keys(place.value);
  const isValid = names.every((name) => variableName.test(name));
  if (!isValid || names.length > collectionLimits.variables) throw new Invalid(place.path);
  return Object.fromEntries(names.map((name) => [name, source(member(place, name))]));
}

function member({ text, path, value, children }: Place, name: string): Place {
  if (!isJsonObject(value)) throw new Invalid(path);
  const own = Object.hasOwn(value, name) ? value[name] : undefined;
  return placeAt(text, [...path, name], own, children().get(name));
}

function list<T>(place: Place, maxItems: number, read: (item: Place) => T): T[] {
  const { text, path, value, children } = place;
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > maxItems) throw new Invalid(path);
  return value.map((item, index) =>
    read(placeAt(text, [...path, index], item, children().get(index))),
  );
}

function string({ path, value }: Place): string {
  if (typeof value !== "string" || value === "" || value.length > 4000) throw new Invalid(path);
  return value;
}

/** The JSON text of a value, as written. */
function source({ text, range, value }: Place): string {
  return range ? text.slice(range.start, range.end) : JSON.stringify(value);
}
