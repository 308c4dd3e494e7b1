/** Loads Monaco on first use. */
import { useEffect, useState } from "react";
// must be imported before Monaco, which reads it while loading
import "./monaco/monacoEnvironment.ts";
import type { MonacoEditor } from "./MonacoEditor.tsx";

type Component = typeof MonacoEditor;

let loaded: Component | undefined;
let loading: Promise<Component> | undefined;

/**
 * @param isWanted whether to load Monaco
 * @returns the component once it is loaded; undefined until then and when loading fails
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
