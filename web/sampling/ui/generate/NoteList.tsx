/**
 * Lists how parts of a request or reply were mapped for which the other side has no equivalent
 * field.
 */

import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import type { Note } from "../../../../shared/models/model.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { effectTexts, noteText } from "../../messages/mappingMessages.ts";
import styles from "./Generate.module.css";

/** More are counted, not listed. */
const shown = 100;

export function NoteList({ notes }: { readonly notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <Stack as="ul" gap={1} aria-label="Notes" className={styles.notes}>
      {notes.slice(0, shown).map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may be the same
        <li key={index}>
          <Badge tone={note.effect === "left-out" ? "warning" : "neutral"}>
            {note.side === "reply" && note.effect === "left-out"
              ? "left out"
              : effectTexts[note.effect]}
          </Badge>{" "}
          <code>{showHidden(note.pointer || "/").slice(0, 300)}</code>{" "}
          {showHidden(noteText(note)).slice(0, 500)}
        </li>
      ))}
      {notes.length > shown && <li>and {formatCount(notes.length - shown, "other")}</li>}
    </Stack>
  );
}
