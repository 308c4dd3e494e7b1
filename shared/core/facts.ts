/** Types the facts behind a code by a table of their kinds, and reads facts of files by the same table. */
import { isJsonObject } from "./json/jsonObject.ts";

interface FactTypes {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly "string or null": string | null;
  readonly "number or null": number | null;
}

type FactType = keyof FactTypes;

/** The facts of one code by name; those of a type that ends with `?` may be missing. */
export type FactKinds = Readonly<Record<string, FactType | `${FactType}?`>>;

type Value<Kind> = Kind extends FactType
  ? FactTypes[Kind]
  : Kind extends `${infer Type extends FactType}?`
    ? FactTypes[Type] | undefined
    : never;

/** The facts that a row of a table describes. */
export type FactsOf<Kinds extends FactKinds> = {
  readonly [Name in keyof Kinds as Kinds[Name] extends FactType ? Name : never]: Value<Kinds[Name]>;
} & {
  readonly [Name in keyof Kinds as Kinds[Name] extends FactType ? never : Name]?: Value<
    Kinds[Name]
  >;
};

/** What holds for the facts of every one of several codes. */
export type Every<Facts> = (Facts extends unknown ? (facts: Facts) => void : never) extends (
  facts: infer All,
) => void
  ? All
  : never;

/**
 * Reads facts of a file, which may be of another version or anyone's.
 * @returns the known facts; undefined if one is missing or of another type
 */
export function readFacts<Kinds extends FactKinds>(
  kinds: Kinds,
  value: unknown,
): FactsOf<Kinds> | undefined {
  if (!isJsonObject(value)) return undefined;
  const facts: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const isOptional = kind.endsWith("?");
    const fact = value[name];
    if (fact === undefined && isOptional) continue;
    const types: readonly string[] = (isOptional ? kind.slice(0, -1) : kind).split(" or ");
    if (!types.includes(fact === null ? "null" : typeof fact)) return undefined;
    facts[name] = fact;
  }
  return facts as FactsOf<Kinds>;
}

/**
 * The facts behind a code, with their texts cut: others wrote them.
 * @param maxLength of each text, in UTF-16 code units
 */
export function cutFacts(facts: object, maxLength: number): Readonly<Record<string, unknown>> {
  const entries = Object.entries(facts).map(([name, fact]: [string, unknown]) => [
    name,
    typeof fact === "string" ? fact.slice(0, maxLength) : fact,
  ]);
  return Object.fromEntries(entries);
}

/** Facts as the log stores them, without those that are missing. */
export function storedFacts(
  facts: Readonly<Record<string, string | number | boolean | null | undefined>>,
): Readonly<Record<string, string | number | boolean | null>> {
  const known: Record<string, string | number | boolean | null> = {};
  for (const [name, fact] of Object.entries(facts)) if (fact !== undefined) known[name] = fact;
  return known;
}
