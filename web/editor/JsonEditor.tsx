/** Editor for JSON and plain text: Monaco, with a text area until Monaco is loaded. */
import { type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { useCoarsePointer } from "../platform/useMediaQuery.ts";
import type { EditorMark } from "./editorMark.ts";
import styles from "./JsonEditor.module.css";
import type { Caret } from "./text/caret.ts";
import { editorText, withEdit } from "./text/lineEnds.ts";
import { useMonacoEditor } from "./useMonacoEditor.ts";

export interface JsonEditorProps {
  /** Accessible name of the text box. */
  label: string;
  /** The controlled text; its line ends and byte order mark are preserved. */
  value: string;
  onChange: (value: string) => void;
  /** JSON Schema for completion; external references are never fetched. */
  schema?: unknown;
  /** Shown in Monaco only. */
  marks?: readonly EditorMark[] | undefined;
  /** Identifies the document; a new value resets caret and undo history. */
  uri?: string;
  readOnly?: boolean;
  /** Minimum height as CSS length; if omitted, the editor fills its container. */
  minHeight?: string;
  language?: "json" | "plaintext";
}

/** A controlled text box; never reformats the text. */
export function JsonEditor(props: JsonEditorProps) {
  const { label, value, onChange, schema, uri, readOnly = false, language = "json" } = props;
  const isCoarse = useCoarsePointer();
  const MonacoEditor = useMonacoEditor(!isCoarse);
  const [isComposing, setComposing] = useState(false);
  const caret = useRef<Caret>(undefined);
  const hintId = useId();

  // several edits may occur before the first one is rendered
  const source = useRef(value);
  useLayoutEffect(() => {
    source.current = value;
  }, [value]);

  function edit(edited: string) {
    source.current = withEdit(source.current, edited);
    onChange(source.current);
  }

  const shared = { label, text: editorText(value), onEdit: edit, readOnly, caret };
  return (
    <div className={styles.frame} style={{ minHeight: props.minHeight }}>
      {MonacoEditor && !isCoarse && !isComposing ? (
        <>
          <MonacoEditor
            {...shared}
            key={`${language} ${uri}`}
            language={language}
            schema={schema}
            marks={props.marks}
            hintId={hintId}
          />
          <span id={hintId} hidden>
            Tab moves the focus out of the editor. Press Control+M to indent with Tab.
          </span>
        </>
      ) : (
        <TextAreaEditor {...shared} onComposing={setComposing} />
      )}
    </div>
  );
}

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

/** Text area editor, used while Monaco loads and on touch screens. */
function TextAreaEditor({ label, text, onEdit, readOnly, caret, onComposing }: Props) {
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
