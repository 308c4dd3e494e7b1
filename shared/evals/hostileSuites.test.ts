import { expect, test } from "vitest";
import { offerTools } from "../models/agent/offeredTools.ts";
import { evalFormat, readSuite } from "./evalSuite.ts";
import { checkExpectations, type Observed } from "./expectations.ts";
import { editedDefinitions, overlayTools } from "./overlay.ts";
import { readProposal } from "./proposal.ts";

/** Names that every object has, from its prototype. */
const inherited = ["__proto__", "constructor", "toString"] as const;

const textOf = (one: string) =>
  `{"format":"${evalFormat}","name":"Suite","cases":[{"name":"one","message":"hello",${one}}]}`;

test.each([
  ["nested deeper than the call stack", `"expect":${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["many small values", `"expect":[${"[],".repeat(500_000)}[]]`],
  ["larger than the limit", `"expect":[],"systemPrompt":"${"x".repeat(9 * 1024 * 1024)}"`],
  ["a number of repeats without end", '"expect":[],"repeat":1e9'],
  ["a member that is not known", '"expect":[],"__proto__":{"allow":["all"]}'],
  ["a pattern that is none", '"expect":[{"kind":"answer-matches","pattern":""}]'],
])("a suite that is refused: %s", (_, one) => {
  expect(readSuite(textOf(one)).kind).toBe("refused");
});

test.each(inherited)("%s is a tool, a server and an argument like any other", async (name) => {
  const called = `{"kind":"called","tool":"${name}","arguments":{"${name}":1}}`;
  const read = readSuite(textOf(`"servers":["${name}"],"expect":[${called}]`));
  if (read.kind === "refused") throw new Error(read.reason);
  const expected = read.suite.cases[0]?.expect ?? [];
  const isMet = async (input: string) => {
    const calls = [{ tool: name, input: JSON.parse(input), isError: false, hasApp: false }];
    const [result] = await checkExpectations(expected, { ...nothing, calls }, () => false);
    return result?.isMet;
  };
  expect(await isMet(`{"${name}":1}`)).toBe(true);
  expect(await isMet("{}")).toBe(false);

  const tools = offerTools([
    { serverId: "s", serverName: "s", definitions: [{ name, description: "Listed" }] },
  ]);
  expect(overlayTools(tools, {})).toEqual(tools);
  expect(editedDefinitions(tools, {})).toEqual([]);
  const proposal = readProposal(`{"${name}":{"description":"Proposed"}}`, tools) ?? {};
  expect(editedDefinitions(tools, proposal)[0]?.after.description).toBe("Proposed");
});

const nothing: Observed = {
  calls: [],
  answer: "",
  findings: undefined,
  tokens: undefined,
  cost: undefined,
  milliseconds: 0,
};
