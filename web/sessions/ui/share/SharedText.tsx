/** Shows text as it is shared, and masks what the user selects in it. */
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { LongTextArea } from "./LongTextArea.tsx";
import styles from "./SharedText.module.css";

interface SharedTextProps {
  /** The name of the section. */
  readonly label: string;
  readonly text: string;
  readonly masked: readonly string[];
  readonly onMask: (masked: readonly string[]) => void;
  /** Further controls. */
  readonly children?: ReactNode;
}

/** A text field that cannot be edited: text is selected in it by keyboard as in any other. */
export function SharedText({ label, text, masked, onMask, children }: SharedTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [hint, setHint] = useState("");
  const mask = () => {
    const { selectionStart = 0, selectionEnd = 0, value = "" } = area.current ?? {};
    const selected = value.slice(selectionStart, selectionEnd);
    if (selected.trim() === "") return setHint("Select text first.");
    if (selected.includes("•")) return setHint("Select text that is not masked yet.");
    setHint("Masked wherever it occurs.");
    onMask([...masked, selected]);
  };
  return (
    <Stack as="section" aria-label={label}>
      <LongTextArea
        label={label}
        hideLabel
        text={text}
        rows={4}
        rest="All of it is shared."
        textAreaRef={area}
        className={styles.text}
      />
      <Row wraps>
        <Button size="small" onPress={mask}>
          Mask selection
        </Button>
        {masked.length > 0 && (
          <Button size="small" variant="quiet" onPress={() => onMask([])}>
            Undo masking
          </Button>
        )}
        {children}
        <span role="status" className={styles.words}>
          {hint}
        </span>
      </Row>
    </Stack>
  );
}
