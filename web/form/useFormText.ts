/** Holds a form's text while parts of it are unfinished JSON, so that nothing typed is ever lost. */
import { useCallback, useRef, useState } from "react";
import { setValue } from "../../shared/schema/editJson.ts";
import { type ParsedJson, type Path, parseJson } from "../../shared/schema/jsonText.ts";

/** The text in two readings: as it is, and with a stand-in for each part that is not JSON yet. */
interface Reading {
  /** The text as the caller has it. */
  readonly text: string;
  /** The text with stand-ins; JSON whenever the caller's text once was. */
  readonly readable: string;
  /** The unfinished parts by their stand-ins, each a JSON string literal. */
  readonly drafts: ReadonlyMap<string, string>;
  readonly parsed: ParsedJson;
}

export interface FormText extends Reading {
  /** Changes the readable text. */
  readonly edit: (change: (text: string) => string) => void;
  /** Puts what was typed at a path, JSON or not. */
  readonly setJson: (path: Path, typed: string) => void;
}

/**
 * @param text the whole text; when it changes from outside, unfinished parts are taken as they stand
 * @param onTextChange receives the text with every unfinished part in its place
 */
export function useFormText(text: string, onTextChange: (text: string) => void): FormText {
  const [reading, setReading] = useState(() => read(text));
  const counter = useRef(0);
  const current = reading.text === text ? reading : read(text);
  if (current !== reading) setReading(current);
  const latest = useRef({ current, onTextChange });
  latest.current = { current, onTextChange };

  const show = useCallback((readable: string, drafts: ReadonlyMap<string, string>) => {
    const next = weave(readable, drafts);
    latest.current.current = next;
    setReading(next);
    latest.current.onTextChange(next.text);
  }, []);

  const edit = useCallback(
    (change: (text: string) => string) => {
      const { readable, drafts } = latest.current.current;
      show(change(readable), drafts);
    },
    [show],
  );

  const setJson = useCallback(
    (path: Path, typed: string) => {
      const { readable, drafts } = latest.current.current;
      const parsed = parseJson(typed);
      if (parsed.kind === "tree" && parsed.root)
        return show(setValue(readable, path, typed), drafts);
      counter.current += 1;
      const standIn = JSON.stringify(`\0draft ${counter.current}`);
      show(setValue(readable, path, standIn), new Map(drafts).set(standIn, typed));
    },
    [show],
  );

  return { ...current, edit, setJson };
}

function read(text: string): Reading {
  return { text, readable: text, drafts: new Map(), parsed: parseJson(text) };
}

/** Puts the drafts that are still there in the place of their stand-ins. */
function weave(readable: string, drafts: ReadonlyMap<string, string>): Reading {
  const isHere = (standIn: string) => readable.includes(standIn);
  const all = [...drafts.keys()].every(isHere);
  const kept = all ? drafts : new Map([...drafts].filter(([standIn]) => isHere(standIn)));
  let text = readable;
  for (const [standIn, draft] of kept) text = text.replace(standIn, () => draft);
  return { text, readable, drafts: kept, parsed: parseJson(readable) };
}
