/** Runs an action on Ctrl+Enter or Cmd+Enter in an area, or on Enter in the text of a message. */
import type { KeyboardEvent } from "react";

const areas = "[data-submit-area], [data-no-submit]";
/** Dialogs and open lists use Enter themselves. */
const overlays = "[role=dialog], [role=alertdialog], [data-trigger]";

/**
 * Props of the element around the controls. The key is taken before a control gets it: buttons,
 * selects and editors would use it themselves.
 */
export function submitArea(onSubmit: () => void) {
  return {
    "data-submit-area": true,
    onKeyDownCapture(event: KeyboardEvent) {
      const { nativeEvent, target, currentTarget } = event;
      if (!isSubmitKey(nativeEvent)) return;
      // popups are children of React only, and an inner area has its own action
      if ((target as Element).closest(areas) !== currentTarget) return;
      event.preventDefault();
      event.stopPropagation();
      if (!nativeEvent.repeat) onSubmit();
    },
  };
}

/** Props of the element around a text of several lines that Enter sends; Shift+Enter breaks the line. */
export function messageArea(onSubmit: () => void) {
  return {
    ...submitArea(onSubmit),
    onKeyDown(event: KeyboardEvent) {
      const { key, shiftKey, altKey, nativeEvent } = event;
      // Safari ends a composition before this key, and says so by its code only
      const isComposing = nativeEvent.isComposing || nativeEvent.keyCode === composingKeyCode;
      if (key !== "Enter" || shiftKey || altKey || isComposing) return;
      event.preventDefault();
      if (!nativeEvent.repeat) onSubmit();
    },
  };
}

/** @see https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode */
const composingKeyCode = 229;

/** Props of an element inside an area whose buttons are pressed by the key as by Enter. */
export const noSubmit = { "data-no-submit": true };

/** Whether the page leaves Ctrl+Enter to what contains the focused element. */
export function usesSubmitKey(focused: EventTarget | null): boolean {
  return focused instanceof Element && focused.closest(`${areas}, ${overlays}`) !== null;
}

function isSubmitKey({ key, ctrlKey, metaKey, isComposing }: globalThis.KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey) && !isComposing;
}
