/** Properties that hold for whatever comes from outside, checked by tests and by `npm run fuzz`. */
import fc from "fast-check";

export interface FuzzProperty {
  readonly name: string;
  /**
   * Checks it with inputs that follow from the seed.
   * @param effort how many times the usual number of inputs to try
   * @throws {Error} with seed, path and the smallest input where it does not hold
   */
  check(seed: number, effort?: number): Promise<void>;
}

/** Milliseconds of this process's CPU time that one input may take. */
const mostCpuMs = 3000;

/**
 * Makes a property that calls a function with each input.
 * @param holds throws where the property does not hold
 * @param runs the usual number of inputs
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
    if (user + system > mostCpuMs * 1000) throw new Error("It takes too long");
  });
  return {
    name,
    check: (seed, effort = 1) => fc.assert(property, { seed, numRuns: Math.ceil(runs * effort) }),
  };
}

/** Names that are special in JavaScript, among ordinary ones. */
const keys = fc.oneof(
  fc.constantFrom("a", "b", "id", "kind", "__proto__", "constructor", "toString", ""),
  fc.string({ maxLength: 4 }),
);

/** JSON values of all kinds, small ones. */
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

/** Nesting that exhausts the stack of whatever recurses. */
export const deepJson = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom("[", '{"a":', '{"$ref":"#","allOf":[', '[{"mcpServers":'),
      fc.integer({ min: 1, max: most }),
      fc.boolean(),
    )
    .map(([open, depth, isClosed]) => {
      const close = [...open]
        .reverse()
        .flatMap((char) => (char === "[" ? "]" : char === "{" ? "}" : ""))
        .join("");
      return open.repeat(depth) + (isClosed ? `1${close.repeat(depth)}` : "");
    });

/** Texts like the given ones: cut, repeated, with pieces of others or nonsense in them. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const place = fc.nat({ max: 1000 });
  const edit = fc.oneof(
    fc.record({ kind: fc.constant("cut" as const), from: place, to: place }),
    fc.record({
      kind: fc.constant("insert" as const),
      from: place,
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

/** Values like the given ones, with members taken out or replaced by anything. */
export function distorted(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(fc.tuple(fc.nat(), fc.option(anyJson)), { maxLength: 3 }))
    .map(([value, changes]) => {
      const copy: unknown = structuredClone(value);
      for (const [choice, replacement] of changes) {
        const places = placesIn(copy);
        const place = places[choice % Math.max(places.length, 1)];
        if (!place) continue;
        const [owner, key] = place;
        if (replacement === null) Reflect.deleteProperty(owner, key);
        else {
          const own = { value: replacement, enumerable: true, writable: true, configurable: true };
          Object.defineProperty(owner, key, own);
        }
      }
      // as it would be on the wire: without holes
      return JSON.parse(JSON.stringify(copy));
    });
}

function placesIn(value: unknown): [owner: object, key: string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [object, string][] => [
    [value, key],
    ...placesIn(inner),
  ]);
}
