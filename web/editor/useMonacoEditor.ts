/** Loads Monaco when it is first needed. */
import { useEffect, useState } from "react";
// before Monaco: it asks for its policy while it is loaded
import "./monaco/monacoEnvironment.ts";
import type { MonacoEditor } from "./MonacoEditor.tsx";

type Component = typeof MonacoEditor;

let loaded: Component | undefined;
let loading: Promise<Component> | undefined;

/**
 * @param isWanted whether to load it, should it not be there yet
 * @returns the editor, once there is one; whoever cannot load it goes on without
 */
export function useMonacoEditor(isWanted: boolean): Component | undefined {
  const [component, setComponent] = useState(() => loaded);

  useEffect(() => {
    if (!isWanted || component) return;
    let isCurrent = true;
    loading ??= import("./MonacoEditor.tsx").then((module) => module.MonacoEditor);
    loading.then(
      (editor) => {
        loaded = editor;
        if (isCurrent) setComponent(() => editor);
      },
      () => {
        loading = undefined;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, component]);

  return component;
}
