/** Finds the control of a field, also of one that its form has not drawn yet. */
import { fieldId } from "./fieldId.ts";

/** Sent to the elements around a field; its detail is the field's pointer. */
export const revealEvent = "mcp-reveal-field";

/**
 * Makes every field around a pointer render the path to it.
 * @returns the control of the field, or of the nearest one around it
 */
export function revealField(idPrefix: string, pointer: string): HTMLElement | undefined {
  const steps = pointer.split("/").slice(1);
  let nearest: HTMLElement | undefined;
  for (let depth = 0; depth <= steps.length; depth++) {
    const around = ["", ...steps.slice(0, depth)].join("/");
    const element = document.getElementById(fieldId(idPrefix, around));
    nearest = controlIn(element) ?? nearest;
    element?.dispatchEvent(new CustomEvent(revealEvent, { detail: pointer }));
  }
  return nearest;
}

/** Returns the first control of a field's element. */
export function controlIn(element: HTMLElement | null): HTMLElement | undefined {
  if (!element) return undefined;
  // the button that folds a group is not the control to edit
  const wanted = ["textarea, input, [role=combobox]", "button:not([data-fold])", "button"];
  for (const selector of wanted) {
    const found = element.querySelector<HTMLElement>(selector);
    if (found) return found;
  }
  return undefined;
}
