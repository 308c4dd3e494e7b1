/** Sentences for findings about skills: what happened, why it matters and what to do. */
import type { KnownSkillFinding, SkillFindingCode } from "../skills/skillFinding.ts";
import { quoted } from "./phrases.ts";

const count = (number: number) => number.toLocaleString("en");

const texts: {
  readonly [Code in SkillFindingCode]: (evidence: KnownSkillFinding<Code>["evidence"]) => string;
} = {
  "skill-answer-invalid": ({ method, member }) =>
    `The answer to ${method} has no ${member}, so hosts find no skill.`,
  "skill-cache-fields-missing": ({ method, members }) =>
    `The answer to ${method} lacks ${members}, which lists have from 2026-07-28 on.`,
  "skill-description-invalid": ({ uri, length, limit }) =>
    length === 0
      ? `The description of ${uri} is empty or no text. A model chooses a skill by it.`
      : `The description of ${uri} has ${count(length)} characters; the maximum is ${count(limit)}.`,
  "skill-digest-differs": ({ file, expected, found }) =>
    `${file} has another digest than the skill’s entry: ${found} in place of ${expected}. Hosts do not use the file. List the skill again after a file of it has changed.`,
  "skill-digest-invalid": ({ uri, file }) =>
    `The digest of ${file} in ${uri} is not sha256: and 64 lower-case hexadecimal digits, so hosts cannot verify the file.`,
  "skill-dynamic": ({ uri }) =>
    `${uri} is "dynamic": it has no digests, so nothing of it can be verified, and hosts may decline it.`,
  "skill-extension-invalid": ({ actual }) =>
    `The capability io.modelcontextprotocol/skills is ${actual}, not an object. An empty object declares it.`,
  "skill-file-outside": ({ uri, file }) =>
    file === ""
      ? `A file of ${uri} has no URI.`
      : `${file} is not in the directory of ${uri}, so it cannot be a file of the skill.`,
  "skill-file-refused": ({ uri, file, code }) =>
    `${file} is a file of ${uri}, but reading it was answered with error ${quoted(code)}.`,
  "skill-file-repeated": ({ uri, file }) => `${uri} lists ${file} more than once.`,
  "skill-findings-left-out": ({ uri, limit }) =>
    `More than ${count(limit)} findings of a kind are about ${uri}; the others were left out.`,
  "skill-frontmatter-differs": ({ uri, field }) =>
    `The field ${quoted(field)} of the frontmatter is not the same in the file ${uri} and in its entry. Hosts do not load the skill.`,
  "skill-frontmatter-incomplete": ({ uri, member }) =>
    member === "frontmatter"
      ? `The entry of ${uri} has no frontmatter.`
      : `The frontmatter of ${uri} has no ${member}.`,
  "skill-frontmatter-invalid": ({ uri, line, reason }) =>
    `The frontmatter of ${uri} is no valid YAML: line ${count(line)}: ${reason}.`,
  "skill-frontmatter-missing": ({ uri }) =>
    `${uri} does not begin with frontmatter between two lines of three dashes.`,
  "skill-frontmatter-not-checked": ({ uri, line, reason }) =>
    `The frontmatter of ${uri} was not compared with its entry, because it has YAML that is not read here: line ${count(line)}: ${reason}.`,
  "skill-get-cursor": ({ uri }) => `The answer about ${uri} has a cursor, but it is no list.`,
  "skill-get-other": ({ asked, uri }) => `${asked} was asked for, and ${quoted(uri)} came.`,
  "skill-link-broken": ({ uri, target, line }) =>
    `${uri} links to ${quoted(target)} in line ${count(line)}, and the skill has no such file.`,
  "skill-link-outside": ({ uri, target, line }) =>
    `${uri} links to ${quoted(target)} in line ${count(line)}, which is outside the skill: hosts read only files of the skill.`,
  "skill-metadata-reserved": ({ uri, key }) =>
    `The metadata of ${uri} has the key ${quoted(key)}, whose prefix is for extensions of the protocol.`,
  "skill-mime-type": ({ uri, mimeType }) =>
    `The media type of ${uri} is ${mimeType === undefined ? "missing" : quoted(mimeType)} and should be text/markdown.`,
  "skill-name-differs": ({ uri, name, inUri }) =>
    `The skill is named ${quoted(name)}, and its directory in ${uri} ${quoted(inUri)}. They must be the same.`,
  "skill-name-invalid": ({ uri, name }) =>
    `${quoted(name)} in ${uri} is no name of a skill: 1 to 64 lower-case letters, digits and single hyphens.`,
  "skill-name-repeated": ({ uri, name, other }) =>
    `${uri} and ${other} have the same name ${quoted(name)}. Hosts tell them apart by their paths.`,
  "skill-not-itself": ({ uri }) =>
    `The resources of ${uri} do not list its SKILL.md, so that it cannot be verified.`,
  "skill-owners-left-out": ({ file, limit }) =>
    `More than ${count(limit)} skills list ${file}; it was compared with the entries of ${count(limit)}.`,
  "skill-resources-missing": ({ uri }) =>
    `The entry of ${uri} has neither a list of files nor "dynamic". Hosts do not load the skill.`,
  "skill-size-differs": ({ file, expected, found }) =>
    `${file} has ${count(found)} bytes, and the skill’s entry says ${count(expected)}. Hosts do not use the file. List the skill again after a file of it has changed.`,
  "skill-size-invalid": ({ uri, file }) =>
    `The size of ${file} in ${uri} is not a number of bytes.`,
  "skill-too-large": ({ uri, bytes, limit }) =>
    `The files of ${uri} have ${count(bytes)} bytes; hosts need not load more than ${count(limit)}.`,
  "skill-too-many-files": ({ uri, count: files, limit }) =>
    `${uri} has ${count(files)} files; hosts need not load more than ${count(limit)}.`,
  "skill-uri-invalid": ({ uri }) =>
    uri === ""
      ? "A skill has no URI."
      : `${quoted(uri)} does not end with a directory and /SKILL.md, so it names no skill.`,
  "skill-without-resources": () =>
    "The server declares skills but no resources, through which their files are read.",
};

export function isSkillFinding<Found extends { readonly code: string }>(
  found: Found,
): found is Extract<Found, { readonly code: SkillFindingCode }> {
  return Object.hasOwn(texts, found.code);
}

/** The text of a finding about a skill. */
export function skillFindingText<Code extends SkillFindingCode>({
  code,
  evidence,
}: KnownSkillFinding<Code>): string {
  return texts[code](evidence);
}
