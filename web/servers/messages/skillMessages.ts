/** Words for a skill: what its files are, and what is right or wrong with them. */

import type { RequestOutcome } from "../../../shared/client/session/outcome.ts";
import { countText, nounText } from "../../../shared/core/countText.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import { maxSkillText } from "../../../shared/models/agent/untrustedText.ts";
import {
  type ArchiveChoice,
  isOfBytes,
  type LeftOutReason,
} from "../../../shared/skills/archiveFiles.ts";
import type { SkillFinding, SkillFindingCode } from "../../../shared/skills/skillFinding.ts";
import type { SkillFileVerdict } from "../../../shared/skills/verifyFile.ts";
import { failureText } from "../../messages/failureMessages.ts";
import type { SkillFolders } from "../store/catalog/skillFolders.ts";

/** What a line of the verification says, and its state. */
export interface SkillCheck {
  readonly name: string;
  readonly text: string;
  readonly state: "ok" | "failed" | "warning" | "to-come";
}

const briefly: Readonly<Partial<Record<SkillFindingCode, string>>> = {
  "skill-digest-differs": "digest differs",
  "skill-size-differs": "size differs",
  "skill-frontmatter-differs": "frontmatter differs",
};

/** One file: whether it is what the entry says. */
export function fileCheck(
  name: string,
  reading: "failed" | "not-read" | "not-verified" | "no-digest" | SkillFileVerdict,
): SkillCheck {
  if (typeof reading === "string") {
    const texts = {
      failed: ["not readable", "failed"],
      "not-read": ["not read", "to-come"],
      "not-verified": ["not verified: the page is not encrypted", "to-come"],
      "no-digest": ["has no digest", "warning"],
    } as const;
    const [text, state] = texts[reading];
    return { name, text, state };
  }
  const { compared, findings } = reading;
  const worst =
    findings.find(({ severity }) => severity === "violation") ??
    findings.find(({ severity }) => severity === "warning");
  if (!worst) {
    if (compared.digest) return { name, text: "sha256 matches", state: "ok" };
    const text = compared.size ? "size matches, no digest to compare" : "nothing to compare with";
    return { name, text, state: "warning" };
  }
  const state = worst.severity === "violation" ? "failed" : "warning";
  const isOfBytes = briefly[worst.code] !== undefined;
  return { name, text: briefly[worst.code] ?? (isOfBytes ? "differs" : "see below"), state };
}

/** How long a field of the frontmatter is, and how long it may be. */
export function lengthCheck(name: string, value: unknown, limit: number): SkillCheck {
  const length = typeof value === "string" ? [...value].length : 0;
  const text = `${length.toLocaleString("en")} of ${limit.toLocaleString("en")}`;
  return { name, text, state: length > 0 && length <= limit ? "ok" : "failed" };
}

/** Which tools the skill names, and whether the server has them. */
export function toolsCheck(value: unknown, tools: ReadonlySet<string>): SkillCheck | undefined {
  const words = typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : undefined;
  if (!words || words.length === 0) return undefined;
  const missing = words.filter((word) => !tools.has(word));
  const name = "allowed-tools";
  if (missing.length === 0) {
    const text = words.length === 1 ? "it exists" : `all ${words.length} exist`;
    return { name, text, state: "ok" };
  }
  // a skill may name tools of others
  return {
    name,
    text: `not of this server: ${escapeHidden(missing.slice(0, 5).join(", "), 300)}`,
    state: "warning",
  };
}

/** Links that lead nowhere, as a line. */
export function linksCheck({ compared, findings }: SkillFileVerdict): SkillCheck {
  const broken = findings.filter(
    ({ code }) => code === "skill-link-broken" || code === "skill-link-outside",
  );
  if (broken.length === 0) {
    if (compared.links === undefined) {
      return { name: "links", text: "not checked", state: "to-come" };
    }
    const text = compared.links === 0 ? "none into the skill" : "all lead to a file";
    return { name: "links", text, state: "ok" };
  }
  const text = `${broken.length} ${nounText(broken.length, "leads", "lead")} nowhere`;
  return { name: "links", text, state: "warning" };
}

/** The sentences of findings, without repetitions; hidden characters are escaped. */
export function skillSentences(findings: readonly SkillFinding[]): readonly string[] {
  return [...new Set(findings.map((finding) => escapeHidden(findingText(finding))))];
}

const reasons: Readonly<Record<LeftOutReason, string>> = {
  differs: "not what the entry says",
  "not-read": "not readable",
  "same-name": "the name of another file",
  "unsafe-name": "a name that not every system takes",
};

/** Files that a sentence names. */
const maxNamed = 10;

/** The first names of a list, and how many more there are. */
function firstNames<T>(list: readonly T[], nameOf: (item: T) => string): string {
  const more = list.length > maxNamed ? [`${list.length - maxNamed} more`] : [];
  return [...list.slice(0, maxNamed).map(nameOf), ...more].join(", ");
}

/** What an archive has, what it lacks, and what of it was not verified. */
export function archiveText(
  { files, leftOut, unverified }: ArchiveChoice,
  nameOf: (uri: string) => string,
): string {
  const named = firstNames(
    leftOut,
    ({ uri, reason }) => `${escapeHidden(nameOf(uri), 100)} (${reasons[reason]})`,
  );
  const sentences = [
    `The archive has ${countText(files.length, "file")}${unverified > 0 ? `, ${unverified} of them not verified` : ""}`,
    named !== "" && `Left out: ${named}`,
  ];
  return sentences
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(" ");
}

/** Why a `SKILL.md` is not given to a model; undefined if it is. */
export function chatRefusalText(
  reading:
    | { readonly text: string | undefined; readonly verdict: SkillFileVerdict | undefined }
    | undefined,
): string | undefined {
  if (!reading) return "SKILL.md could not be read.";
  if (reading.verdict?.findings.some(isOfBytes)) {
    return "SKILL.md is not what the skill’s entry says, so that it was not added.";
  }
  if (reading.text === undefined) return "SKILL.md is not text.";
  return reading.text.length > maxSkillText
    ? "SKILL.md is too long for a conversation."
    : undefined;
}

const namedPaths = (paths: readonly string[]) =>
  firstNames(paths, (path) => escapeHidden(path, 100));

/** @param differing the members in which `skills/get` differs from the list */
export function entryComparedText(differing: readonly string[]): string {
  return differing.length === 0
    ? "skills/get has the entry of the list."
    : `skills/get differs from the list in ${namedPaths(differing)}.`;
}

/** What is in the folders of a skill, and whether its entry says so, too. */
export function foldersText({ paths, added, missing, outside, isCut }: SkillFolders): string {
  const files = paths.filter((path) => !path.endsWith("/")).length;
  const count = `${countText(files, "file")} in ${countText(paths.length - files + 1, "folder")}`;
  return [
    `${count}${isCut ? ", and more that were not read" : ""}.`,
    added.length > 0 && `Not in the skill’s entry: ${namedPaths(added)}.`,
    missing.length > 0 && `Only in the skill’s entry: ${namedPaths(missing)}.`,
    outside > 0 && `${countText(outside, "child", "children")} outside of the folder.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Why a server did not answer; undefined for what is no answer. */
export function unreadSkillText(outcome: RequestOutcome | undefined): string {
  switch (outcome?.kind) {
    case "error":
      return `The server answered with the error ${outcome.error.code}: ${escapeHidden(outcome.error.message, 200)}`;
    case "failed":
      return `${failureText(outcome.failure).what}.`;
    default:
      return "It was not answered.";
  }
}
