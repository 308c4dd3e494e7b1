/** Shows the recorded text of a message, and masks what the user selects in it. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import styles from "./SharedMessage.module.css";

/** Characters that are shown of a message; masking works on what is shown. */
const maxCharacters = 20_000;

export interface SharedMessageProps {
  /** Undefined where the message is left out. */
  readonly text: string | undefined;
  readonly masked: readonly string[];
  readonly onMask: (masked: readonly string[]) => void;
}

export function SharedMessage({ text, masked, onMask }: SharedMessageProps) {
  const shown = useRef<HTMLPreElement>(null);
  const [hint, setHint] = useState("");
  const selected = useRef("");
  useEffect(() => {
    // a press on the button may clear the selection before it is read
    const note = () => {
      const selection = getSelection();
      const isInside = shown.current?.contains(selection?.anchorNode ?? null) ?? false;
      if (isInside && selection && !selection.isCollapsed) selected.current = selection.toString();
    };
    document.addEventListener("selectionchange", note);
    return () => document.removeEventListener("selectionchange", note);
  }, []);
  if (text === undefined) return <p className={styles.words}>This message is left out.</p>;

  const mask = () => {
    const value = selected.current;
    if (value.trim() === "") return setHint("Select text in the message first.");
    if (value.includes("•")) return setHint("Select text that is not masked yet.");
    setHint("");
    selected.current = "";
    onMask([...masked, value]);
  };

  return (
    <section aria-label="Message as it is shared" className={styles.message}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and text is selected in it by keyboard */}
      <pre ref={shown} tabIndex={0} className={styles.text}>
        {text.slice(0, maxCharacters)}
      </pre>
      <div className={styles.actions}>
        <Button size="small" onPress={mask}>
          Mask selection
        </Button>
        {masked.length > 0 && (
          <Button size="small" variant="quiet" onPress={() => onMask([])}>
            Undo masking
          </Button>
        )}
        <span role="status" className={styles.words}>
          {hint}
        </span>
        {text.length > maxCharacters && (
          <span className={styles.words}>The beginning is shown; all of it is shared.</span>
        )}
      </div>
    </section>
  );
}
