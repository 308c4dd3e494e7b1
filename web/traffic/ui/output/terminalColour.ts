/** Splits a line into runs of one ANSI style each. */
import Anser from "anser";

export interface StyledText {
  readonly text: string;
  /** CSS colours; undefined for the default colour. */
  readonly colour: string | undefined;
  readonly ground: string | undefined;
  readonly isBold: boolean;
  readonly isFaint: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
}

/** @param text with SGR sequences (colours, styles) and no other escape sequence */
export function terminalRuns(text: string): readonly StyledText[] {
  return Anser.ansiToJson(text, { json: true, remove_empty: true, use_classes: true }).map(
    ({ content, fg, bg, fg_truecolor, bg_truecolor, decorations }) => ({
      text: content,
      colour: colourOf(fg, fg_truecolor),
      ground: colourOf(bg, bg_truecolor),
      isBold: decorations.includes("bold"),
      isFaint: decorations.includes("dim"),
      isItalic: decorations.includes("italic"),
      isUnderlined: decorations.includes("underline"),
    }),
  );
}

/** The sixteen named colours come from the theme; others are used as given. */
function colourOf(name: string | null, trueColour: string | null): string | undefined {
  const named = /^ansi-(?:bright-)?(black|red|green|yellow|blue|magenta|cyan|white)$/.exec(
    name ?? "",
  );
  if (named) return `var(--terminal-${named[1]})`;
  const place = /^ansi-palette-(\d+)$/.exec(name ?? "")?.[1];
  if (place) return paletteColour(Number(place));
  return trueColour && /^\d+, \d+, \d+$/.test(trueColour) ? `rgb(${trueColour})` : undefined;
}

/** @param place 16 to 231: a colour cube of six steps a side; 232 to 255: greys */
function paletteColour(place: number): string {
  if (place >= 232) {
    const grey = 8 + (place - 232) * 10;
    return `rgb(${grey}, ${grey}, ${grey})`;
  }
  const cube = place - 16;
  const steps = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return `rgb(${steps.map((step) => (step === 0 ? 0 : 55 + step * 40)).join(", ")})`;
}
