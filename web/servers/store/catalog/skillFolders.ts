/** Asks a server for the entry of one skill, and for the folders of its files. */
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { isJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { directoryMimeType, skillsExtension } from "../../../../shared/protocol/skillsExtension.ts";
import { isSameValue, type SkillEntry } from "../../../../shared/skills/skillEntry.ts";
import { skillFilePath, skillRoot } from "../../../../shared/skills/skillUri.ts";
import type { ConnectedView } from "../connections/connection.ts";
import { UnreadList } from "./queries.ts";

type SkillClient = Pick<ConnectedView["client"], "request" | "agreement">;

const initiator = { kind: "user" } as const;

async function answerTo(client: SkillClient, method: string, uri: string): Promise<unknown> {
  const outcome = await client.request(method, JSON.stringify({ uri }), { initiator }).done;
  if (outcome.kind !== "result") throw new UnreadList(outcome);
  return outcome.value;
}

/**
 * @param listed the skill as `skills/list` has it
 * @returns the members in which `skills/get` differs from it
 * @throws {UnreadList} where it is not answered
 */
export async function compareSkillEntry(
  client: SkillClient,
  listed: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const skill = getOwn(await answerTo(client, "skills/get", String(listed.uri)), "skill");
  if (!isJsonObject(skill)) return ["skill"];
  const names = new Set([...Object.keys(listed), ...Object.keys(skill)]);
  return [...names].filter((name) => !isSameValue(getOwn(listed, name), getOwn(skill, name)));
}

/** Whether a server lists directories. */
export const listsFolders = ({ agreement }: SkillClient): boolean =>
  getOwn(getOwn(getOwn(agreement.capabilities, "extensions"), skillsExtension), "directoryRead") ===
  true;

export interface SkillFolders {
  /** Paths within the skill, folders with a slash at their end; sorted. */
  readonly paths: readonly string[];
  /** Files that only the folders, or only the entry of the skill, have. */
  readonly added: readonly string[];
  readonly missing: readonly string[];
  /** Children that are not within their folder. */
  readonly outside: number;
  /** Whether there are more than are read. */
  readonly isCut: boolean;
}

/** Folders that are read of a skill, and what is in them. */
const [maxFolders, maxPaths] = [100, 2000];

/** @throws {UnreadList} where a folder is not answered */
export async function readSkillFolders(
  client: SkillClient,
  { uri, files }: SkillEntry,
): Promise<SkillFolders> {
  const root = skillRoot(uri);
  const paths = new Set<string>();
  const waiting = root === undefined ? [] : [root];
  let [folders, outside, isCut] = [0, 0, root === undefined];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    if (++folders > maxFolders || paths.size >= maxPaths) {
      isCut = true;
      break;
    }
    const children = getOwn(
      await answerTo(client, "resources/directory/read", folder),
      "resources",
    );
    for (const child of Array.isArray(children) ? children : []) {
      const childUri = getOwn(child, "uri");
      const isDirect =
        typeof childUri === "string" &&
        skillFilePath(folder, childUri) !== undefined &&
        !childUri.slice(folder.length + 1).includes("/");
      const path = isDirect ? skillFilePath(root ?? "", childUri) : undefined;
      if (path === undefined) {
        outside += 1;
        continue;
      }
      if (paths.size >= maxPaths) {
        isCut = true;
        break;
      }
      const isFolder = getOwn(child, "mimeType") === directoryMimeType;
      if (isFolder && !paths.has(`${path}/`)) waiting.push(String(childUri));
      paths.add(isFolder ? `${path}/` : path);
    }
  }
  const listed = (Array.isArray(files) ? files : []).flatMap(
    (file) => (root !== undefined && skillFilePath(root, file.uri)) || [],
  );
  const found = [...paths].filter((path) => !path.endsWith("/"));
  const known = new Set(listed);
  return {
    paths: [...paths].toSorted(),
    added: Array.isArray(files) ? found.filter((path) => !known.has(path)) : [],
    missing: isCut ? [] : listed.filter((path) => !paths.has(path)),
    outside,
    isCut,
  };
}
