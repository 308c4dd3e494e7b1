/** Verifies a file of a skill that was read, against the entry in which the server lists it. */
import type { Connected } from "../../../shared/client/connected.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import { readSkillEntry } from "../../../shared/skills/skillEntry.ts";
import { bytesOfContents, verifySkillFile } from "../../../shared/skills/verifyFile.ts";

interface SkillVerdict {
  /** Whether nothing that was found is a violation. */
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
    .find(({ uri: own, files }) =>
      Array.isArray(files) ? files.some((file) => file.uri === uri) : own === uri,
    );
  const bytes = bytesOfContents(result);
  if (!entry || !bytes) return undefined;
  const findings = await verifySkillFile(entry, uri, bytes, "");
  const isRight = findings.every(({ severity }) => severity !== "violation");
  const isDynamic = !Array.isArray(entry.files);
  const first = isDynamic
    ? [`The skill ${entry.uri} has no digests; nothing was verified.`]
    : isRight
      ? [`Size and digest are those of the skill ${entry.uri}.`]
      : [];
  return { isRight, lines: [...first, ...findings.map(findingText)] };
}
