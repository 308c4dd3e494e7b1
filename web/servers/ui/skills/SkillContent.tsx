/** The content of a skill's file: Markdown in the frame for a server's text, or the text itself. */
import { useMemo } from "react";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { readFrontmatter } from "../../../../shared/skills/frontmatter.ts";
import type { SkillEntry } from "../../../../shared/skills/skillEntry.ts";
import { ExactText } from "../../../content/ExactText.tsx";
import { Markdown } from "../../../content/Markdown.tsx";
import { LinkNotes } from "../../../content/markdown/linkNotes.ts";
import { PlainText } from "../../../editor/PlainText.tsx";
import { formatSize } from "../../../messages/quantities.ts";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { noteOfLinks } from "../../store/catalog/skillLinkNotes.ts";
import styles from "./SkillPane.module.css";

interface SkillTextProps {
  readonly text: string | undefined;
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
  /** The entry of the skill, for its `SKILL.md`. */
  readonly entry: SkillEntry | undefined;
  readonly isRaw: boolean;
}

export function SkillText({ text, bytes, mimeType, entry, isRaw }: SkillTextProps) {
  const read = useMemo(
    () => (text === undefined || !entry ? undefined : readFrontmatter(text)),
    [text, entry],
  );
  const note = useMemo(() => (entry ? noteOfLinks(entry) : () => undefined), [entry]);
  const facts = [formatSize(bytes.byteLength), mimeType, "written by the server"];
  return (
    <section aria-label="File" className={styles.frame}>
      <Text as="p" size="small" tone="muted" className={styles.facts}>
        {facts.filter(Boolean).join(" · ")}
      </Text>
      <div className={styles.content}>
        {text === undefined ? (
          <Text as="p" tone="muted">
            Bytes, which are not shown. The archive has them.
          </Text>
        ) : isRaw || !isMarkdown(mimeType) ? (
          <PlainText text={text} label="Text of the file" />
        ) : (
          <Stack gap={3}>
            {read?.kind === "read" && <SkillFrontmatter fields={read.value} />}
            <LinkNotes value={note}>
              <Markdown text={read && read.kind !== "none" ? read.body : text} label="File" />
            </LinkNotes>
          </Stack>
        )}
      </div>
    </section>
  );
}

const isMarkdown = (mimeType: string | undefined) =>
  mimeType === undefined || /^text\/markdown\b/i.test(mimeType);

/** Characters of a value that are shown. */
const maxValue = 4000;

/** The fields as a list. */
export function SkillFrontmatter({
  fields,
}: {
  readonly fields: Readonly<Record<string, unknown>>;
}) {
  return (
    <dl aria-label="Frontmatter" className={styles.fields}>
      {Object.entries(fields)
        .slice(0, 100)
        .map(([name, value]) => (
          <div key={name} className={styles.field}>
            <dt dir="auto">
              <ExactText text={name.slice(0, 100)} />
            </dt>
            <dd dir="auto">
              <ExactText
                text={(typeof value === "string" ? value : textOfJson(value)).slice(0, maxValue)}
              />
            </dd>
          </div>
        ))}
    </dl>
  );
}
