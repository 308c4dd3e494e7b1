/** Compares our definitions with the official schema.json of every revision, value by value. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { definitionsOf } from "../messages/definitions.ts";
import { type Revision, revisions } from "../revisions.ts";
import { checkDefinition } from "./checkMessage.ts";

const folder = new URL("../messages/official/", import.meta.url);
const changesPerDefinition = 400;

// biome-ignore lint/suspicious/noExplicitAny: the official file is plain JSON, walked as it comes
type Json = any;

/** A random number generator from 0 to 1 with the same numbers in every run (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Random = ReturnType<typeof createRandom>;

function pick<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** Creates a value that matches a schema; `fullness` is the probability of optional members. */
function generate(schema: Json, definitions: Json, random: Random, fullness: number): Json {
  const make = (part: Json, chance = fullness) => generate(part, definitions, random, chance);
  if (schema.$ref) return make(definitions[schema.$ref.split("/").at(-1)]);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum, random);
  if (schema.anyOf) return make(pick(schema.anyOf, random));
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part: Json) => make(part)));
  switch (Array.isArray(schema.type) ? pick(schema.type, random) : schema.type) {
    case "string":
      return pick(["", "a", "https://x.example/", "YQ=="], random);
    case "integer":
      return Math.max(schema.minimum ?? -9, Math.floor(random() * 9));
    case "number":
      return pick([0, 0.5, 1], random);
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    case "array":
      return Array.from({ length: Math.floor(random() * 3) }, () =>
        make(schema.items, fullness / 2),
      );
    case "object": {
      const members: Record<string, Json> = {};
      for (const [name, part] of Object.entries(schema.properties ?? {})) {
        if (schema.required?.includes(name) || random() < fullness) {
          members[name] = make(part, fullness * 0.8);
        }
      }
      const extra = schema.additionalProperties;
      if (extra && random() < fullness) members.extra = make(extra, fullness / 2);
      return members;
    }
    default:
      return pick([null, 1.5, "any", [1], { a: null }], random);
  }
}

/** Every path in a value, as names and indices. */
function* placesIn(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [step, part] of Object.entries(value)) yield* placesIn(part, [...path, step]);
}

/** A copy of a value with one change. */
function changed(
  value: Json,
  [step, ...rest]: readonly string[],
  change: (at: Json) => Json,
): Json {
  if (step === undefined) return change(value);
  const part = changed(value[step], rest, change);
  if (Array.isArray(value)) return value.with(Number(step), part);
  const entries = Object.entries(value).map(([name, old]) => [name, name === step ? part : old]);
  return Object.fromEntries(part === removed ? entries.filter(([name]) => name !== step) : entries);
}

const removed = Symbol("removed");
const otherValues = [null, 0, -1, 1.5, 1e300, "", "x", "2.0", true, [], [null], {}, { x: 1 }];

/** Changes to one place: a value of every other type, and a member or an item too many. */
function changesAt(random: Random): ((at: Json) => Json)[] {
  const extra = pick(["extra", "__proto__", "constructor", "type", "_meta", "id", "task"], random);
  const withMore = (at: Json) => {
    const addition = pick(otherValues, random);
    if (Array.isArray(at)) return [...at, addition];
    if (typeof at === "string") return `${at} `;
    if (typeof at !== "object" || at === null) return [at];
    return Object.fromEntries([...Object.entries(at), [extra, addition]]);
  };
  return [
    ...otherValues.map((otherValue) => () => otherValue),
    (at) => (Array.isArray(at) ? Array(101).fill(at[0] ?? "") : []),
    withMore,
  ];
}

/** Valid values, sparse and full; each of them with each member missing; and other changes. */
function valuesFor(schema: Json, definitions: Json, random: Random): Json[] {
  const valid = [0, 0.3, 0.5, 0.7, 0.9, 1, 1, 1].flatMap((fullness) =>
    Array.from({ length: 5 }, () => generate(schema, definitions, random, fullness)),
  );
  const places = valid.flatMap((value) => [...placesIn(value)].map((path) => ({ value, path })));
  const lacking = places
    .filter(({ path }) => path.length > 0 && !/^\d+$/.test(path.at(-1) ?? ""))
    .map(({ value, path }) => changed(value, path, () => removed));
  const changes = places.flatMap((place) =>
    changesAt(random).map((change) => ({ ...place, change })),
  );
  const share = changesPerDefinition / changes.length;
  const kept = changes
    .filter(() => random() < share)
    .map(({ value, path, change }) => changed(value, path, change));
  const distinct = new Set(
    [...valid, ...otherValues, ...lacking, ...kept].map((v) => JSON.stringify(v)),
  );
  return [...distinct].map((text) => JSON.parse(text));
}

function officialOf(revision: Revision) {
  const schema: Json = JSON.parse(readFileSync(new URL(`${revision}.json`, folder), "utf8"));
  const options = { strict: false, validateFormats: false, inlineRefs: false } as const;
  const ajv = schema.$defs ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(schema, "official");
  const key = schema.$defs ? "$defs" : "definitions";
  return {
    definitions: schema[key],
    accepts(name: string): (value: unknown) => boolean {
      const validate = ajv.getSchema(`official#/${key}/${name}`);
      if (!validate) throw new Error(`${revision} has no ${name}`);
      return (value) => validate(value) === true;
    },
  };
}

describe("every definition of every revision", () => {
  for (const revision of revisions) {
    test(`${revision} has the official names`, () => {
      const { definitions } = officialOf(revision);
      expect(Object.keys(definitionsOf(revision)).toSorted()).toEqual(
        Object.keys(definitions).toSorted(),
      );
    });

    test(`${revision} gives the same verdicts as the official schema`, () => {
      const { definitions, accepts } = officialOf(revision);
      const random = createRandom(Number(revision.replaceAll("-", "")));
      const differing: string[] = [];
      const verdicts = { true: 0, false: 0 };
      for (const name of Object.keys(definitionsOf(revision))) {
        const official = accepts(name);
        for (const value of valuesFor(definitions[name], definitions, random)) {
          const findings = checkDefinition(revision, name, value);
          const violations = findings.filter(({ severity }) => severity === "violation");
          const expected = official(value);
          verdicts[`${expected}`]++;
          if (expected === (violations.length === 0)) continue;
          const why = violations.map(({ pointer, code }) => `${pointer} ${code}`).join(" ");
          differing.push(`${name}: official ${expected}: ${JSON.stringify(value)} ${why}`);
        }
      }
      expect(differing.slice(0, 20)).toEqual([]);
      expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(5_000);
    });
  }
});
