/** Shows what was taken over from a pasted text, or why nothing was. */
import type { PasteProblem } from "../../../../shared/config/paste/paste.ts";
import { pasteNoteText, pasteProblemText } from "../../messages/pasteMessages.ts";
import type { PasteNote } from "../../store/addressBar.ts";
import styles from "./PasteText.module.css";

export function PasteProblemText({ problem }: { problem: PasteProblem }) {
  return <>{pasteProblemText(problem)}</>;
}

export function PasteNoteText({ note }: { note: PasteNote }) {
  return (
    <p role="status" className={styles.note}>
      {pasteNoteText(note)}
    </p>
  );
}
