/** Makes a Monaco editor and hides it behind the few things the page does with one. */
import { editor, KeyCode, KeyMod, Range, Selection, Uri } from "monaco-editor/editor";
import { isApple } from "../ui/shortcut.ts";
import { setSchema } from "./monaco/monaco.ts";
import { followPageTheme } from "./monaco/monacoTheme.ts";
import { acceptNativeInput } from "./nativeInput.ts";
import type { Caret } from "./text/caret.ts";

export type TextEditor = {
  /** Takes over a text that somebody else changed; caret and undo survive. */
  setText: (text: string) => void;
  setLabel: (label: string) => void;
  setReadOnly: (readOnly: boolean) => void;
  /** @param schema a JSON Schema for the document; undefined for none */
  setSchema: (schema: unknown) => void;
  dispose: () => void;
};

export type TextEditorOptions = {
  /** With "\n" as its only line end, before and in `onEdit`. */
  text: string;
  language: "json" | "plaintext";
  caret: Caret | undefined;
  /** The element that describes the text box. */
  hintId: string;
  /** Called with the whole text after each change that a person made. */
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
  // the text area then holds the text around the caret up to both its ends, see `acceptNativeInput`
  accessibilityPageSize: 1_000_000,
  autoClosingOvertype: "always",
  copyWithSyntaxHighlighting: false,
  // a real text area: screen readers, dictation and automation know what it is
  editContext: false,
  links: false,
  quickSuggestions: { strings: true, other: true, comments: false },
  tabFocusMode: true,
  tabSize: 2,
  wordBasedSuggestions: "off",
};

let documents = 0;

followPageTheme();

/**
 * @param host the element to fill; its font is the editor's
 * @param options the text to begin with
 */
export function createTextEditor(host: HTMLElement, options: TextEditorOptions): TextEditor {
  const uri = Uri.parse(`inmemory://editor/${++documents}.json`);
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
  const listening = new AbortController();
  const input = host.querySelector<HTMLTextAreaElement>("textarea.inputarea");
  if (input) {
    input.setAttribute("aria-describedby", options.hintId);
    acceptNativeInput(instance, input, listening.signal);
  }
  restore(instance, model, options.caret);

  instance.addAction({
    id: "toggle-tab",
    label: "Let Tab Indent or Leave",
    keybindings: [(isApple(navigator.userAgent) ? KeyMod.WinCtrl : KeyMod.CtrlCmd) | KeyCode.KeyM],
    run: () =>
      instance.updateOptions({
        tabFocusMode: !instance.getOption(editor.EditorOption.tabFocusMode),
      }),
  });

  let isSetting = false;
  model.onDidChangeContent(() => {
    if (!isSetting) options.onEdit(model.getValue());
  });

  return {
    setText(text) {
      const change = difference(model, text);
      if (!change) return;
      isSetting = true;
      model.pushStackElement();
      model.pushEditOperations(instance.getSelections(), [change], () => null);
      model.pushStackElement();
      isSetting = false;
    },
    setLabel: (ariaLabel) => instance.updateOptions({ ariaLabel }),
    setReadOnly: (readOnly) => instance.updateOptions({ readOnly, domReadOnly: readOnly }),
    setSchema: (schema) => setSchema(uri.toString(), schema),
    dispose() {
      listening.abort();
      setSchema(uri.toString(), undefined);
      instance.dispose();
      model.dispose();
    },
  };
}

function restore(instance: editor.IStandaloneCodeEditor, model: editor.ITextModel, caret?: Caret) {
  if (!caret) return;
  instance.setSelection(
    Selection.fromPositions(model.getPositionAt(caret.anchor), model.getPositionAt(caret.active)),
  );
  instance.revealPosition(model.getPositionAt(caret.active));
  if (caret.hasFocus) instance.focus();
}

/** The one stretch in which a text differs from a document, as an edit of the document. */
function difference(
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
