/** Edits text without Monaco: while it loads, and where people point with a finger. */
import { type RefObject, useLayoutEffect, useRef } from "react";
import styles from "./JsonEditor.module.css";
import type { Caret } from "./text/caret.ts";

type Props = {
  label: string;
  /** With "\n" as its only line end. */
  text: string;
  onEdit: (text: string) => void;
  readOnly: boolean;
  /** Where the caret goes when another editor takes over. */
  caret: RefObject<Caret | undefined>;
  onComposing: (isComposing: boolean) => void;
};

export function TextAreaEditor({ label, text, onEdit, readOnly, caret, onComposing }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const element = area.current;
    return () => {
      // still in the document, so it still has the focus
      caret.current = element
        ? {
            anchor:
              element.selectionDirection === "backward"
                ? element.selectionEnd
                : element.selectionStart,
            active:
              element.selectionDirection === "backward"
                ? element.selectionStart
                : element.selectionEnd,
            hasFocus: document.activeElement === element,
          }
        : undefined;
    };
  }, [caret]);

  return (
    <textarea
      ref={area}
      className={styles.area}
      aria-label={label}
      value={text}
      readOnly={readOnly}
      onChange={(event) => onEdit(event.target.value)}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
