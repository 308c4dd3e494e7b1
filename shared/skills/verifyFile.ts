/** Compares what was read of a skill with its entry: size, digest, frontmatter, links. */

import { fromBase64 } from "../core/base64.ts";
import { decodeText, encodeText, sha256 } from "../core/bytes.ts";
import { toHex } from "../core/hex.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { isSameValue, type SkillEntry } from "./skillEntry.ts";
import { type SkillFinding, skillFinding } from "./skillFinding.ts";
import { findSkillLinks } from "./skillLinks.ts";
import { skillFilePath, skillRoot } from "./skillUri.ts";

/** The bytes of the first content of `resources/read`; undefined if it has none. */
export function bytesOfContents(result: unknown): Uint8Array<ArrayBuffer> | undefined {
  const contents = getOwn(result, "contents");
  const [first] = Array.isArray(contents) ? contents : [];
  const { text, blob } = { text: getOwn(first, "text"), blob: getOwn(first, "blob") };
  if (typeof text === "string") return encodeText(text);
  return typeof blob === "string" ? fromBase64(blob) : undefined;
}

/**
 * Checks a file against the entry of its skill.
 * @param pointer to the content that was read
 */
export async function verifySkillFile(
  entry: SkillEntry,
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
  pointer: string,
): Promise<readonly SkillFinding[]> {
  const { uri, files } = entry;
  const findings: SkillFinding[] = [];
  const listed = Array.isArray(files) ? files.find((each) => each.uri === file) : undefined;
  if (listed?.size !== undefined && listed.size !== bytes.byteLength) {
    const facts = { uri, file, expected: listed.size, found: bytes.byteLength };
    findings.push(skillFinding("skill-size-differs", facts, pointer));
  } else if (listed?.digest !== undefined) {
    const found = `sha256:${toHex(await sha256(bytes))}`;
    if (found !== listed.digest) {
      const facts = { uri, file, expected: listed.digest, found };
      findings.push(skillFinding("skill-digest-differs", facts, pointer));
    }
  }
  if (file === uri) findings.push(...checkSkillText(entry, decodeText(bytes), pointer));
  return findings;
}

/** Checks the text of a `SKILL.md`. */
function checkSkillText(entry: SkillEntry, text: string, pointer: string): readonly SkillFinding[] {
  const { uri, frontmatter: listed } = entry;
  const read = readFrontmatter(text);
  if (read.kind === "none") return [skillFinding("skill-frontmatter-missing", { uri }, pointer)];
  const findings: SkillFinding[] = [];
  if (read.kind === "read") {
    if (listed) {
      const fields = new Set([...Object.keys(read.value), ...Object.keys(listed)]);
      for (const field of fields) {
        if (isSameValue(getOwn(read.value, field), getOwn(listed, field))) continue;
        findings.push(skillFinding("skill-frontmatter-differs", { uri, field }, pointer));
      }
    }
  } else {
    const { line, reason } = read;
    const code =
      read.kind === "invalid" ? "skill-frontmatter-invalid" : "skill-frontmatter-not-checked";
    findings.push(skillFinding(code, { uri, line, reason }, pointer));
  }
  const lineOffset = text.split("\n").length - read.body.split("\n").length;
  for (const { target, line, kind } of linksOf(entry, read.body)) {
    if (kind === "found") continue;
    const code = kind === "nowhere" ? "skill-link-broken" : "skill-link-outside";
    findings.push(skillFinding(code, { uri, target, line: line + lineOffset }, pointer));
  }
  return findings;
}

/** The links of a `SKILL.md`; none are known of a skill whose files are not. */
function linksOf({ uri, files }: SkillEntry, body: string) {
  const root = skillRoot(uri);
  if (!Array.isArray(files) || root === undefined) return [];
  const paths = files.flatMap((each) => skillFilePath(root, each.uri) ?? []);
  return findSkillLinks(body, new Set(paths));
}
