/** Texts of which some values are hidden: what runs and what is shown are read from the same pieces. */

/**
 * Text of the author, or a value that was put in for a placeholder such as `${env:TOKEN}`. Only
 * values of the relay's environment and answers of the user can be hidden.
 */
type Piece =
  | string
  | { readonly value: string; readonly placeholder: string; readonly isHidden: boolean };

export type ShownText = readonly Piece[];

/** The text that runs or is sent. */
export function realText(pieces: ShownText): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.value)).join("");
}

/** The text for display: hidden values are replaced by their placeholders. */
export function shownText(pieces: ShownText): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      return piece.isHidden ? piece.placeholder : piece.value;
    })
    .join("");
}

/** The text as its author wrote it, with all placeholders. */
export function writtenText(pieces: ShownText): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.placeholder)).join("");
}

/** Whether a part of the text is hidden. */
export function hasHidden(pieces: ShownText): boolean {
  return pieces.some((piece) => typeof piece !== "string" && piece.isHidden);
}

/** The same text with nothing hidden. */
export function uncovered(pieces: ShownText): ShownText {
  return pieces.map((piece) => (typeof piece === "string" ? piece : { ...piece, isHidden: false }));
}
