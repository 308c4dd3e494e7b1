import { describe, expect, test } from "vitest";
import { measureCpu } from "../../../e2e/bench/testFigures.ts";
import { detectSecrets, detectSecretsInSteps } from "./detectSecrets.ts";

const masked = (text: string) => {
  let [shown, at] = ["", 0];
  for (const { start, end } of detectSecrets(text)) {
    shown += `${text.slice(at, start)}•`;
    at = end;
  }
  return shown + text.slice(at);
};

test("a long text is searched in many steps", () => {
  const text = JSON.stringify(
    Array.from({ length: 10_000 }, (_, at) => ({ name: `n ${at}`, password: `p4ss-${at}` })),
  );
  const steps = detectSecretsInSteps(text);
  let count = 0;
  let found = steps.next();
  while (!found.done) {
    count++;
    found = steps.next();
  }
  expect(count).toBeGreaterThan(10);
  expect(found.value).toHaveLength(10_000);
  expect(found.value).toEqual(detectSecrets(text));
});

test.each([
  ['{"a":1,"password":"x1y2z3","b":2}', '{"a":1,"password":"•","b":2}'],
  ['{"t":"{\\"password\\":\\"x1y2z3\\",\\"b\\":2}"}', '{"t":"{\\"password\\":\\"•\\",\\"b\\":2}"}'],
  ['{"password":12345678,"b":2}', '{"password":•,"b":2}'],
  ['{"a":"\\u0041","pass\\u0077ord":"x1y2z3","b":2}', '{"a":"\\u0041","pass\\u0077ord":"•","b":2}'],
  ['{"\\u0070\\u0061\\u0073\\u0073":"x\\u0031\\"z3"}', '{"\\u0070\\u0061\\u0073\\u0073":"•"}'],
  ['{"api\\u005FKEY":["x1y2z3w4v5"]}', '{"api\\u005FKEY":["•"]}'],
  ['{"t":"{\\"pass\\\\u0077ord\\":\\"x1y2z3\\"}"}', '{"t":"{\\"pass\\\\u0077ord\\":\\"•\\"}"}'],
  ["const o = { 'pass\\x77ord': 'x1y2z3' };", "const o = { 'pass\\x77ord': '•' };"],
  ["const o = { 'p\\u{61}ss': 'x1y2z3' };", "const o = { 'p\\u{61}ss': '•' };"],
  ["pass%77ord=x1y2z3&b=1", "pass%77ord=•&b=1"],
  ['{"t":"keys:\\nhf_abcdefghijklmnopqrstuvwxyzABCDEFG1"}', '{"t":"keys:\\n•"}'],
  ["a=1&api_key=x1y2z3w4v5&b=2", "a=1&api_key=•&b=2"],
  [
    '{"t":"{\\u0022pass\\u0022:\\u0022x1y2z3\\u0022}"}',
    '{"t":"{\\u0022pass\\u0022:\\u0022•\\u0022}"}',
  ],
  ["API_KEY=x1y2z3w4v5 # of ann", "API_KEY=• # of ann"],
  ["Authorization: Bearer x1y2z3w4v5\r\nHost: h", "Authorization: Bearer •\r\nHost: h"],
  ["postgres://ann:p/w@x@db/shop", "postgres://ann:•@db/shop"],
])("only the value in %s is masked", (text, shown) => {
  expect(masked(text)).toBe(shown);
});

test("a key that is longer than the part that is searched at once is found to its end", () => {
  expect(masked(`a sk-ant-${"x1Y2".repeat(40_000)} b`)).toBe("a • b");
});

describe("texts that repeat what begins a secret are searched in linear time", () => {
  test.each([
    "token={",
    '"token":{',
    '"token":["',
    '"token":"',
    "'token':'",
    '\\"token\\":\\"',
    "%22token%22",
    "eyJa.",
    "a://a:@",
    "https://a@",
    "-----BEGIN PRIVATE KEY-----",
    "sk-",
    "ghp_",
    "Bearer ",
    '"value":"a","name":"token",',
    "password: |\n ",
    '"\\u0041"',
    "\\u0074oken=",
    "\\\\u0074oken=",
    "\\x",
    "dG9rZW49",
    "\\",
  ])(
    "%j",
    (piece) => {
      const text = piece.repeat(Math.ceil(300_000 / piece.length));
      // minutes where the time grows with the square of the length: the limit of the test ends them
      const found = measureCpu(`secrets in 300 kB of ${piece}`, 1000, () => detectSecrets(text));
      expect(found.every(({ end }) => end <= text.length)).toBe(true);
    },
    60_000,
  );
});
