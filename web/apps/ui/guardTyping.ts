/** Keeps what the user types in a field of the page from an app that takes the focus meanwhile. */

/** Milliseconds after the field was entered or a key was pressed, within which a change of focus is not the user's, unless the pointer is on the app. */
const typingMs = 10_000;
/** Milliseconds after a key within which it is not the user's at all. */
const keyMs = 500;

const fields = "input, textarea, [contenteditable], [role=textbox]";

interface TypingGuard {
  /** Gives the focus back to the field, if the app has it. */
  giveBack(): void;
  end(): void;
}

/**
 * Gives the focus back to the field when the app in a frame takes it.
 * @param onTaken called each time
 */
export function guardTyping(frame: HTMLIFrameElement, onTaken: () => void): TypingGuard {
  const page = frame.ownerDocument;
  const fieldOf = (target: unknown) =>
    target instanceof HTMLElement && target.matches(fields) ? target : undefined;
  // an app may open while the user types
  let field = fieldOf(page.activeElement);
  let usedAt = performance.now();
  const note = (event: Event) => {
    const { target, timeStamp } = event;
    const isLeft = event instanceof KeyboardEvent && event.key === "Tab";
    field = isLeft ? undefined : fieldOf(target);
    usedAt = timeStamp;
  };
  /** Focuses the field again, if the app took the focus from it. */
  const giveBack = (now: number, onGiven = () => {}) => {
    const since = now - usedAt;
    const isUsers = since > typingMs || (since > keyMs && frame.matches(":hover"));
    if (page.activeElement !== frame || !field || isUsers) return;
    const taken = field;
    // while it is taken, the browser does not give it back
    setTimeout(() => {
      taken.focus();
      onGiven();
    });
  };
  const check = ({ timeStamp }: Event) => giveBack(timeStamp, onTaken);
  page.addEventListener("focusin", note);
  page.addEventListener("keydown", note, true);
  page.defaultView?.addEventListener("blur", check);
  return {
    giveBack: () => giveBack(performance.now()),
    end() {
      page.removeEventListener("focusin", note);
      page.removeEventListener("keydown", note, true);
      page.defaultView?.removeEventListener("blur", check);
      giveBack(performance.now());
    },
  };
}
