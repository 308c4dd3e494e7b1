/** What is to be said beside a link of a `SKILL.md`. */
import type { SkillEntry } from "../../../../shared/skills/skillEntry.ts";
import { kindOfLink, readSkillPaths } from "../../../../shared/skills/skillLinks.ts";
import { skillRoot } from "../../../../shared/skills/skillUri.ts";

/** @returns a function of a link's target, which says nothing about one that leads to a file */
export function noteOfLinks({
  uri,
  files,
}: SkillEntry): (target: string) => "no such file" | "outside the skill" | undefined {
  const root = skillRoot(uri);
  if (!Array.isArray(files) || root === undefined) return () => undefined;
  const paths = readSkillPaths(
    root,
    files.map((file) => file.uri),
  );
  return (target) => {
    const kind = kindOfLink(target, paths);
    if (kind === undefined || kind === "found") return undefined;
    return kind === "nowhere" ? "no such file" : "outside the skill";
  };
}
