/** Checks the entries of skills that a server lists, without reading their files. */
import { getOwn } from "../core/json/getOwn.ts";
import { asJsonObject, membersOf } from "../core/json/jsonObject.ts";
import {
  frontmatterLimits,
  isFileSize,
  isSkillDigest,
  readSkillEntry,
  skillLimits,
} from "./skillEntry.ts";
import { type SkillFinding, skillFinding } from "./skillFinding.ts";
import { skillFilePath, skillNameOf, skillRoot } from "./skillUri.ts";

const reservedPrefix = "io.modelcontextprotocol/";

const isSkillName = (name: string): boolean =>
  name.length <= frontmatterLimits.name && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/** @see https://agentskills.io/specification */
export function checkSkillEntry(value: unknown, pointer: string): readonly SkillFinding[] {
  const entry = readSkillEntry(value);
  if (!entry) return [skillFinding("skill-uri-invalid", { uri: "" }, pointer)];
  const { uri } = entry;
  const findings: SkillFinding[] = [];
  const root = skillRoot(uri);
  if (root === undefined)
    findings.push(skillFinding("skill-uri-invalid", { uri }, `${pointer}/uri`));
  const inUri = skillNameOf(uri);
  if (inUri !== undefined && !isSkillName(inUri)) {
    findings.push(skillFinding("skill-name-invalid", { uri, name: inUri }, `${pointer}/uri`));
  }
  findings.push(
    ...checkFrontmatterFields(uri, entry.frontmatter, `${pointer}/frontmatter`, inUri),
    ...checkFiles(uri, root, getOwn(value, "resources"), `${pointer}/resources`),
  );
  return findings;
}

function checkFrontmatterFields(
  uri: string,
  frontmatter: unknown,
  pointer: string,
  inUri: string | undefined,
): readonly SkillFinding[] {
  const fields = asJsonObject(frontmatter);
  if (!fields) {
    return [skillFinding("skill-frontmatter-incomplete", { uri, member: "frontmatter" }, pointer)];
  }
  const findings: SkillFinding[] = [];
  const { name, description, metadata } = fields;
  if (typeof name !== "string" || name === "") {
    findings.push(skillFinding("skill-frontmatter-incomplete", { uri, member: "name" }, pointer));
  } else if (inUri !== undefined && name !== inUri) {
    findings.push(skillFinding("skill-name-differs", { uri, name, inUri }, `${pointer}/name`));
  }
  const length = typeof description === "string" ? [...description].length : 0;
  const limit = frontmatterLimits.description;
  if (length === 0 && description === undefined) {
    const member = "description";
    findings.push(skillFinding("skill-frontmatter-incomplete", { uri, member }, pointer));
  } else if (length === 0 || length > limit) {
    const facts = { uri, length, limit };
    findings.push(skillFinding("skill-description-invalid", facts, `${pointer}/description`));
  }
  for (const key of Object.keys(membersOf(metadata))) {
    if (!key.startsWith(reservedPrefix)) continue;
    findings.push(skillFinding("skill-metadata-reserved", { uri, key }, `${pointer}/metadata`));
  }
  return findings;
}

function checkFiles(
  uri: string,
  root: string | undefined,
  resources: unknown,
  pointer: string,
): readonly SkillFinding[] {
  if (resources === "dynamic") return [skillFinding("skill-dynamic", { uri }, pointer)];
  if (!Array.isArray(resources)) return [skillFinding("skill-resources-missing", { uri }, pointer)];
  const findings: SkillFinding[] = [];
  const { files: maxFiles, bytes: maxBytes } = skillLimits;
  if (resources.length > maxFiles) {
    const facts = { uri, count: resources.length, limit: maxFiles };
    findings.push(skillFinding("skill-too-many-files", facts, pointer));
  }
  const seen = new Set<unknown>();
  let bytes = 0;
  for (const [at, value] of resources.entries()) {
    const { uri: given, digest, size } = membersOf(value);
    const file = typeof given === "string" ? given : "";
    const place = `${pointer}/${at}`;
    const isWithin = root === undefined || file === uri || skillFilePath(root, file) !== undefined;
    if (file === "" || !isWithin) {
      findings.push(skillFinding("skill-file-outside", { uri, file }, place));
    }
    if (seen.has(file)) findings.push(skillFinding("skill-file-repeated", { uri, file }, place));
    seen.add(file);
    if (!isSkillDigest(digest)) {
      findings.push(skillFinding("skill-digest-invalid", { uri, file }, place));
    }
    if (isFileSize(size)) bytes += size;
    else findings.push(skillFinding("skill-size-invalid", { uri, file }, place));
  }
  if (root !== undefined && !seen.has(uri))
    findings.push(skillFinding("skill-not-itself", { uri }, pointer));
  if (bytes > maxBytes) {
    findings.push(skillFinding("skill-too-large", { uri, bytes, limit: maxBytes }, pointer));
  }
  return findings;
}
