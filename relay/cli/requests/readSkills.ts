/** Reads the files of a server's skills, which are then checked in the log. */
import type { Connected } from "../../../shared/client/connected.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { readSkillEntry, type SkillEntry, skillLimits } from "../../../shared/skills/skillEntry.ts";

/** Files that are read of all skills, and their bytes: as the server states them, and as they come. */
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
  let received = 0;
  for (const uri of uris) {
    const params = JSON.stringify({ uri });
    const outcome = await client.request("resources/read", params, { initiator }).done;
    if (outcome.kind === "result") received += charactersIn(outcome.value);
    if (received > maxBytes) break;
  }
}

/** Characters of all contents, which are at most as many as their bytes. */
function charactersIn(result: unknown): number {
  const contents = getOwn(result, "contents");
  if (!Array.isArray(contents)) return 0;
  return contents
    .flatMap((content) => [getOwn(content, "text"), getOwn(content, "blob")])
    .reduce((sum: number, part) => sum + (typeof part === "string" ? part.length : 0), 0);
}

function filesOf({ uri, files }: SkillEntry, areAll: boolean) {
  if (!Array.isArray(files)) return [{ uri, size: undefined }];
  return areAll ? files : files.filter((file) => file.uri === uri);
}
