/** Helpers for fuzz properties, which tests and `npm run fuzz` check. */
import fc from "fast-check";

export interface FuzzProperty {
  readonly name: string;
  /**
   * Checks the property with inputs that depend on the seed.
   * @param effort factor for the number of inputs; default 1
   * @throws {Error} with seed, path and the smallest failing input
   */
  check(seed: number, effort?: number): Promise<void>;
}

/** Maximum CPU time for one input in milliseconds. */
const maximumCpuMs = 3000;

/**
 * Creates a property that calls a function with each input.
 * @param holds throws where the property does not hold
 * @param runs the number of inputs
 */
export function fuzzProperty<T>(
  name: string,
  input: fc.Arbitrary<T>,
  holds: (input: T) => void | Promise<void>,
  runs = 300,
): FuzzProperty {
  const property = fc.asyncProperty(input, async (value) => {
    const before = process.cpuUsage();
    await holds(value);
    const { user, system } = process.cpuUsage(before);
    if (user + system > maximumCpuMs * 1000) throw new Error("It took too much CPU time");
  });
  return {
    name,
    check: (seed, effort = 1) => fc.assert(property, { seed, numRuns: Math.ceil(runs * effort) }),
  };
}

/** Ordinary names, and names that are special in JavaScript. */
const keys = fc.oneof(
  fc.constantFrom("a", "b", "id", "kind", "__proto__", "constructor", "toString", ""),
  fc.string({ maxLength: 4 }),
);

/** Small JSON values of all kinds. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(null, true, false, 0, 1, -1, 1e21, 0.5, 2 ** 53, "", "a"),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(keys, tie("json"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).json;

/** JSON nested deeply enough to exhaust the stack of recursive code. */
export const deepJson = (maximumDepth: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom("[", '{"a":', '{"$ref":"#","allOf":[', '[{"mcpServers":'),
      fc.integer({ min: 1, max: maximumDepth }),
      fc.boolean(),
    )
    .map(([open, depth, isClosed]) => {
      const close = [...open]
        .reverse()
        .flatMap((char) => (char === "[" ? "]" : char === "{" ? "}" : ""))
        .join("");
      return open.repeat(depth) + (isClosed ? `1${close.repeat(depth)}` : "");
    });

/** Texts with random cuts and insertions. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const offset = fc.nat({ max: 1000 });
  const edit = fc.oneof(
    fc.record({ kind: fc.constant("cut" as const), from: offset, to: offset }),
    fc.record({
      kind: fc.constant("insert" as const),
      from: offset,
      text: fc.oneof(
        fc.constantFrom('"', "{", "}", "[", "]", ",", ":", "\\", "\0", "1e999", "-0", "null", "\n"),
        fc.string({ unit: "binary", maxLength: 3 }),
        fc.string({ unit: "binary-ascii", maxLength: 3 }),
      ),
    }),
  );
  return fc.tuple(texts, fc.array(edit, { maxLength: 4 })).map(([text, edits]) =>
    edits.reduce((current, one) => {
      const at = (share: number) => Math.floor((share / 1000) * current.length);
      if (one.kind === "insert") {
        return current.slice(0, at(one.from)) + one.text + current.slice(at(one.from));
      }
      const [from = 0, to = 0] = [at(one.from), at(one.to)].sort((a, b) => a - b);
      return current.slice(0, from) + current.slice(to);
    }, text),
  );
}

/** Values with members removed or replaced. */
export function distorted(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(fc.tuple(fc.nat(), fc.option(anyJson)), { maxLength: 3 }))
    .map(([value, changes]) => {
      const copy: unknown = structuredClone(value);
      for (const [choice, replacement] of changes) {
        const members = membersIn(copy);
        const member = members[choice % Math.max(members.length, 1)];
        if (!member) continue;
        const [owner, key] = member;
        if (replacement === null) Reflect.deleteProperty(owner, key);
        else {
          const own = { value: replacement, enumerable: true, writable: true, configurable: true };
          Object.defineProperty(owner, key, own);
        }
      }
      // as in JSON: without array holes
      return JSON.parse(JSON.stringify(copy));
    });
}

function membersIn(value: unknown): [owner: object, key: string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [object, string][] => [
    [value, key],
    ...membersIn(inner),
  ]);
}
