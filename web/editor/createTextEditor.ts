/** Creates a Monaco editor behind a small interface. */
import {
  editor,
  KeyCode,
  KeyMod,
  MarkerSeverity,
  Range,
  Selection,
  Uri,
} from "monaco-editor/editor";
import { isApple } from "../ui/shortcut.ts";
import type { EditorMark } from "./editorMark.ts";
import { setSchema } from "./monaco/monaco.ts";
import { followPageTheme } from "./monaco/monacoTheme.ts";
import { acceptNativeInput } from "./nativeInput.ts";
import type { Caret } from "./text/caret.ts";
import { pointerRange } from "./text/pointerRange.ts";

export type TextEditor = {
  /** Replaces the text with an external change; keeps caret and undo history. */
  setText: (text: string) => void;
  setLabel: (label: string) => void;
  setReadOnly: (readOnly: boolean) => void;
  /** @param schema JSON Schema of the document; undefined for none */
  setSchema: (schema: unknown) => void;
  /** Replaces what is marked as wrong. */
  setMarks: (marks: readonly EditorMark[]) => void;
  dispose: () => void;
};

type TextEditorOptions = {
  /** Initial text; it and the text passed to `onEdit` have "\n" line ends only. */
  text: string;
  language: "json" | "plaintext";
  caret: Caret | undefined;
  /** Id of the element that describes the text box. */
  hintId: string;
  /** Called with the complete text after each change by the user. */
  onEdit: (text: string) => void;
};

const appearance: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  codeLens: false,
  fixedOverflowWidgets: true,
  folding: true,
  glyphMargin: false,
  guides: { indentation: false },
  lineDecorationsWidth: 4,
  lineHeight: 18,
  lineNumbersMinChars: 2,
  minimap: { enabled: false },
  overviewRulerLanes: 0,
  padding: { top: 6, bottom: 6 },
  renderFinalNewline: "on",
  renderLineHighlight: "none",
  scrollBeyondLastLine: false,
  scrollbar: {
    alwaysConsumeMouseWheel: false,
    horizontalScrollbarSize: 8,
    verticalScrollbarSize: 8,
  },
  wordWrap: "on",
};

const behaviour: editor.IStandaloneEditorConstructionOptions = {
  acceptSuggestionOnCommitCharacter: false,
  acceptSuggestionOnEnter: "smart",
  // makes the text area contain the complete text around the caret, see `acceptNativeInput`
  accessibilityPageSize: 1_000_000,
  autoClosingOvertype: "always",
  copyWithSyntaxHighlighting: false,
  // uses a real text area, which screen readers, dictation and automation recognize
  editContext: false,
  links: false,
  quickSuggestions: { strings: true, other: true, comments: false },
  tabFocusMode: true,
  tabSize: 2,
  wordBasedSuggestions: "off",
};

let documentCount = 0;

followPageTheme();

/**
 * Creates an editor.
 * @param host element to fill; the editor uses its font
 */
export function createTextEditor(host: HTMLElement, options: TextEditorOptions): TextEditor {
  const uri = Uri.parse(`inmemory://editor/${++documentCount}.json`);
  const model = editor.createModel(options.text, options.language, uri);
  model.setEOL(editor.EndOfLineSequence.LF);
  model.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });

  const { fontFamily, fontSize } = getComputedStyle(host);
  const instance = editor.create(host, {
    ...appearance,
    ...behaviour,
    fontFamily,
    fontSize: Number.parseFloat(fontSize),
    model,
  });
  const inputListeners = new AbortController();
  const input = host.querySelector<HTMLTextAreaElement>("textarea.inputarea");
  if (input) {
    input.setAttribute("aria-describedby", options.hintId);
    acceptNativeInput(instance, input, inputListeners.signal);
  }
  restoreCaret(instance, model, options.caret);

  instance.addAction({
    id: "toggle-tab",
    label: "Toggle Tab Key Moves Focus",
    keybindings: [(isApple(navigator.userAgent) ? KeyMod.WinCtrl : KeyMod.CtrlCmd) | KeyCode.KeyM],
    run: () =>
      instance.updateOptions({
        tabFocusMode: !instance.getOption(editor.EditorOption.tabFocusMode),
      }),
  });

  let isExternalChange = false;
  model.onDidChangeContent(() => {
    if (!isExternalChange) options.onEdit(model.getValue());
  });

  return {
    setText(text) {
      const change = createEdit(model, text);
      if (!change) return;
      isExternalChange = true;
      model.pushStackElement();
      model.pushEditOperations(instance.getSelections(), [change], () => null);
      model.pushStackElement();
      isExternalChange = false;
    },
    setLabel: (ariaLabel) => instance.updateOptions({ ariaLabel }),
    setReadOnly: (readOnly) => instance.updateOptions({ readOnly, domReadOnly: readOnly }),
    setSchema: (schema) => setSchema(uri.toString(), schema),
    setMarks: (marks) => editor.setModelMarkers(model, "schema", markersOf(model, marks)),
    dispose() {
      inputListeners.abort();
      setSchema(uri.toString(), undefined);
      instance.dispose();
      model.dispose();
    },
  };
}

function markersOf(model: editor.ITextModel, marks: readonly EditorMark[]): editor.IMarkerData[] {
  const text = model.getValue();
  return marks.flatMap(({ pointer, message }) => {
    const place = pointerRange(text, pointer);
    if (!place) return [];
    const range = Range.fromPositions(
      model.getPositionAt(place.start),
      model.getPositionAt(place.end),
    );
    return [{ ...range, message, severity: MarkerSeverity.Warning }];
  });
}

function restoreCaret(
  instance: editor.IStandaloneCodeEditor,
  model: editor.ITextModel,
  caret?: Caret,
) {
  if (!caret) return;
  instance.setSelection(
    Selection.fromPositions(model.getPositionAt(caret.anchor), model.getPositionAt(caret.active)),
  );
  instance.revealPosition(model.getPositionAt(caret.active));
  if (caret.hasFocus) instance.focus();
}

/** Returns one edit that turns the text of the model into the given text. */
function createEdit(
  model: editor.ITextModel,
  text: string,
): editor.ISingleEditOperation | undefined {
  const before = model.getValue();
  if (before === text) return undefined;
  const shorter = Math.min(before.length, text.length);
  let head = 0;
  while (head < shorter && before[head] === text[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === text.at(-1 - tail)) tail++;
  return {
    range: Range.fromPositions(
      model.getPositionAt(head),
      model.getPositionAt(before.length - tail),
    ),
    text: text.slice(head, text.length - tail),
  };
}
