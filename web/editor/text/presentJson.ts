/** Decides how a text that claims to be JSON is shown. */
import { prettyText } from "./prettyText.ts";

/** What is shown of a text, and whether it is coloured as JSON. */
export type Presentation = { shown: string; isJson: boolean };

/**
 * @param text a text from the wire
 * @param pretty whether to lay it out over lines
 * @returns the text itself when it is not JSON
 */
export function presentJson(text: string, pretty: boolean): Presentation {
  try {
    JSON.parse(text);
  } catch {
    return { shown: text, isJson: false };
  }
  return { shown: pretty ? prettyText(text) : text, isJson: true };
}
