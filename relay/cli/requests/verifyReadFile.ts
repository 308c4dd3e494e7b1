/** Verifies a file of a skill that was read, against the entry in which the server lists it. */
import type { Connected } from "../../../shared/client/connected.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import { readSkillEntry, type SkillEntry } from "../../../shared/skills/skillEntry.ts";
import { bytesOfContents, verifySkillFile } from "../../../shared/skills/verifyFile.ts";

interface SkillVerdict {
  /** Whether nothing that was found is a violation, and what the entry must have was compared. */
  readonly isRight: boolean;
  /** Sentences. */
  readonly lines: readonly string[];
}

/**
 * @param result of `resources/read`
 * @returns undefined if no skill lists the file
 */
export async function verifyOfServer(
  client: Connected,
  uri: string,
  result: unknown,
): Promise<SkillVerdict | undefined> {
  const { items } = await client.list("skills/list", "skills");
  const entry = items
    .flatMap((item) => readSkillEntry(item) ?? [])
    .find(({ uri: own, files }) => own === uri || filesOf(files).some((file) => file.uri === uri));
  const bytes = bytesOfContents(result);
  if (!entry || !bytes) return undefined;
  const { compared, findings } = await verifySkillFile(entry, uri, bytes, "");
  const isBroken = findings.some(({ severity }) => severity === "violation");
  const isDynamic = entry.files === "dynamic";
  const first = isDynamic
    ? `The skill ${entry.uri} has no digests; nothing was verified.`
    : !compared.digest
      ? `The skill ${entry.uri} has no valid digest of ${uri}; it was not verified.`
      : `${compared.size ? "Size and digest are those" : "The digest is that"} of the skill ${entry.uri}.`;
  // digests are required of a skill that is not dynamic
  return {
    isRight: !isBroken && (isDynamic || compared.digest),
    lines: [...(isBroken && !isDynamic ? [] : [first]), ...findings.map(findingText)],
  };
}

const filesOf = (files: SkillEntry["files"]) => (Array.isArray(files) ? files : []);
