/** The static page that is shown until React has rendered: keeps what the user does in it. */

/** What the user did in the shell, in order, to be repeated on the page. */
type Action =
  | { readonly kind: "click"; readonly element: Element }
  | { readonly kind: "key"; readonly element: Element; readonly event: KeyboardEvent };

export interface Shell {
  /** Resolves when no text is being composed, which would be lost with its field. */
  settled(): Promise<void>;
  /**
   * Removes the shell once the page is rendered beneath it.
   * @param page its root element
   * @param write sets the text of the address bar
   * @param paste applies a text that was pasted into it
   */
  replace(page: Element, write: (address: string) => void, paste: (text: string) => void): void;
}

/** Elements that can be clicked or focused; their order is the same in shell and page. */
const controls = "a, button, input";

/**
 * Starts to follow the user.
 * @param shown the shell's element
 * @param options.isInert true where a link opened the page: it must not be used before it is shown
 */
export function followShell(shown: HTMLElement, options: { readonly isInert: boolean }): Shell {
  const field = shown.querySelector<HTMLInputElement>("input[role=combobox]");
  const actions: Action[] = [];
  let composed = Promise.resolve();
  /** A text that was pasted as the whole address, until it is edited. */
  let pasted: string | undefined;

  if (options.isInert) shown.inert = true;
  else field?.focus({ preventScroll: true });
  shown.addEventListener("click", ({ target }) => {
    const element = target instanceof Element ? target.closest("a, button") : undefined;
    if (element) actions.push({ kind: "click", element });
  });
  shown.addEventListener("keydown", (event) => {
    if (event.isComposing || !(event.target instanceof Element)) return;
    const isShortcut = event.key.length === 1 && (event.ctrlKey || event.metaKey) && !event.altKey;
    const isSubmission = event.key === "Enter" && event.target === field;
    if (isShortcut || isSubmission) actions.push({ kind: "key", element: event.target, event });
  });
  field?.addEventListener("paste", (event) => {
    const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    pasted = isWhole ? event.clipboardData?.getData("text/plain") : undefined;
  });
  field?.addEventListener("input", (event) => {
    if (!(event instanceof InputEvent && event.inputType === "insertFromPaste")) pasted = undefined;
  });
  shown.addEventListener("compositionstart", () => {
    composed = new Promise((resolve) =>
      shown.addEventListener("compositionend", () => resolve(), { once: true }),
    );
  });

  return {
    settled: () => composed,
    replace(page, write, paste) {
      const focused = shown.contains(document.activeElement) ? document.activeElement : field;
      const at = field && ([field.value, field.selectionStart, field.selectionEnd] as const);
      const twins = actions.map(({ element }) => twinOf(element, shown, page));
      const focusTwin = options.isInert ? undefined : twinOf(focused, shown, page);
      if (pasted !== undefined) paste(pasted);
      else if (at?.[0]) write(at[0]);
      shown.remove();
      // React has rendered the text by then, and its effects have run
      setTimeout(() => {
        const input = page.querySelector<HTMLInputElement>("input[role=combobox]");
        if (focusTwin instanceof HTMLElement && focusTwin !== document.activeElement) {
          focusTwin.focus({ preventScroll: true });
        }
        if (at?.[0] && input?.value === at[0]) input.setSelectionRange(at[1], at[2]);
        actions.forEach((action, index) => {
          repeat(action, twins[index]);
        });
      });
    },
  };
}

/**
 * The element of the page that replaces one of the shell: the one in its place, or, if the page has
 * controls that the shell does not have, the only similar one.
 */
function twinOf(element: Element | null, shell: Element, page: Element): Element | undefined {
  if (!element) return undefined;
  const index = [...shell.querySelectorAll(controls)].indexOf(element);
  const all = [...page.querySelectorAll(controls)];
  const isLike = (twin: Element | undefined) =>
    twin?.tagName === element.tagName && nameOf(twin) === nameOf(element);
  const twin = all[index];
  if (isLike(twin)) return twin;
  const similar = all.filter(isLike);
  return similar.length === 1 ? similar[0] : undefined;
}

/**
 * The label, without the state that follows a colon, which may have changed; else the text. The text
 * of what has a label may be its value, which is not rendered yet.
 */
function nameOf(element: Element): string {
  const labelId = element.getAttribute("aria-labelledby")?.split(" ")[0];
  const label = labelId ? document.getElementById(labelId)?.textContent : undefined;
  return (label ?? element.getAttribute("aria-label")?.split(":")[0] ?? element.textContent).trim();
}

function repeat(action: Action, twin: Element | undefined): void {
  if (action.kind === "click") {
    if (twin instanceof HTMLElement) twin.click();
    return;
  }
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = action.event;
  const init = { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true };
  const target = twin ?? document.body;
  target.dispatchEvent(new KeyboardEvent("keydown", init));
  target.dispatchEvent(new KeyboardEvent("keyup", init));
}
