/** One line of text whose middle is cut with an ellipsis where room is short, so that its end stays. */

import { VisuallyHidden } from "../VisuallyHidden.tsx";
import styles from "./MiddleText.module.css";

interface MiddleTextProps {
  readonly text: string;
  /** Characters at the end that are never cut. */
  readonly end?: number;
}

/** Assistive technology and the tooltip have the whole text. */
export function MiddleText({ text, end = 12 }: MiddleTextProps) {
  const characters = [...text];
  if (characters.length <= 2 * end) return <span className={styles.short}>{text}</span>;
  return (
    <span className={styles.text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span aria-hidden="true" title={text} className={styles.parts}>
        <span className={styles.start}>{characters.slice(0, -end).join("")}</span>
        <span className={styles.end}>{characters.slice(-end).join("")}</span>
      </span>
    </span>
  );
}
