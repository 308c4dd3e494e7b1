import { expect, test } from "vitest";
import { createKnownSecrets } from "./knownSecrets.ts";

const secret = "p/ss w%rd";

test.each([
  ["unchanged", `a ${secret} b`, [[2, 11]]],
  ["percent-encoded in its own way", "a=1&x=p%2fs%73+w%25rd#b c", [[0, 23]]],
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
  expect(secrets.findIn(text).map(({ start, end }) => [start, end])).toEqual(ranges);
});

test("a long word and a percent sign in one text are searched in linear time", () => {
  const secrets = createKnownSecrets();
  secrets.addSecret(secret);
  const text = `100 % ${"iVBORw0KGgo".repeat(400_000)} ${"%41".repeat(400_000)} ${"%zz".repeat(400_000)}`;
  expect(secrets.findIn(text)).toEqual([]);
});
