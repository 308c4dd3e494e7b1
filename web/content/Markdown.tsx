/**
 * Shows a server's text as Markdown if it looks like Markdown; one press shows the source text.
 * Hidden characters, such as those that change the order of the text, are escaped.
 */
import { useMemo, useState } from "react";
import { showHidden } from "../../shared/core/text/showHidden.ts";
import { PlainText } from "../editor/PlainText.tsx";
import { Button } from "../ui/Button.tsx";
import { lazyComponent } from "../ui/lazyComponent.tsx";
import { looksLikeMarkdown } from "./markdown/looksLikeMarkdown.ts";
import styles from "./markdown/Markdown.module.css";

const MarkdownView = lazyComponent(
  async () => (await import("./markdown/MarkdownView.tsx")).MarkdownView,
  { preload: "idle", Fallback: PlainLines },
);

interface MarkdownProps {
  readonly text: string;
  /** Accessible name of the text, such as "Description". */
  readonly label: string;
  /** Shows the text itself until Markdown is asked for: where every character has to be seen. */
  readonly isRawFirst?: boolean;
}

/** Text without Markdown needs no further code and keeps its line breaks. */
export function Markdown({ text: given, label, isRawFirst = false }: MarkdownProps) {
  const text = useMemo(() => showHidden(given, given.length), [given]);
  const isMarkdown = useMemo(() => looksLikeMarkdown(text), [text]);
  const [isRaw, setRaw] = useState(isRawFirst);
  if (!isMarkdown) return <PlainLines text={text} label={label} />;
  const other = isRaw ? "Show as Markdown" : "Show as text";
  return (
    <div className={styles.frame}>
      {isRaw ? (
        <PlainLines text={text} label={label} />
      ) : (
        <MarkdownView text={text} label={label} />
      )}
      <Button
        size="small"
        variant="quiet"
        className={styles.toggle}
        aria-label={`${other} (${label})`}
        onPress={() => setRaw(!isRaw)}
      >
        {other}
      </Button>
    </div>
  );
}

/** UTF-16 code units that are rendered initially; longer text is drawn as far as it is in view. */
const maxDrawnLength = 20_000;

function PlainLines({ text, label }: MarkdownProps) {
  if (text.length > maxDrawnLength) return <PlainText text={text} label={label} />;
  return (
    <p dir="auto" className={styles.pending}>
      {text}
    </p>
  );
}
