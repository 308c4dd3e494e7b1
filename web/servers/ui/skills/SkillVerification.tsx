/** Whether the files of a skill are what its entry says: one line a file, then the fields, then why. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { frontmatterLimits, type SkillEntry } from "../../../../shared/skills/skillEntry.ts";
import type { SkillFinding } from "../../../../shared/skills/skillFinding.ts";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import {
  fileCheck,
  lengthCheck,
  linksCheck,
  type SkillCheck,
  skillSentences,
  toolsCheck,
} from "../../messages/skillMessages.ts";
import { type SkillReading, shownPath } from "../../store/catalog/skillFiles.ts";
import styles from "./SkillPane.module.css";

interface SkillVerificationProps {
  readonly entry: SkillEntry;
  readonly files: readonly string[];
  readonly readings: readonly UseQueryResult<SkillReading>[];
  readonly findings: readonly SkillFinding[];
  readonly toolNames: ReadonlySet<string>;
  /** Below what was found. */
  readonly children: ReactNode;
}

export function SkillVerification(props: SkillVerificationProps) {
  const { entry, files, readings, findings, toolNames, children } = props;
  const { name, description, "allowed-tools": tools } = entry.frontmatter ?? {};
  const manifest = readings[0]?.data?.verdict;
  const fields = [
    lengthCheck("name", name, frontmatterLimits.name),
    lengthCheck("description", description, frontmatterLimits.description),
    toolsCheck(tools, toolNames),
    manifest && Array.isArray(entry.files) ? linksCheck(manifest) : undefined,
  ].filter((check) => check !== undefined);
  const sentences = skillSentences(findings);
  return (
    <aside aria-label="Verification" className={styles.verification}>
      <Stack gap={4}>
        <Checks
          title="Verification"
          checks={files.map((file, at) =>
            fileCheck(shownPath(entry, file), readingOf(entry, readings[at])),
          )}
        />
        <Checks title="Frontmatter" checks={fields} />
        {sentences.length > 0 && (
          <Stack gap={2}>
            <Heading level={3}>What is wrong</Heading>
            <Stack as="ul" gap={2} className={styles.sentences}>
              {sentences.slice(0, 50).map((sentence) => (
                <Text key={sentence} as="li" size="small" dir="auto">
                  {sentence}
                </Text>
              ))}
            </Stack>
          </Stack>
        )}
        {children}
      </Stack>
    </aside>
  );
}

function readingOf(entry: SkillEntry, reading: UseQueryResult<SkillReading> | undefined) {
  if (reading?.error) return "failed";
  if (!reading?.data) return "not-read";
  if (!Array.isArray(entry.files)) return "no-digest";
  return reading.data.verdict ?? "not-verified";
}

function Checks({ title, checks }: { title: string; checks: readonly SkillCheck[] }) {
  return (
    <Stack gap={2}>
      <Heading level={3}>{title}</Heading>
      <ul aria-label={title} className={styles.checks}>
        {checks.map(({ name, text, state }) => (
          <li key={name} className={styles.check}>
            <Row gap={2}>
              <StateGlyph state={state} />
              <Text isMono isCut dir="auto" className={styles.checkName} title={name}>
                {name}
              </Text>
              <Text size="small" tone="muted">
                {text}
              </Text>
            </Row>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
