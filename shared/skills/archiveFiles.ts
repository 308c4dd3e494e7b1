/** Chooses the files of a skill that its archive has, under names that every system unpacks. */
import { encodeText } from "../core/bytes.ts";
import type { ArchivedFile } from "./skillArchive.ts";
import { skillFilePath, skillRoot } from "./skillUri.ts";
import type { SkillFileVerdict } from "./verifyFile.ts";

/** Why the archive does not have a file. */
export type LeftOutReason = "not-read" | "differs" | "unsafe-name" | "same-name";

export interface ArchiveChoice {
  readonly files: readonly ArchivedFile[];
  readonly leftOut: readonly { readonly uri: string; readonly reason: LeftOutReason }[];
  /** How many of the files have no digest that was compared. */
  readonly unverified: number;
}

interface ReadFile {
  readonly bytes: Uint8Array;
  readonly verdict: SkillFileVerdict | undefined;
}

/** Of a name, and of a whole path. */
const maxNameBytes = 255;
const maxPathBytes = 1000;

const refused = /[\\:\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const isSafeName = (name: string): boolean =>
  !refused.test(name) &&
  !/[. ]$/.test(name) &&
  !device.test(name) &&
  encodeText(name).byteLength <= maxNameBytes;

/** The same for names that are one file on a system that ignores case. */
const folded = (path: string): string => path.normalize("NFC").toUpperCase().toLowerCase();

/**
 * @param uri of `SKILL.md`
 * @param files their URIs, `SKILL.md` first
 * @param readings by file; undefined if it could not be read
 */
export function chooseArchiveFiles(
  uri: string,
  files: readonly string[],
  readings: readonly (ReadFile | undefined)[],
): ArchiveChoice {
  const root = skillRoot(uri);
  const chosen: ArchivedFile[] = [];
  const leftOut: { uri: string; reason: LeftOutReason }[] = [];
  const [names, folders] = [new Set<string>(), new Set<string>()];
  let unverified = 0;

  const pathOf = (file: string): string | undefined => {
    const path = root === undefined ? undefined : skillFilePath(root, file);
    if (path === undefined || encodeText(path).byteLength > maxPathBytes) return undefined;
    return path.split("/").every(isSafeName) ? path : undefined;
  };
  /** Whether another file or directory has the name, which is taken from now on. */
  const isTaken = (path: string): boolean => {
    const segments = folded(path).split("/");
    const above = segments.slice(1).map((_, at) => segments.slice(0, at + 1).join("/"));
    const name = segments.join("/");
    if (names.has(name) || folders.has(name) || above.some((folder) => names.has(folder))) {
      return true;
    }
    names.add(name);
    for (const folder of above) folders.add(folder);
    return false;
  };

  for (const [at, file] of files.entries()) {
    const reading = readings[at];
    const path = pathOf(file);
    const reason: LeftOutReason | undefined = !reading
      ? "not-read"
      : reading.verdict?.findings.some(isOfBytes)
        ? "differs"
        : path === undefined
          ? "unsafe-name"
          : isTaken(path)
            ? "same-name"
            : undefined;
    if (reason !== undefined) leftOut.push({ uri: file, reason });
    if (!reading || path === undefined || reason !== undefined) continue;
    chosen.push({ path, bytes: reading.bytes });
    if (!reading.verdict?.compared.digest) unverified++;
  }
  return { files: chosen, leftOut, unverified };
}

/** Whether a finding is about the bytes of a file. */
export const isOfBytes = ({ code }: { readonly code: string }): boolean =>
  code === "skill-digest-differs" || code === "skill-size-differs";
