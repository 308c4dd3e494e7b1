import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validate } from "../schema/validate/validate.ts";
import { type Answered, checkAssertions } from "./assertions.ts";
import { type Assertion, type Collection, collectionLimits } from "./collection.ts";
import { compareAnswers } from "./compare/compareAnswers.ts";
import { defaultRules, readRules } from "./compare/rules.ts";
import { readCollection } from "./readCollection.ts";
import { substituteJson, substituteText, variablesFor, variablesIn } from "./substitute.ts";
import { writeCollection } from "./writeCollection.ts";

const isValid = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readFileSync(new URL("../../docs/collection.schema.json", import.meta.url), "utf8")),
);

const text = fc.string({ minLength: 1, maxLength: 20 });
const json = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
);
const name = fc.stringMatching(/^[A-Za-z_][\w.-]{0,10}$/);
const variables = fc.dictionary(name, json, { maxKeys: 3, noNullPrototype: true });
const assertion = fc.oneof(
  fc.constantFrom<Assertion>({ kind: "fails" }, { kind: "fits-output-schema" }),
  fc.record({ kind: fc.constant("faster-than" as const), ms: fc.integer({ min: 1 }) }),
  fc.record({
    kind: fc.constantFrom("equals", "contains"),
    at: fc.constantFrom("", "/a/0"),
    valueText: json,
  }),
  fc.record({
    kind: fc.constant("same" as const),
    valueText: json.map((value) => `{ "result": ${value} }`),
    except: fc.array(text, { maxLength: 2 }),
  }),
);
const collections = fc.record({
  name: text,
  variables,
  environments: fc.array(
    fc.record({ name: text, variables, secrets: fc.constant([] as string[]) }),
    { maxLength: 2 },
  ),
  calls: fc.array(
    fc.record(
      {
        name: text,
        kind: fc.constantFrom("tool", "resource", "template", "prompt", "request"),
        item: text,
        argumentsText: fc
          .tuple(name, json)
          .map(([key, value]) => `{ ${JSON.stringify(key)}: ${value} }`),
        assertions: fc.array(assertion, { maxLength: 3 }),
      },
      { requiredKeys: ["name", "kind", "item", "assertions"] },
    ),
    { maxLength: 3 },
  ),
}) as fc.Arbitrary<Collection>;

test("a collection is the same after it was written and read, with numbers of any size, and fits the schema", () => {
  fc.assert(
    fc.property(collections, (collection) => {
      const file = writeCollection(collection);
      expect(readCollection(file)).toEqual({ kind: "collection", collection });
      expect(isValid(JSON.parse(file)) ? [] : isValid.errors).toEqual([]);
    }),
  );
});

test("names are never read as places of values", () => {
  const name = "\u00000\u0000";
  const call = { name, kind: "tool" as const, item: name, assertions: [] };
  const collection = { name, variables: { a: "[1]" }, environments: [], calls: [call] };
  const file = writeCollection(collection);
  expect(readCollection(file)).toEqual({ kind: "collection", collection });
});

test("any file is refused or read", () => {
  const file = writeCollection({
    name: "n",
    variables: { a: "1" },
    environments: [{ name: "e", variables: {}, secrets: ["s"] }],
    calls: [{ name: "c", kind: "tool", item: "t", argumentsText: "{}", assertions: [] }],
  });
  fc.assert(
    fc.property(fc.nat(20), fc.jsonValue({ maxDepth: 2 }), (place, value) => {
      let at = 0;
      const changed = JSON.parse(file, (_, member) => (at++ === place ? value : member));
      expect(readCollection(JSON.stringify(changed)).kind).toMatch(/collection|refused/);
    }),
  );
});

test("a collection of maximum size is read in one pass over its text", () => {
  const { calls, assertions, variables } = collectionLimits;
  const assert = Array.from({ length: assertions }, () => ({ kind: "equals", at: "/a", value: 1 }));
  const call = { name: "a", kind: "tool", item: "a", arguments: { a: 1.5 }, assert };
  const names = Array.from({ length: variables }, (_, index) => [`v${index}`, index] as const);
  const file = {
    format: "mcp-playground-collection/1",
    name: "n",
    variables: Object.fromEntries(names),
    calls: Array(calls).fill(call),
  };
  const read = readCollection(JSON.stringify(file));
  expect(read.kind).toBe("collection");
  if (read.kind !== "collection") return;
  expect(read.collection.calls.at(-1)?.argumentsText).toBe('{"a":1.5}');
  expect(read.collection.variables.v999).toBe("999");
});

test("repeated variables are bounded, and so are the values of one call", () => {
  const values = { v: JSON.stringify("x".repeat(1_000_000)), w: `[${"1,".repeat(200_000)}1]` };
  const many = JSON.stringify({ a: "{{v}} ".repeat(1000) });
  expect(substituteJson(many, values)).toEqual({ kind: "too-long" });
  expect(substituteText("{{v}}".repeat(1000), values)).toEqual({ kind: "too-long" });
  expect(substituteJson(values.w, values)).toEqual({ kind: "text", text: values.w });
});

test("a secret with a value in the file is refused", () => {
  const environment = { name: "e", variables: { key: "v" }, secrets: ["key"] };
  const file = { format: "mcp-playground-collection/1", name: "n", environments: [environment] };
  expect(readCollection(JSON.stringify(file))).toMatchObject({ problem: "damaged" });
});

describe("variables", () => {
  const values = { name: '"A \\"b\\""', count: "12345678901234567890", list: "[1]" };

  test.each([
    ['{"a":"{{count}}"}', '{"a":12345678901234567890}'],
    ['{"a":"n {{count}} {{ name }}"}', '{"a":"n 12345678901234567890 A \\"b\\""}'],
    ['{"a":["{{list}}", 1.50]}', '{"a":[[1], 1.50]}'],
    ['{"{{name}}":"{{name}}"}', '{"{{name}}":"A \\"b\\""}'],
    ['{"a":"{{}} {{ 1x }}"}', '{"a":"{{}} {{ 1x }}"}'],
  ])("%s becomes %s", (before, after) => {
    expect(substituteJson(before, values)).toEqual({ kind: "text", text: after });
  });

  test("a name without a value is reported, and so is a text that is not JSON", () => {
    expect(substituteJson('["{{a}} {{b}}","{{a}}"]', values)).toEqual({
      kind: "unknown-variables",
      names: ["a", "b"],
    });
    expect(substituteJson("{", values)).toEqual({ kind: "not-json" });
    expect(substituteText("x/{{constructor}}", values).kind).toBe("unknown-variables");
    expect(variablesIn('{"a":"{{x}}{{y}}{{x}}"}')).toEqual(["x", "y"]);
  });

  test("given values override the environment's, which override the collection's", () => {
    const environment = { name: "e", variables: { b: "2", c: "2" }, secrets: [] };
    const all = variablesFor({ variables: { a: "1", b: "1", c: "1" } }, environment, { c: "3" });
    expect(all).toEqual({ a: "1", b: "2", c: "3" });
  });
});

describe("assertions", () => {
  const compare = async (before: string, after: string, except: readonly string[]) =>
    compareAnswers(before, after, readRules([defaultRules, ...except].join("\n")).rules);
  const value = {
    content: [{ type: "text", text: "abc" }],
    structuredContent: { n: 1, deep: { a: 1, b: 2 } },
  };
  const check = async (assertion: Assertion, answered: Partial<Answered> = {}) => {
    const whole = {
      kind: "result",
      value,
      ms: 10,
      text: JSON.stringify({ result: value }),
      ...answered,
    } as Answered;
    const results = await checkAssertions(whole, [assertion], {
      variables: { word: '"b"' },
      outputSchema: { type: "object", properties: { n: { type: "string" } } },
      validate: async (schema, of) => validate(schema, of),
      compare,
    });
    return results.find(({ assertion: { kind } }) => kind === assertion.kind)?.problem;
  };

  test.each<[Assertion, string | undefined]>([
    [{ kind: "equals", at: "/content/0/text", valueText: '"abc"' }, undefined],
    [{ kind: "equals", at: "/content/0/text", valueText: '"abd"' }, "differs"],
    [
      { kind: "equals", at: "/structuredContent", valueText: '{"deep":{"b":2,"a":1},"n":1}' },
      undefined,
    ],
    [{ kind: "equals", at: "/nothing", valueText: "1" }, "missing"],
    [{ kind: "equals", at: "/content/x", valueText: "1" }, "missing"],
    [{ kind: "equals", at: "", valueText: "{" }, "value-not-json"],
    [{ kind: "contains", at: "/content/0/text", valueText: '"{{word}}"' }, undefined],
    [{ kind: "contains", at: "/content/0/text", valueText: '"{{other}}"' }, "unknown-variables"],
    [{ kind: "contains", at: "/content", valueText: '{"text":"abc"}' }, undefined],
    [{ kind: "contains", at: "/structuredContent", valueText: '{"deep":{"a":1}}' }, undefined],
    [
      { kind: "contains", at: "/structuredContent", valueText: '{"deep":{"a":2}}' },
      "not-contained",
    ],
    [{ kind: "faster-than", ms: 11 }, undefined],
    [{ kind: "faster-than", ms: 10 }, "too-slow"],
    [{ kind: "fits-output-schema" }, "does-not-fit"],
    [{ kind: "fails" }, "did-not-fail"],
    [{ kind: "same", valueText: JSON.stringify({ result: value }), except: [] }, undefined],
    [{ kind: "same", valueText: '{"error":{"code":1,"message":"no"}}', except: [] }, "changed"],
    [
      { kind: "same", valueText: JSON.stringify({ result: { ...value, at: 1 } }), except: [] },
      "changed",
    ],
    [{ kind: "same", valueText: '{"result":{"n":"{{other}}"}}', except: [] }, "unknown-variables"],
  ])("%j: %s", async (assertion, code) => {
    expect((await check(assertion))?.code).toBe(code);
  });

  test("an answer is the same except for times, ids and what its rules say", async () => {
    const answered = (of: object) => JSON.stringify({ result: { structuredContent: of } });
    const check = async (except: readonly string[]) => {
      const text = answered({ id: 1, build: "b2", read_at: "2026-11-24T16:02:00Z" });
      const valueText = answered({ id: 1, build: "b1", read_at: "2026-11-20T16:02:00Z" });
      const options = { variables: {}, outputSchema: undefined, validate: unchecked, compare };
      const [result] = await checkAssertions(
        { kind: "result", value: {}, ms: 1, text },
        [{ kind: "same", valueText, except }],
        options,
      );
      return [result?.problem?.code, result?.comparison?.changes.map(({ pointer }) => pointer)];
    };
    expect(await check([])).toEqual(["changed", ["/result/structuredContent/build"]]);
    expect(await check(["/result/*/build"])).toEqual([undefined, []]);
  });

  const unchecked = async () => ({ kind: "unchecked", reason: { code: "too-deep" } }) as const;

  test("success of the call is a separate assertion", async () => {
    const options = {
      variables: {},
      outputSchema: undefined,
      validate: unchecked,
      compare,
    };
    const error = { kind: "error", code: -32_602, message: "no", ms: 1, text: "{}" } as const;
    expect(await checkAssertions(error, [], options)).toMatchObject([
      { problem: { code: "error" } },
    ]);
    expect(await checkAssertions(error, [{ kind: "fails" }], options)).toEqual([
      { assertion: { kind: "fails" } },
    ]);
    const tool = { isError: true, content: [{ type: "text", text: "why" }] };
    expect(
      await checkAssertions({ kind: "result", value: tool, ms: 1, text: "{}" }, [], options),
    ).toMatchObject([{ problem: { code: "tool-error", text: "why" } }]);
  });
});
