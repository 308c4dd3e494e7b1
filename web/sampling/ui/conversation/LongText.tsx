/**
 * Shows the text of a message with its hidden characters, as plain text or as Markdown; a long one
 * is cut until the user asks for all of it.
 */
import { useMemo, useState } from "react";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import { Markdown } from "../../../content/Markdown.tsx";
import { PlainText } from "../../../editor/PlainText.tsx";
import { formatCount } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";

/** Characters that are shown at first. */
const shortest = 4000;
/** Longer texts are drawn line by line, as they come into view. */
const maxParagraphLength = 100_000;

interface LongTextProps {
  readonly text: string;
  /** Characters that are shown at first; default 4,000. */
  readonly limit?: number;
  /** Accessible name of the text. */
  readonly label?: string;
}

export function LongText({ text, limit = shortest, label = "Text" }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > limit;
  const isHuge = isWhole && text.length > maxParagraphLength;
  const shown = useMemo(
    () => (isHuge ? "" : showHidden(isCut ? text.slice(0, limit) : text, maxParagraphLength)),
    [text, limit, isCut, isHuge],
  );
  if (isHuge) return <PlainText text={text} label={label} maxHeight="24rem" />;
  return (
    <>
      <Markdown text={isCut ? `${shown}…` : shown} label={label} isRawFirst />
      {isCut && (
        <Button size="small" onPress={() => setWhole(true)}>
          Show all {formatCount(text.length, "character")}
        </Button>
      )}
    </>
  );
}
