/** Reads the files of a server's skills, which are then checked in the log. */
import type { Connected } from "../../../shared/client/connected.ts";
import { readSkillEntry, type SkillEntry, skillLimits } from "../../../shared/skills/skillEntry.ts";

/** Files that are read of all skills, and their bytes as the server states them. */
const maxFiles = 2000;
const maxBytes = 4 * skillLimits.bytes;

/**
 * @param skills as listed
 * @param areAll whether every file is read, or only each `SKILL.md`
 */
export async function readSkills(
  client: Connected,
  skills: readonly unknown[],
  areAll: boolean,
): Promise<void> {
  const entries = skills.flatMap((skill) => readSkillEntry(skill) ?? []);
  let bytes = 0;
  const uris = new Set<string>();
  for (const { uri, size } of entries.flatMap((entry) => filesOf(entry, areAll))) {
    bytes += size ?? 0;
    if (uris.size >= maxFiles || bytes > maxBytes) break;
    uris.add(uri);
  }
  const initiator = { kind: "engine" } as const;
  for (const uri of uris) {
    await client.request("resources/read", JSON.stringify({ uri }), { initiator }).done;
  }
}

function filesOf({ uri, files }: SkillEntry, areAll: boolean) {
  if (!Array.isArray(files)) return [{ uri, size: undefined }];
  return areAll ? files : files.filter((file) => file.uri === uri);
}
