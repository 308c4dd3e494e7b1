/** Moves the focus to the first argument of an item that was opened with Enter. */
import { type RefObject, useEffect } from "react";
import { useStores, useView } from "../../../stores/StoresContext.tsx";

/** @param pane the element with the arguments and the button that runs the item */
export function useTakesFocus(pane: RefObject<HTMLElement | null>): void {
  const { view } = useStores();
  const takesFocus = useView((state) => state.takesFocus);
  useEffect(() => {
    if (!takesFocus) return;
    firstControl(pane.current)?.focus();
    view.tookFocus();
  }, [takesFocus, view, pane]);
}

/** The first field, else the button that adds one, else the button that runs the item. */
function firstControl(pane: HTMLElement | null): HTMLElement | undefined {
  const panel = pane?.querySelector("[role=tabpanel]");
  const field = panel?.querySelector<HTMLElement>(
    "textarea, input:not([type=hidden], :disabled), [role=combobox], button[aria-haspopup=listbox]",
  );
  const run = [...(pane?.querySelectorAll<HTMLElement>("button[data-run]") ?? [])];
  return field ?? run[0] ?? pane?.querySelector("button") ?? undefined;
}
