/** The editor for JSON and other text: Monaco, with a plain text area until it is there. */
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useCoarsePointer } from "../platform/useCoarsePointer.ts";
import styles from "./JsonEditor.module.css";
import { TextAreaEditor } from "./TextAreaEditor.tsx";
import type { Caret } from "./text/caret.ts";
import { editorText, withEdit } from "./text/lineEnds.ts";
import { useMonacoEditor } from "./useMonacoEditor.ts";

type Props = {
  /** The text box's accessible name. */
  label: string;
  /** The text, which only `onChange` changes: its line ends and byte order mark are kept. */
  value: string;
  onChange: (value: string) => void;
  /** A JSON Schema for completion and for marks in the text; never fetches what it refers to. */
  schema?: unknown;
  /** Names the document; with another one, caret and undo start afresh. */
  uri?: string;
  readOnly?: boolean;
  /** Called on Ctrl+Enter or Cmd+Enter; without it, these keys go to whatever is around. */
  onSubmit?: () => void;
  /** The least height, as CSS; otherwise the editor fills its container. */
  minHeight?: string;
  language?: "json" | "plaintext";
};

/** A controlled text box that never reformats its text. */
export function JsonEditor(props: Props) {
  const { label, value, onChange, schema, uri, readOnly = false, language = "json" } = props;
  const isCoarse = useCoarsePointer();
  const MonacoEditor = useMonacoEditor(!isCoarse);
  const [isComposing, setComposing] = useState(false);
  const caret = useRef<Caret>(undefined);
  const hintId = useId();

  // several edits may come before the first of them has been rendered
  const source = useRef(value);
  useLayoutEffect(() => {
    source.current = value;
  }, [value]);

  function edit(edited: string) {
    source.current = withEdit(source.current, edited);
    onChange(source.current);
  }

  function submit(event: KeyboardEvent) {
    const isSubmit = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isSubmit || !props.onSubmit || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    props.onSubmit();
  }

  const shared = { label, text: editorText(value), onEdit: edit, readOnly, caret };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the text box within
    <div className={styles.frame} style={{ minHeight: props.minHeight }} onKeyDown={submit}>
      {MonacoEditor && !isCoarse && !isComposing ? (
        <>
          <MonacoEditor
            {...shared}
            key={`${language} ${uri}`}
            language={language}
            schema={schema}
            hintId={hintId}
          />
          <span id={hintId} hidden>
            Tab leaves the editor. Control+M makes it indent instead.
          </span>
        </>
      ) : (
        <TextAreaEditor {...shared} onComposing={setComposing} />
      )}
    </div>
  );
}
