/** Text area editor, used while Monaco loads and on touch screens. */
import { type RefObject, useLayoutEffect, useRef } from "react";
import styles from "./JsonEditor.module.css";
import type { Caret } from "./text/caret.ts";

type Props = {
  label: string;
  /** Text with "\n" line ends only. */
  text: string;
  onEdit: (text: string) => void;
  readOnly: boolean;
  /** Receives the caret on unmount, for the editor that replaces this one. */
  caret: RefObject<Caret | undefined>;
  onComposing: (isComposing: boolean) => void;
};

export function TextAreaEditor({ label, text, onEdit, readOnly, caret, onComposing }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const element = area.current;
    return () => {
      // a layout effect is cleaned up before the element is removed, so it still has the focus
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
