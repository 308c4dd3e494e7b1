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
import { firstFindings, type SkillFinding, skillFinding } from "./skillFinding.ts";
import { skillFilePath, skillNameOf, skillRoot } from "./skillUri.ts";

const reservedPrefix = "io.modelcontextprotocol/";

const isSkillName = (name: string): boolean =>
  name.length <= frontmatterLimits.name && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/** @see https://agentskills.io/specification */
export function checkSkillEntry(value: unknown, pointer: string): readonly SkillFinding[] {
  const entry = readSkillEntry(value);
  if (!entry) return [skillFinding("skill-uri-invalid", { uri: "" }, pointer)];
  const { uri } = entry;
  const root = skillRoot(uri);
  const inUri = skillNameOf(uri);
  return [
    ...checkUri(uri, root, inUri, `${pointer}/uri`),
    ...firstFindings(
      checkFrontmatterFields(uri, entry.frontmatter, `${pointer}/frontmatter`, inUri),
      uri,
      pointer,
    ),
    ...checkFiles(uri, root, getOwn(value, "resources"), `${pointer}/resources`),
  ];
}

function* checkUri(
  uri: string,
  root: string | undefined,
  name: string | undefined,
  pointer: string,
) {
  if (root === undefined) yield skillFinding("skill-uri-invalid", { uri }, pointer);
  if (name !== undefined && !isSkillName(name)) {
    yield skillFinding("skill-name-invalid", { uri, name }, pointer);
  }
}

function* checkFrontmatterFields(
  uri: string,
  frontmatter: unknown,
  pointer: string,
  inUri: string | undefined,
): Generator<SkillFinding> {
  const fields = asJsonObject(frontmatter);
  if (!fields) {
    yield skillFinding("skill-frontmatter-incomplete", { uri, member: "frontmatter" }, pointer);
    return;
  }
  const { name, description, metadata } = fields;
  if (typeof name !== "string" || name === "") {
    yield skillFinding("skill-frontmatter-incomplete", { uri, member: "name" }, pointer);
  } else if (inUri !== undefined && name !== inUri) {
    yield skillFinding("skill-name-differs", { uri, name, inUri }, `${pointer}/name`);
  }
  const length = typeof description === "string" ? [...description].length : 0;
  const limit = frontmatterLimits.description;
  if (length === 0 && description === undefined) {
    yield skillFinding("skill-frontmatter-incomplete", { uri, member: "description" }, pointer);
  } else if (length === 0 || length > limit) {
    const facts = { uri, length, limit };
    yield skillFinding("skill-description-invalid", facts, `${pointer}/description`);
  }
  for (const key of Object.keys(membersOf(metadata))) {
    if (!key.startsWith(reservedPrefix)) continue;
    yield skillFinding("skill-metadata-reserved", { uri, key }, `${pointer}/metadata`);
  }
}

function checkFiles(
  uri: string,
  root: string | undefined,
  resources: unknown,
  pointer: string,
): readonly SkillFinding[] {
  if (resources === "dynamic") return [skillFinding("skill-dynamic", { uri }, pointer)];
  if (!Array.isArray(resources)) return [skillFinding("skill-resources-missing", { uri }, pointer)];
  return [
    ...checkTotals(uri, root, resources, pointer),
    ...firstFindings(checkEachFile(uri, root, resources, pointer), uri, pointer),
  ];
}

function* checkTotals(
  uri: string,
  root: string | undefined,
  resources: readonly unknown[],
  pointer: string,
) {
  const { files: maxFiles, bytes: maxBytes } = skillLimits;
  if (resources.length > maxFiles) {
    const facts = { uri, count: resources.length, limit: maxFiles };
    yield skillFinding("skill-too-many-files", facts, pointer);
  }
  if (root !== undefined && !resources.some((file) => getOwn(file, "uri") === uri)) {
    yield skillFinding("skill-not-itself", { uri }, pointer);
  }
  let bytes = 0;
  for (const file of resources) {
    const size = getOwn(file, "size");
    if (isFileSize(size)) bytes += size;
  }
  if (bytes > maxBytes) {
    yield skillFinding("skill-too-large", { uri, bytes, limit: maxBytes }, pointer);
  }
}

function* checkEachFile(
  uri: string,
  root: string | undefined,
  resources: readonly unknown[],
  pointer: string,
) {
  const seen = new Set<unknown>();
  for (const [at, value] of resources.entries()) {
    const { uri: given, digest, size } = membersOf(value);
    const file = typeof given === "string" ? given : "";
    const place = `${pointer}/${at}`;
    const isWithin = root === undefined || file === uri || skillFilePath(root, file) !== undefined;
    if (file === "" || !isWithin) yield skillFinding("skill-file-outside", { uri, file }, place);
    if (seen.has(file)) yield skillFinding("skill-file-repeated", { uri, file }, place);
    seen.add(file);
    if (!isSkillDigest(digest)) yield skillFinding("skill-digest-invalid", { uri, file }, place);
    if (!isFileSize(size)) yield skillFinding("skill-size-invalid", { uri, file }, place);
  }
}
