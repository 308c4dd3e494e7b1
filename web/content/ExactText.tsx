/** Shows a text the user bases a decision on: in full, with hidden and look-alike characters as codes. */
import { useState } from "react";
import { boundText, type Segment } from "../../shared/core/text/exactText.ts";
import type { ShownText } from "../../shared/core/text/shownText.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./ExactText.module.css";

interface ExactTextProps {
  /** What runs, is sent or is shared; hidden values are shown as placeholders. */
  readonly text: string | ShownText;
  /** UTF-16 code units that are shown before the rest is asked for; 2,000 by default. */
  readonly maxLength?: number;
}

/** The characters are in the order of the text, whatever their direction. */
export function ExactText({ text, maxLength = 2000 }: ExactTextProps) {
  const [isWhole, setWhole] = useState(false);
  const pieces = typeof text === "string" ? [text] : text;
  const { start, left, end } = boundText(pieces, isWhole ? Number.POSITIVE_INFINITY : maxLength);
  return (
    <bdo dir="ltr" className={styles.exact}>
      <Segments segments={start} />
      {left > 0 && (
        <Button size="small" className={styles.more} onPress={() => setWhole(true)}>
          {`… show ${left.toLocaleString("en")} more characters …`}
        </Button>
      )}
      <Segments segments={end} />
    </bdo>
  );
}

function Segments({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ parts, isPlaceholder }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
    <span key={index} className={isPlaceholder ? styles.placeholder : undefined}>
      {parts.map((part, place) => {
        if (part.kind === "text") return part.text;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
          <mark key={place} className={styles.escape}>
            {part.text}
            {part.count > 1 && ` ×${part.count}`}
          </mark>
        );
      })}
    </span>
  ));
}
