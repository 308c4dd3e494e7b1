/** Checks answers written as JSON. */

/** Removes line breaks between tokens, because a stdio message is one line. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** Why a text cannot be embedded in a message: it would break the message around it. */
export function troubleOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
