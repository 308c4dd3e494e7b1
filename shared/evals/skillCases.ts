/** Runs the cases that name a skill with and without it. */
import { maxSkillText, skillOrigin, untrustedText } from "../models/agent/untrustedText.ts";
import type { EvalCase, EvalSuite, RunnableCase, RunnableSuite } from "./evalSuite.ts";

/** Skills of one suite. */
const maxSkills = 50;

/** The text of a skill, and the server that it came from. */
export interface SkillText {
  readonly text: string;
  readonly serverId: string;
}

interface SkillCases {
  readonly suite: RunnableSuite;
  /** The skills that could not be read: their cases run without them. */
  readonly unread: readonly string[];
}

/** The name of a case as it is run without its skill. */
export const nameWithoutSkill = (name: string): string => `${name} (without the skill)`;

/** The cases as they are run, without the texts of skills. */
export const comparedSuite = (suite: EvalSuite): EvalSuite => ({
  ...suite,
  cases: suite.cases.flatMap((one) =>
    one.skill === undefined ? one : [one, { ...one, name: nameWithoutSkill(one.name) }],
  ),
});

/**
 * @param read returns the text of a skill; undefined if no server has it
 * @returns a suite in which each case with a skill is two
 */
export async function withSkillCases(
  suite: EvalSuite,
  read: (uri: string, one: EvalCase) => Promise<SkillText | undefined>,
): Promise<SkillCases> {
  const texts = new Map<string, SkillText | undefined>();
  const cases: RunnableCase[] = [];
  for (const one of suite.cases) {
    const { skill, ...rest } = one;
    if (skill === undefined) {
      cases.push(one);
      continue;
    }
    const key = JSON.stringify([skill, one.servers]);
    if (!texts.has(key)) {
      const found = texts.size < maxSkills ? await read(skill, one) : undefined;
      texts.set(key, found === undefined || found.text.length > maxSkillText ? undefined : found);
    }
    const found = texts.get(key);
    if (found !== undefined) {
      const { text, serverId } = found;
      const added = untrustedText(skillOrigin, skill, [{ type: "text", text }]);
      cases.push({ ...rest, message: `${rest.message}\n\n${added}`, skillServer: serverId });
    }
    cases.push({ ...rest, name: nameWithoutSkill(rest.name) });
  }
  const unread = [...texts].flatMap(([key, found]) =>
    found === undefined ? String((JSON.parse(key) as readonly unknown[])[0]) : [],
  );
  return { suite: { ...suite, cases }, unread };
}
