/** Runs the cases that name a skill with and without it. */
import { skillOrigin, untrustedText } from "../models/agent/untrustedText.ts";
import type { EvalCase, EvalSuite } from "./evalSuite.ts";

/** Skills of one suite, and characters of one. */
const [maxSkills, maxText] = [50, 200_000];

interface SkillCases {
  readonly suite: EvalSuite;
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
  read: (uri: string, one: EvalCase) => Promise<string | undefined>,
): Promise<SkillCases> {
  const texts = new Map<string, string | undefined>();
  const cases: EvalCase[] = [];
  for (const one of suite.cases) {
    const { skill, ...rest } = one;
    if (skill === undefined) {
      cases.push(one);
      continue;
    }
    const key = JSON.stringify([skill, one.servers]);
    if (!texts.has(key)) {
      const found = texts.size < maxSkills ? await read(skill, one) : undefined;
      texts.set(key, found === undefined || found.length > maxText ? undefined : found);
    }
    const text = texts.get(key);
    if (text !== undefined) {
      const added = untrustedText(skillOrigin, skill, [{ type: "text", text }]);
      cases.push({ ...rest, message: `${rest.message}\n\n${added}` });
    }
    cases.push({ ...rest, name: nameWithoutSkill(rest.name) });
  }
  const unread = [...texts].flatMap(([key, text]) =>
    text === undefined ? String((JSON.parse(key) as readonly unknown[])[0]) : [],
  );
  return { suite: { ...suite, cases }, unread };
}
