/** Text of a server with the parts emphasised that match what was typed. */
import type { ReactNode } from "react";
import { matchedRanges } from "../../shared/core/text/fuzzyMatch.ts";
import styles from "./Highlight.module.css";

/**
 * @param props.words from `prepareQuery`
 */
export function Highlight(props: { text: string; words: readonly string[] }) {
  const { text, words } = props;
  if (words.length === 0) return text;
  const parts: ReactNode[] = [];
  let done = 0;
  for (const [start, end] of matchedRanges(text, words)) {
    parts.push(text.slice(done, start));
    parts.push(
      <mark key={start} className={styles.mark}>
        {text.slice(start, end)}
      </mark>,
    );
    done = end;
  }
  return [...parts, text.slice(done)];
}
