/** Prepares text for display as JSON. */
import { prettyText } from "./prettyText.ts";

/** The text to show, and whether it gets JSON syntax colours. */
export type Presentation = { shown: string; isJson: boolean };

/**
 * @param text received text
 * @param pretty whether to pretty-print it
 * @returns the unchanged text when it is not JSON
 */
export function presentJson(text: string, pretty: boolean): Presentation {
  try {
    JSON.parse(text);
  } catch {
    return { shown: text, isJson: false };
  }
  return { shown: pretty ? prettyText(text) : text, isJson: true };
}
