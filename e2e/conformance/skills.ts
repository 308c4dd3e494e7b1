/** Reads the skills that a server lists, and verifies their files before use. */

import { parse } from "yaml";
import { sha256 } from "../../shared/core/bytes.ts";
import { toHex } from "../../shared/core/hex.ts";
import { asJsonObject, isJsonObject, type JsonObject } from "../../shared/core/json/jsonObject.ts";

/** A file of a skill, as its entry in `skills/list` describes it. */
interface SkillFile {
  readonly uri: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** Size in bytes. */
  readonly size: number;
}

/** A skill as listed by `skills/list`. */
export interface Skill {
  /** The URI of its `SKILL.md`. */
  readonly uri: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly resources: readonly SkillFile[];
}

/** Why a file must not be used. */
type SkillProblem =
  | { readonly kind: "not-listed"; readonly uri: string }
  | { readonly kind: "size"; readonly expected: number; readonly found: number }
  | { readonly kind: "digest"; readonly expected: string; readonly found: string }
  | { readonly kind: "no-frontmatter" }
  /** A field that differs between the file and the list. */
  | { readonly kind: "frontmatter"; readonly field: string };

/**
 * Compares a file of a skill with the skill's entry.
 * @param bytes the content, exactly as it was read
 * @returns undefined if the file may be used, otherwise why it must not be
 * @see https://modelcontextprotocol.io/seps/2640-skills-extension#integrity-and-verification
 */
export async function verifySkillFile(
  skill: Skill,
  uri: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SkillProblem | undefined> {
  const file = skill.resources.find((each) => each.uri === uri);
  if (!file) return { kind: "not-listed", uri };
  if (bytes.byteLength !== file.size) {
    return { kind: "size", expected: file.size, found: bytes.byteLength };
  }
  const found = `sha256:${toHex(await sha256(bytes))}`;
  if (found !== file.digest) return { kind: "digest", expected: file.digest, found };
  return uri === skill.uri ? compareFrontmatter(skill, new TextDecoder().decode(bytes)) : undefined;
}

function compareFrontmatter(skill: Skill, text: string): SkillProblem | undefined {
  const block = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
  const found = block === undefined ? undefined : parsed(block);
  if (!found) return { kind: "no-frontmatter" };
  const fields = new Set([...Object.keys(found), ...Object.keys(skill.frontmatter)]);
  for (const field of fields) {
    if (canonical(found[field]) !== canonical(skill.frontmatter[field])) {
      return { kind: "frontmatter", field };
    }
  }
  return undefined;
}

function parsed(block: string): JsonObject | undefined {
  try {
    return asJsonObject(parse(block, { maxAliasCount: 100 }));
  } catch {
    return undefined;
  }
}

/** Serializes a value with sorted members, so that equal values give equal text. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, each: unknown) =>
    isJsonObject(each)
      ? Object.fromEntries(
          Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : each,
  );
}
