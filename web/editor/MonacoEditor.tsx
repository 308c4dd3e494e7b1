/** React component for a Monaco editor. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { createTextEditor, type TextEditor } from "./createTextEditor.ts";
import type { EditorMark } from "./editorMark.ts";
import styles from "./JsonEditor.module.css";
import type { Caret } from "./text/caret.ts";

type Props = {
  label: string;
  /** Text with "\n" line ends only. */
  text: string;
  onEdit: (text: string) => void;
  language: "json" | "plaintext";
  schema: unknown;
  marks: readonly EditorMark[] | undefined;
  readOnly: boolean;
  /** Initial caret. */
  caret: RefObject<Caret | undefined>;
  /** Id of the element that explains how to leave the editor with the keyboard. */
  hintId: string;
};

export function MonacoEditor({ label, text, schema, readOnly, hintId, ...props }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor>(undefined);
  const onEdit = useEffectEvent(props.onEdit);

  const create = useEffectEvent((element: HTMLElement) =>
    createTextEditor(element, {
      text,
      language: props.language,
      caret: props.caret.current,
      hintId,
      onEdit: (edited) => onEdit(edited),
    }),
  );

  useLayoutEffect(() => {
    if (!host.current) return;
    const created = create(host.current);
    editor.current = created;
    return () => {
      editor.current = undefined;
      created.dispose();
    };
  }, []);

  useLayoutEffect(() => editor.current?.setText(text), [text]);
  useLayoutEffect(() => editor.current?.setLabel(label), [label]);
  useLayoutEffect(() => editor.current?.setReadOnly(readOnly), [readOnly]);
  useEffect(() => editor.current?.setSchema(schema), [schema]);
  useEffect(() => editor.current?.setMarks(props.marks ?? []), [props.marks]);

  return <div ref={host} className={styles.monaco} />;
}
