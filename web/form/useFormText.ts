/** Synchronizes a form's text, including unfinished JSON, with its owner's. */
import { useCallback, useRef, useState } from "react";
import type { Path } from "../../shared/core/json/jsonText.ts";
import { type DraftText, draftText, typeJson } from "./draftText.ts";

export interface FormText extends DraftText {
  /** Changes the readable text. */
  readonly edit: (change: (readable: string) => string) => void;
  /** Sets the typed text at a path, valid JSON or not. */
  readonly setJson: (path: Path, typed: string) => void;
}

/**
 * @param text the whole text; changes from outside replace the form's text
 * @param onTextChange receives the text with every unfinished part in its place
 */
export function useFormText(text: string, onTextChange: (text: string) => void): FormText {
  const [held, setHeld] = useState(() => draftText(text));
  const current = held.text === text ? held : draftText(text);
  if (current !== held) setHeld(current);
  const latest = useRef({ current, onTextChange });
  latest.current = { current, onTextChange };

  const show = useCallback((next: DraftText) => {
    latest.current.current = next;
    setHeld(next);
    latest.current.onTextChange(next.text);
  }, []);
  const edit = useCallback(
    (change: (readable: string) => string) => {
      const { readable, drafts } = latest.current.current;
      show(draftText(change(readable), drafts));
    },
    [show],
  );
  const setJson = useCallback(
    (path: Path, typed: string) => show(typeJson(latest.current.current, path, typed)),
    [show],
  );
  return { ...current, edit, setJson };
}
