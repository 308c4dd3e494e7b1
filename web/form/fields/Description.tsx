/**
 * The description of a field: its lines are kept, and a long one is cut until the user asks for all
 * of it.
 */
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import styles from "./FieldRow.module.css";

/** A description is cut beyond this many UTF-16 code units or lines. */
const maxLength = 280;
const maxLines = 4;

export function Description({ text, hints }: { readonly text: string; readonly hints: string }) {
  const [isWhole, setWhole] = useState(false);
  const lines = text.split("\n");
  const isLong = text.length > maxLength || lines.length > maxLines;
  const start = lines.slice(0, maxLines).join("\n").slice(0, maxLength);
  const isCut = isLong && !isWhole;
  return (
    <>
      <span dir="auto" className={styles.lines}>
        {isCut ? `${start.trimEnd()}…` : text}
      </span>
      {isLong && (
        <Button
          size="small"
          variant="quiet"
          className={styles.tool}
          aria-expanded={isWhole}
          onPress={() => setWhole(!isWhole)}
        >
          {isCut ? "More" : "Less"}
        </Button>
      )}
      {text && hints && " "}
      {hints && <span>{hints}</span>}
    </>
  );
}
