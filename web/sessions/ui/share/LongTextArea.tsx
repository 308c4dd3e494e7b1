/** A text field that shows a long text in steps; it cannot be edited. */
import { type Ref, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import styles from "./SharedText.module.css";

/** Characters that are shown at first, and with each press. */
const [firstCharacters, moreCharacters] = [20_000, 200_000];

interface LongTextAreaProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly text: string;
  readonly rows: number;
  /** Says what happens to the part that is not shown. */
  readonly rest: string;
  readonly textAreaRef?: Ref<HTMLTextAreaElement>;
  readonly className?: string | undefined;
}

export function LongTextArea(props: LongTextAreaProps) {
  const { label, hideLabel = false, text, rows, rest, textAreaRef, className } = props;
  const [limit, setLimit] = useState(firstCharacters);
  const left = text.length - limit;
  return (
    <>
      <TextArea
        label={label}
        hideLabel={hideLabel}
        isReadOnly
        isMono
        rows={rows}
        value={text.slice(0, limit)}
        className={className}
        {...(textAreaRef ? { textAreaRef } : {})}
      />
      {left > 0 && (
        <p className={styles.words}>
          {left.toLocaleString("en")} characters are not shown. {rest}{" "}
          <Button size="small" onPress={() => setLimit(limit + moreCharacters)}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}
