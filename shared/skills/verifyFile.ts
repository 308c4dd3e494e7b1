/** Compares what was read of a skill with its entry: size, digest, frontmatter, links. */

import { fromBase64 } from "../core/base64.ts";
import { decodeText, encodeText, sha256 } from "../core/bytes.ts";
import { toHex } from "../core/hex.ts";
import { getOwn } from "../core/json/getOwn.ts";
import type { JsonObject } from "../core/json/jsonObject.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { isSameValue, type SkillEntry } from "./skillEntry.ts";
import { firstFindings, type SkillFinding, skillFinding } from "./skillFinding.ts";
import { findSkillLinks, readSkillPaths, type SkillLink } from "./skillLinks.ts";
import { skillRoot } from "./skillUri.ts";

/** The bytes of the first content of `resources/read`; undefined if it has none. */
export function bytesOfContents(result: unknown): Uint8Array<ArrayBuffer> | undefined {
  const contents = getOwn(result, "contents");
  const [first] = Array.isArray(contents) ? contents : [];
  const { text, blob } = { text: getOwn(first, "text"), blob: getOwn(first, "blob") };
  if (typeof text === "string") return encodeText(text);
  return typeof blob === "string" ? fromBase64(blob) : undefined;
}

/** What of a file was compared with the entry of its skill. */
export interface SkillComparison {
  readonly size: boolean;
  readonly digest: boolean;
  readonly frontmatter: boolean;
  /** How many links into the skill were followed; undefined if not all of them were. */
  readonly links: number | undefined;
}

export interface SkillFileVerdict {
  readonly compared: SkillComparison;
  readonly findings: readonly SkillFinding[];
}

/** Computes the digest of bytes when it is first asked for. */
export function digestOf(bytes: Uint8Array<ArrayBuffer>): () => Promise<string> {
  let digest: Promise<string> | undefined;
  return () => {
    digest ??= sha256(bytes).then((hash) => `sha256:${toHex(hash)}`);
    return digest;
  };
}

/**
 * Checks a file against the entry of its skill.
 * @param pointer to the content that was read
 * @param digest of the bytes; passed in where several skills list the file
 */
export async function verifySkillFile(
  entry: SkillEntry,
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
  pointer: string,
  digest: () => Promise<string> = digestOf(bytes),
): Promise<SkillFileVerdict> {
  const { uri, files } = entry;
  const findings: SkillFinding[] = [];
  const listed = Array.isArray(files) ? files.find((each) => each.uri === file) : undefined;
  const isOtherSize = listed?.size !== undefined && listed.size !== bytes.byteLength;
  const isHashed = listed?.digest !== undefined && !isOtherSize;
  if (listed?.size !== undefined && isOtherSize) {
    const facts = { uri, file, expected: listed.size, found: bytes.byteLength };
    findings.push(skillFinding("skill-size-differs", facts, pointer));
  } else if (listed?.digest !== undefined) {
    const found = await digest();
    if (found !== listed.digest) {
      const facts = { uri, file, expected: listed.digest, found };
      findings.push(skillFinding("skill-digest-differs", facts, pointer));
    }
  }
  const inText = file === uri ? checkSkillText(entry, decodeText(bytes), pointer) : undefined;
  return {
    compared: {
      size: listed?.size !== undefined,
      digest: isHashed,
      frontmatter: inText?.isCompared ?? false,
      links: inText?.links,
    },
    findings: [...findings, ...(inText?.findings ?? [])],
  };
}

/** Checks the text of a `SKILL.md`. */
function checkSkillText(entry: SkillEntry, text: string, pointer: string) {
  const { uri, frontmatter: listed } = entry;
  const read = readFrontmatter(text);
  if (read.kind === "none") {
    const findings = [skillFinding("skill-frontmatter-missing", { uri }, pointer)];
    return { isCompared: false, links: undefined, findings };
  }
  const isCompared = read.kind === "read" && listed !== undefined;
  const lineOffset = text.split("\n").length - read.body.split("\n").length;
  const links = linksOf(entry, read.body);
  const inFields = isCompared
    ? differingFields(uri, read.value, listed, pointer)
    : read.kind === "read"
      ? []
      : [notRead(uri, read, pointer)];
  const inLinks = brokenLinks(uri, links?.links ?? [], lineOffset, pointer);
  return {
    isCompared,
    links: links?.isComplete ? links.links.length : undefined,
    findings: [...firstFindings(inFields, uri, pointer), ...firstFindings(inLinks, uri, pointer)],
  };
}

function* differingFields(uri: string, own: JsonObject, listed: JsonObject, pointer: string) {
  for (const field of new Set([...Object.keys(own), ...Object.keys(listed)])) {
    if (isSameValue(getOwn(own, field), getOwn(listed, field))) continue;
    yield skillFinding("skill-frontmatter-differs", { uri, field }, pointer);
  }
}

function notRead(
  uri: string,
  { kind, line, reason }: { kind: "invalid" | "unsupported"; line: number; reason: string },
  pointer: string,
): SkillFinding {
  const code = kind === "invalid" ? "skill-frontmatter-invalid" : "skill-frontmatter-not-checked";
  return skillFinding(code, { uri, line, reason }, pointer);
}

function* brokenLinks(
  uri: string,
  links: readonly SkillLink[],
  lineOffset: number,
  pointer: string,
) {
  for (const { target, line, kind } of links) {
    if (kind === "found") continue;
    const code = kind === "nowhere" ? "skill-link-broken" : "skill-link-outside";
    yield skillFinding(code, { uri, target, line: line + lineOffset }, pointer);
  }
}

/** The links of a `SKILL.md`; none are known of a skill whose files are not. */
function linksOf({ uri, files }: SkillEntry, body: string) {
  const root = skillRoot(uri);
  if (!Array.isArray(files) || root === undefined) return undefined;
  return findSkillLinks(
    body,
    readSkillPaths(
      root,
      files.map((file) => file.uri),
    ),
  );
}
