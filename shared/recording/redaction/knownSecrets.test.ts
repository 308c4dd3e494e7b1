import { expect, test } from "vitest";
import { finish } from "../../core/steps.ts";
import { createKnownSecrets, unescaped } from "./knownSecrets.ts";

const secret = "p/ss w%rd";

const findIn = (secrets: ReturnType<typeof createKnownSecrets>, text: string) =>
  finish(secrets.findInSteps(text));

test.each([
  ["unchanged", `a ${secret} b`, [[2, 11]]],
  ["percent-encoded in its own way", "a=1&x=p%2fs%73+w%25rd#b c", [[6, 21]]],
  ["after a percent sign alone", "100%p%2fs%73%20w%25rd", [[4, 21]]],
  [
    "in two words",
    "p%2fs%73+w%25rd p%2fs%73+w%25rd",
    [
      [0, 15],
      [16, 31],
    ],
  ],
  ["in the escapes of a JSON string", '{"a":"\\u0070\\/ss w%rd"}', [[6, 21]]],
  ["not at all", "p%2fss and w%25rd", []],
])("finds a secret %s", (_, text, ranges) => {
  const secrets = createKnownSecrets();
  secrets.addSecret(secret);
  expect(findIn(secrets, text).map(({ start, end }) => [start, end])).toEqual(ranges);
});

test.each([
  ["six characters", "abc-12", "x abc-12 y", [[2, 8]]],
  ["five characters", "abc12", "x abc12 y", []],
  ["digits that are a part of a longer number", "481516", "x 4815162 y", []],
])("a secret of %s", (_, value, text, ranges) => {
  const secrets = createKnownSecrets();
  secrets.addSecret(value);
  expect(findIn(secrets, text).map(({ start, end }) => [start, end])).toEqual(ranges);
});

test("a secret is found in two encodings, and a text with more of them is not decoded to its end", () => {
  const secrets = createKnownSecrets();
  secrets.addSecret("k3y \u2713 value");
  const encode = (depth: number): string =>
    depth === 0
      ? "k3y \u2713 value"
      : encodeURIComponent(encode(depth - 1))
          .replaceAll("k", "%6b")
          .replaceAll("v", "%76");
  expect(findIn(secrets, encode(2))).not.toEqual([]);
  expect(findIn(secrets, encode(3))).toEqual([]);
});

test("escapes of four levels of JSON strings are removed, however many a text is written to have", () => {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  const written = Array.from({ length: 4 }).reduce(escaped, 'a"b1');
  expect(unescaped(written).at(-1)).toBe('a"b1');
  expect(unescaped(`\\${"u005c".repeat(30_000)}x`)).toHaveLength(4);
});

test("texts that the user chose are found beside secrets, as copied from JSON too, and no blank ones", () => {
  const secrets = createKnownSecrets();
  secrets.addSecret("s3cret-1");
  secrets.addChosen(" ");
  secrets.addChosen('a\\"b');
  const text = 's3cret-1 a"b';
  const found = findIn(secrets, text).map(({ start, end }) => text.slice(start, end));
  expect(found.toSorted()).toEqual(['a"b', "s3cret-1"]);
});

test("a long word and a percent sign in one text are searched in linear time", () => {
  const secrets = createKnownSecrets();
  secrets.addSecret(secret);
  const text = `100 % ${"iVBORw0KGgo".repeat(400_000)} ${"%41".repeat(400_000)} ${"%zz".repeat(400_000)}`;
  expect(findIn(secrets, text)).toEqual([]);
});

test("long secrets that begin alike are found, and the part of one that a text ends with", () => {
  const start = "start of a token ".repeat(6);
  for (const count of [2, 20]) {
    const secrets = createKnownSecrets();
    const all = Array.from({ length: count }, (_, at) => `${start}${"abcdefghij"[at % 10]}${at}.`);
    for (const one of all) secrets.addSecret(one);
    for (const one of all) {
      const [first] = findIn(secrets, `a ${one} b`);
      expect(first?.start).toBe(2);
      expect(first?.end).toBeGreaterThanOrEqual(2 + one.length);
      expect(findIn(secrets, `a ${one.slice(0, -1)}`)).toEqual([{ start: 2, end: one.length + 1 }]);
    }
    expect(findIn(secrets, start.slice(0, 60))).toEqual([]);
  }
});

test("many long secrets that differ at their ends are searched in linear time", () => {
  const secrets = createKnownSecrets();
  for (let at = 0; at < 100; at++) secrets.addSecret(`${"a".repeat(8000)}b${at}`);
  for (let at = 0; at < 100; at++) secrets.addSecret(`${"c".repeat(58)}d${at}`);
  const text = "a".repeat(1_000_000);
  const { length } = findIn(secrets, text).reduce(
    (found, { start, end }) => found + text.slice(start, end),
    "",
  );
  expect(length).toBeGreaterThan(990_000);
  expect(findIn(secrets, "c".repeat(1_000_000))).toEqual([]);
});
