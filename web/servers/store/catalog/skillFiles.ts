/** The files of a server's skills: which there are, and what was read of them. */
import { queryOptions } from "@tanstack/react-query";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { readSkillEntry, type SkillEntry } from "../../../../shared/skills/skillEntry.ts";
import { skillFilePath, skillRoot } from "../../../../shared/skills/skillUri.ts";
import type { SkillFileVerdict } from "../../../../shared/skills/verifyFile.ts";
import type { ConnectedView } from "../connections/connection.ts";
import { type Item, shownName } from "./items.ts";
import type { ListKey } from "./listCache.ts";
import { UnreadList } from "./queries.ts";

/** What was read of a file. */
export interface SkillReading {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Undefined if it was sent as bytes. */
  readonly text: string | undefined;
  readonly mimeType: string | undefined;
  /** Undefined where the page cannot verify: digests need a page over https, or on this machine. */
  readonly verdict: SkillFileVerdict | undefined;
}

/** The URIs of a skill's files, its `SKILL.md` first; of one that is generated only that. */
export function filesOfSkill({ uri, files }: SkillEntry): readonly string[] {
  if (!Array.isArray(files)) return [uri];
  return [uri, ...files.map((file) => file.uri).filter((each) => each !== uri)];
}

/** The skill that a file belongs to: the one with this URI, else the innermost that lists it. */
export function skillOfFile(skills: readonly Item[], file: string): Item | undefined {
  const owners = skills.filter(
    ({ name, raw }) =>
      file.startsWith(`${skillRoot(name)}/`) && filesOfSkill(skillEntryOf(raw)).includes(file),
  );
  return (
    skills.find(({ name }) => name === file) ??
    owners.toSorted((one, other) => other.name.length - one.name.length)[0]
  );
}

/** The entry of a listed skill; one without a URI has an empty one. */
export const skillEntryOf = (raw: Item["raw"]): SkillEntry =>
  readSkillEntry(raw) ?? { uri: "", frontmatter: undefined, files: undefined };

/** The path of a file as it is shown: within the skill, or the whole URI. */
export function shownPath(skill: SkillEntry, file: string): string {
  const root = skillRoot(skill.uri);
  return shownName((root && skillFilePath(root, file)) ?? file);
}

/** Files of a skill that have a row. */
const maxRows = 600;

/**
 * The rows of skills: each skill, and below the one that is open its other files.
 * @param selected the URI of the selected file
 */
export function skillRows(skills: readonly Item[], selected: string | undefined): readonly Item[] {
  const open = selected === undefined ? undefined : skillOfFile(skills, selected);
  return skills.flatMap((skill) => {
    if (skills.length > 1 && skill !== open) return skill;
    const entry = skillEntryOf(skill.raw);
    const files = filesOfSkill(entry).slice(1, maxRows).toSorted();
    const rows = files.map((file): Item => {
      const label = shownPath(entry, file);
      const common = { kind: "skill", name: file, label, raw: { uri: file } } as const;
      return {
        ...common,
        isWithin: true,
        detail: undefined,
        title: undefined,
        description: undefined,
      };
    });
    return [skill, ...rows];
  });
}

/** How a file of a skill is read, and verified against the skill's entry. */
export function skillFileQuery(
  { client, connection }: ConnectedView,
  skill: SkillEntry,
  file: string,
) {
  const queryKey: ListKey = [connection.serverId, connection.id, `skill ${skill.uri} ${file}`];
  return queryOptions<SkillReading, Error, SkillReading, ListKey>({
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // bytes are not compared
    structuralSharing: false,
    async queryFn() {
      const initiator = { kind: "user" } as const;
      const params = JSON.stringify({ uri: file });
      const outcome = await client.request("resources/read", params, { initiator }).done;
      if (outcome.kind !== "result") throw new UnreadList(outcome);
      const { bytesOfContents, verifySkillFile } = await import(
        "../../../../shared/skills/verifyFile.ts"
      );
      const contents = getOwn(outcome.value, "contents");
      const [first] = Array.isArray(contents) ? contents : [];
      const [text, mimeType] = [getOwn(first, "text"), getOwn(first, "mimeType")];
      const bytes = bytesOfContents(outcome.value) ?? new Uint8Array();
      return {
        bytes,
        text: typeof text === "string" ? text : undefined,
        mimeType: typeof mimeType === "string" ? mimeType : undefined,
        verdict: await verifySkillFile(skill, file, bytes, "").catch(() => undefined),
      };
    },
  });
}

/** Files that are read at the same time. */
const maxReads = 4;

/** Reads files, a few at a time; undefined for those that cannot be read. */
export async function readInTurn<Read>(
  files: readonly string[],
  read: (file: string) => Promise<Read>,
): Promise<readonly (Read | undefined)[]> {
  const results: (Read | undefined)[] = files.map(() => undefined);
  const queue = files.entries();
  const work = async () => {
    // the readers share the queue
    for (const [at, file] of queue) results[at] = await read(file).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: maxReads }, work));
  return results;
}

/** Reads a file that the user has opened, unless it was read before. */
export function readSkillFile(view: ConnectedView, skills: readonly Item[], file: string): void {
  const skill = skillOfFile(skills, file);
  if (skill)
    void view.queryClient.prefetchQuery(skillFileQuery(view, skillEntryOf(skill.raw), file));
}
