/** Defines the findings about skills: a stable code, how serious it is, and the evidence. */
import type { Every } from "../core/facts.ts";
import { jsonText } from "../core/text/textOfJson.ts";
import type { Severity } from "../protocol/severity.ts";
import { type SkillSpecSection, skillSpecUrl } from "../protocol/skillsExtension.ts";

const verification = "integrity-and-verification";

/** Every rule: how serious a breach is, and the section that states it. */
const rules = {
  "skill-answer-invalid": ["violation", "enumeration-via-skillslist"],
  "skill-cache-fields-missing": ["violation", "enumeration-via-skillslist"],
  "skill-description-invalid": ["violation", "skill-format"],
  "skill-digest-differs": ["violation", verification],
  "skill-digest-invalid": ["violation", verification],
  "skill-dynamic": ["note", "resources"],
  "skill-extension-invalid": ["violation", "capability-negotiation"],
  "skill-file-outside": ["violation", "resources"],
  "skill-file-refused": ["violation", "resources"],
  "skill-file-repeated": ["violation", "resources"],
  "skill-findings-left-out": ["note", "resources"],
  "skill-frontmatter-differs": ["violation", "frontmatter"],
  "skill-frontmatter-incomplete": ["violation", "frontmatter"],
  "skill-frontmatter-invalid": ["violation", "skill-format"],
  "skill-frontmatter-missing": ["violation", "skill-format"],
  "skill-frontmatter-not-checked": ["note", "frontmatter"],
  "skill-get-cursor": ["violation", "retrieval-via-skillsget"],
  "skill-get-other": ["violation", "retrieval-via-skillsget"],
  "skill-link-broken": ["warning", "resource-mapping"],
  "skill-link-outside": ["warning", "resource-mapping"],
  "skill-metadata-reserved": ["warning", "frontmatter"],
  "skill-mime-type": ["warning", "resource-metadata"],
  "skill-name-differs": ["violation", "resource-mapping"],
  "skill-name-invalid": ["violation", "skill-format"],
  "skill-name-repeated": ["warning", "skill-uris"],
  "skill-not-itself": ["violation", "resources"],
  "skill-owners-left-out": ["note", verification],
  "skill-resources-missing": ["violation", "resources"],
  "skill-size-differs": ["violation", verification],
  "skill-size-invalid": ["violation", "resources"],
  "skill-too-large": ["warning", "resources"],
  "skill-too-many-files": ["warning", "resources"],
  "skill-uri-invalid": ["violation", "skill-uris"],
  "skill-without-resources": ["violation", "capability-negotiation"],
} as const satisfies Readonly<Record<string, readonly [Severity, SkillSpecSection]>>;

interface OfSkill {
  /** Of its `SKILL.md`. */
  readonly uri: string;
}

interface OfFile extends OfSkill {
  readonly file: string;
}

interface OfLink extends OfSkill {
  readonly target: string;
  /** Of the file, counted from 1. */
  readonly line: number;
}

/** The facts of each rule. */
interface SkillEvidence {
  readonly "skill-answer-invalid": { readonly method: string; readonly member: string };
  readonly "skill-cache-fields-missing": { readonly method: string; readonly members: string };
  /** Characters; 0 if it is no text, or empty. */
  readonly "skill-description-invalid": OfSkill & {
    readonly length: number;
    readonly limit: number;
  };
  readonly "skill-digest-differs": OfFile & { readonly expected: string; readonly found: string };
  readonly "skill-digest-invalid": OfFile;
  readonly "skill-dynamic": OfSkill;
  readonly "skill-extension-invalid": { readonly actual: string };
  readonly "skill-file-outside": OfFile;
  readonly "skill-file-refused": OfFile & { readonly code: unknown };
  readonly "skill-file-repeated": OfFile;
  /** `uri` of the skill, or the method of a list. */
  readonly "skill-findings-left-out": OfSkill & { readonly limit: number };
  readonly "skill-frontmatter-differs": OfSkill & { readonly field: string };
  readonly "skill-frontmatter-incomplete": OfSkill & { readonly member: string };
  readonly "skill-frontmatter-invalid": OfSkill & {
    readonly line: number;
    readonly reason: string;
  };
  readonly "skill-frontmatter-missing": OfSkill;
  readonly "skill-frontmatter-not-checked": OfSkill & {
    readonly line: number;
    readonly reason: string;
  };
  readonly "skill-get-cursor": OfSkill;
  readonly "skill-get-other": { readonly asked: string; readonly uri: string };
  readonly "skill-link-broken": OfLink;
  readonly "skill-link-outside": OfLink;
  readonly "skill-metadata-reserved": OfSkill & { readonly key: string };
  readonly "skill-mime-type": OfSkill & { readonly mimeType: unknown };
  readonly "skill-name-differs": OfSkill & { readonly name: string; readonly inUri: string };
  readonly "skill-name-invalid": OfSkill & { readonly name: string };
  readonly "skill-name-repeated": OfSkill & { readonly name: string; readonly other: string };
  readonly "skill-not-itself": OfSkill;
  readonly "skill-owners-left-out": { readonly file: string; readonly limit: number };
  readonly "skill-resources-missing": OfSkill;
  /** Bytes. */
  readonly "skill-size-differs": OfFile & { readonly expected: number; readonly found: number };
  readonly "skill-size-invalid": OfFile;
  readonly "skill-too-large": OfSkill & { readonly bytes: number; readonly limit: number };
  readonly "skill-too-many-files": OfSkill & { readonly count: number; readonly limit: number };
  /** Empty where the entry has none. */
  readonly "skill-uri-invalid": { readonly uri: string };
  readonly "skill-without-resources": Readonly<Record<never, never>>;
}

export type SkillFindingCode = keyof typeof rules;

/** A code with its facts, for a sentence. */
export type KnownSkillFinding<Code extends SkillFindingCode = SkillFindingCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly evidence: SkillEvidence[Each] };
}[Code];

export type SkillFinding = KnownSkillFinding & {
  readonly severity: Severity;
  readonly specUrl: string;
  /** The place in the result, as an RFC 6901 JSON pointer. */
  readonly pointer: string;
};

type SkillEvidenceOf<Code extends SkillFindingCode> = Every<SkillEvidence[Code]> & object;

/** Maximum length of a text in evidence, in UTF-16 code units: the server wrote it. */
const maxLength = 300;

/** A text that is short enough; objects and arrays, which may be large and deep, become one. */
function cut(fact: unknown): unknown {
  if (typeof fact === "string") return fact.slice(0, maxLength);
  return typeof fact === "object" && fact !== null ? jsonText(fact).slice(0, maxLength) : fact;
}

/** Creates a finding; texts in the evidence are cut. */
export function skillFinding<Code extends SkillFindingCode>(
  code: Code,
  evidence: SkillEvidenceOf<Code>,
  pointer: string,
): SkillFinding {
  const [severity, section] = rules[code];
  const facts = Object.entries(evidence).map(([name, fact]: [string, unknown]) => [
    name,
    cut(fact),
  ]);
  return {
    code,
    severity,
    evidence: Object.fromEntries(facts),
    specUrl: skillSpecUrl(section),
    pointer,
  } as unknown as SkillFinding;
}

/** Findings of one kind about one subject that are kept. */
const maxSkillFindings = 100;

/** The first findings, of which a server can cause any number, and whether there are more. */
export function firstFindings(
  found: Iterable<SkillFinding>,
  uri: string,
  pointer: string,
  limit = maxSkillFindings,
): readonly SkillFinding[] {
  const first: SkillFinding[] = [];
  for (const finding of found) {
    if (first.length >= limit) {
      return [...first, skillFinding("skill-findings-left-out", { uri, limit }, pointer)];
    }
    first.push(finding);
  }
  return first;
}
