/** Lets text arrive in Monaco by other ways than keys: dictation, emoji pickers, automation. */
import type { editor } from "monaco-editor/editor";

/**
 * Monaco's text area holds only the surroundings of the caret, and text put into it is retyped
 * letter by letter, with closing brackets and indentation added. Here a selection of all of it means
 * all of the text, and what comes in one piece goes in as it is.
 *
 * @param target the editor
 * @param input its text area
 * @param signal ends it
 */
export function acceptNativeInput(
  target: editor.IStandaloneCodeEditor,
  input: HTMLTextAreaElement,
  signal: AbortSignal,
) {
  const followSelection = (event?: Event) => {
    const isTyping = event instanceof InputEvent || event instanceof KeyboardEvent;
    if (isTyping && event.isComposing) return;
    const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const all = target.getModel()?.getFullModelRange();
    if (isAll && input.value && all && !target.getSelection()?.equalsRange(all)) {
      target.setSelection(all);
    }
  };

  // Monaco writes the text area when the selection changes, and not before
  const begin = target.getSelection();
  const all = target.getModel()?.getFullModelRange();
  if (all) target.setSelection(all);
  if (begin) target.setSelection(begin);

  // ahead of Monaco, which would take the surroundings of the caret for what was selected
  const ahead = { capture: true, signal };
  const onSelectionChange = () => {
    if (document.activeElement === input) followSelection();
  };
  window.addEventListener("selectionchange", onSelectionChange, ahead);
  for (const type of ["focus", "keydown", "beforeinput"]) {
    input.addEventListener(type, followSelection, ahead);
  }

  input.addEventListener("beforeinput", (event) => {
    const isPiece = event.inputType === "insertText" && (event.data?.length ?? 0) > 1;
    if (!isPiece || event.isComposing) return;
    event.preventDefault();
    target.pushUndoStop();
    target.executeEdits(
      "input",
      (target.getSelections() ?? []).map((range) => ({
        range,
        text: event.data,
        forceMoveMarkers: true,
      })),
    );
    target.pushUndoStop();
  });
}
