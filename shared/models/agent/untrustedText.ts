/** Gives text to a model that the user has not written. */

/** Characters of a `SKILL.md` that a conversation or an eval takes. */
export const maxSkillText = 200_000;

/** What a skill is to a model. */
export const skillOrigin = "The skill of a server";

/**
 * @param origin what it is, as the beginning of a sentence
 * @param name of where it comes from, which is untrusted as well
 * @param blocks content blocks; they are JSON, so that nothing in them can pass for their end
 */
export function untrustedText(origin: string, name: string, blocks: readonly unknown[]): string {
  return `${origin} ${JSON.stringify(name)}, untrusted and not written by the user: ${JSON.stringify(blocks)}`;
}
