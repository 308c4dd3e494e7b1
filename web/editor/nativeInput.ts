/** Makes Monaco accept input from dictation, emoji pickers and automation. */
import type { editor } from "monaco-editor/editor";

/**
 * Monaco treats inserted text as typed characters and adds closing brackets and indentation. This
 * function inserts text of several characters unchanged. It also makes a selection of the complete text area
 * select the complete document, because the text area may contain only the text around the caret.
 * @param target the editor
 * @param input its text area
 * @param signal removes the event listeners
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

  // Monaco fills the text area only when the selection changes
  const initial = target.getSelection();
  const all = target.getModel()?.getFullModelRange();
  if (all) target.setSelection(all);
  if (initial) target.setSelection(initial);

  // before Monaco, which would treat the text area's content as the selected text
  const beforeMonaco = { capture: true, signal };
  const onSelectionChange = () => {
    if (document.activeElement === input) followSelection();
  };
  window.addEventListener("selectionchange", onSelectionChange, beforeMonaco);
  for (const type of ["focus", "keydown", "beforeinput"]) {
    input.addEventListener(type, followSelection, beforeMonaco);
  }

  input.addEventListener("beforeinput", (event) => {
    const isInsertion = event.inputType === "insertText" && (event.data?.length ?? 0) > 1;
    if (!isInsertion || event.isComposing) return;
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
