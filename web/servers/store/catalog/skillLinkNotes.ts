/** What is to be said beside a link of a `SKILL.md`. */
import type { SkillEntry } from "../../../../shared/skills/skillEntry.ts";
import { findSkillLinks } from "../../../../shared/skills/skillLinks.ts";
import { skillFilePath, skillRoot } from "../../../../shared/skills/skillUri.ts";

/** @returns a function of a link's target, which says nothing about one that leads to a file */
export function noteOfLinks({
  uri,
  files,
}: SkillEntry): (target: string) => "no such file" | "outside the skill" | undefined {
  const root = skillRoot(uri);
  if (!Array.isArray(files) || root === undefined) return () => undefined;
  const paths = new Set(files.flatMap((file) => skillFilePath(root, file.uri) ?? []));
  return (target) => {
    const [link] = findSkillLinks(`[x](<${target}>)`, paths);
    if (!link || link.kind === "found") return undefined;
    return link.kind === "nowhere" ? "no such file" : "outside the skill";
  };
}
