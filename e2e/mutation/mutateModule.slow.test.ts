/** Mutants of a small module, and what tests that check and tests that do not check make of them. */
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../runScript.ts";
import { applyMutant, findMutants, selectMutants } from "./mutants.ts";
import { mutateModule, type TestedMutant } from "./mutateModule.ts";

const changesOf = (text: string) =>
  findMutants("module.ts", text).map((mutant) => [mutant.operator, applyMutant(text, mutant)]);

describe("mutants", () => {
  test.each([
    ["if (a) b = 1;", "negated condition", "if (!(a)) b = 1;"],
    ["c = a ? 1 : 2;", "negated condition", "c = !(a) ? 1 : 2;"],
    ["c = a === b;", "equality", "c = a !== b;"],
    ["c = a && b;", "logical operator", "c = a || b;"],
    ["c = a < b;", "boundary", "c = a <= b;"],
    ["c = a - b;", "arithmetic", "c = a + b;"],
    ["await a?.b();", "removed call", ";"],
    ["c = a ?? b;", "removed ??", "c = a;"],
    ["c = true;", "boolean", "c = false;"],
    ['c = "a";', "string", 'c = "";'],
    ['c = "";', "string", 'c = "mutant";'],
  ])("%s: %s", (text, operator, mutated) => {
    expect(changesOf(text)).toEqual([[operator, mutated]]);
  });

  test("a return under a condition is removed, the last one of a function is not", () => {
    const text = "function f() { if (a) { g = 1; return 1; } return 2; }";
    expect(changesOf(text)).toEqual([
      ["negated condition", text.replace("(a)", "(!(a))")],
      ["removed return", text.replace("return 1;", ";")],
    ]);
  });

  test("types, names of modules and of members are no strings", () => {
    const text = `import a from "./a.ts" with { type: "json" };
      export * from "./b.ts";
      const c: "c" = f<"d">(import("./e.ts"));
      interface G { "h": true }
      const i = { "j": k };`;
    expect(changesOf(text)).toEqual([]);
  });

  test("an operator is found beside a bracket and a comment, a line after emoji", () => {
    expect(findMutants("module.ts", "// 😀\nc = (a) /* or */ || b;")).toEqual([
      {
        line: 2,
        operator: "logical operator",
        start: 23,
        end: 25,
        original: "||",
        replacement: "&&",
      },
    ]);
  });

  test("some of many are spread over the text and the operators", () => {
    const text = 'f("a");\n'.repeat(50);
    const chosen = selectMutants(findMutants("module.ts", text), 10);
    expect(chosen.map(({ line }) => Math.ceil(line / 5))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(chosen.map(({ operator }) => operator))).toEqual(
      new Set(["removed call", "string"]),
    );
    expect(selectMutants(findMutants("module.ts", text), 10)).toEqual(chosen);
  });
});

describe("a module and its tests", () => {
  let folder = "";
  const text = `export const sum = (a: number, b: number) => a + b;\nexport const sign = "+";\n`;
  const importing = 'import { expect, test } from "vitest";\nimport { sum } from "../sum.ts";\n';
  const files: Readonly<Record<string, string>> = {
    "package.json": '{ "type": "module" }',
    "sum.ts": text,
    "checking/sum.test.ts": `${importing}test("sums", () => expect(sum(1, 2)).toBe(3));\n`,
    "idle/sum.test.ts": `${importing}test("runs", () => expect(() => sum(1, 2)).not.toThrow());\n`,
    "failing/sum.test.ts": `${importing}test("sums", () => expect(sum(1, 2)).toBe(4));\n`,
    "endless/sum.test.ts": `${importing}test("sums", () => { while (sum(1, 1) !== 2); });\n`,
  };
  const mutate = async (tests: string, graceMs?: number) => {
    const module = { name: "sum", files: ["sum.ts"], tests: [tests] };
    const { signal } = new AbortController();
    const tested: TestedMutant[] = [];
    for await (const mutant of mutateModule(folder, module, 20, signal, graceMs)) {
      tested.push(mutant);
    }
    return tested;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(await realpath(tmpdir()), "mutation-test-"));
    for (const [file, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), content);
    }
    await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"), "junction");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("a test kills the mutant of what it checks only, and the module is restored", async () => {
    expect(await mutate("checking/")).toMatchObject([
      {
        file: "sum.ts",
        line: 1,
        operator: "arithmetic",
        killedBy: expect.stringContaining("sums"),
      },
      { file: "sum.ts", line: 2, operator: "string", killedBy: undefined },
    ]);
    expect(await readFile(join(folder, "sum.ts"), "utf8")).toBe(text);
  });

  test("a test that checks nothing lets all survive", async () => {
    expect((await mutate("idle/")).map(({ killedBy }) => killedBy)).toEqual([undefined, undefined]);
  });

  test("a mutant without an end is killed", async () => {
    expect(await mutate("endless/", 1000)).toMatchObject([
      { operator: "arithmetic", killedBy: "the tests did not end in time" },
      { operator: "string" },
    ]);
  });

  test("tests that fail or are missing without a mutant are reported", async () => {
    await expect(mutate("failing/")).rejects.toThrow("sum without a mutant: failing/sum.test.ts");
    await expect(mutate("missing/")).rejects.toThrow("sum without a mutant: no test ran");
  });
});
