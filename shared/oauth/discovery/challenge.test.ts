import { expect, test } from "vitest";
import { authorizationChallenge, readChallenges } from "./challenge.ts";

const read = (header: string) =>
  readChallenges(header).challenges.map(({ scheme, parameters }) => [
    scheme,
    Object.fromEntries(parameters),
  ]);

/** A header and what is in it. */
test.each<readonly [string, unknown[]]>([
  ["", []],
  ["Bearer", [["bearer", {}]]],
  ["bearer realm=x", [["bearer", { realm: "x" }]]],
  [
    'Bearer scope="a b", error="insufficient_scope"',
    [["bearer", { scope: "a b", error: "insufficient_scope" }]],
  ],
  ['Bearer Scope = "a" ,  ERROR=x', [["bearer", { scope: "a", error: "x" }]]],
  [
    'Bearer error_description="a \\"quoted\\" word, and a comma"',
    [["bearer", { error_description: 'a "quoted" word, and a comma' }]],
  ],
  [
    'Basic realm="x", Bearer resource_metadata="https://a.example/b?c=d"',
    [
      ["basic", { realm: "x" }],
      ["bearer", { resource_metadata: "https://a.example/b?c=d" }],
    ],
  ],
  [
    "Negotiate abc==, Bearer",
    [
      ["negotiate", {}],
      ["bearer", {}],
    ],
  ],
  [
    'Negotiate, DPoP algs="ES256"',
    [
      ["negotiate", {}],
      ["dpop", { algs: "ES256" }],
    ],
  ],
  ['Bearer ,, scope="a",', [["bearer", { scope: "a" }]]],
])("%s", (header, challenges) => {
  expect(read(header)).toEqual(challenges);
  expect(readChallenges(header).problems).toEqual([]);
});

test.each([
  '="a"',
  'Bearer scope="a',
  'Bearer scope="a" error@"b"',
  'scope="a"',
  'Bearer a="b" error=',
])("%s is malformed", (header) => {
  expect(readChallenges(header).problems).toMatchObject([{ code: "malformed-challenge" }]);
});

test("the first of two parameters with the same name counts", () => {
  const { challenges, problems } = readChallenges('Bearer scope="a", scope="b"');
  expect(challenges[0]?.parameters.get("scope")).toBe("a");
  expect(problems).toMatchObject([{ code: "duplicate-parameter", severity: "warning" }]);
});

test("the supported challenge with the most parameters is answered", () => {
  const { challenges } = readChallenges(
    'Basic realm="a", x="b", y="c", Bearer, DPoP error="e", algs="ES256"',
  );
  expect(authorizationChallenge(challenges)?.scheme).toBe("dpop");
  expect(authorizationChallenge(readChallenges("Basic x=y").challenges)).toBeUndefined();
});
