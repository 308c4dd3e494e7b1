/** Answers that a person writes as JSON. */

/** A message on stdio is one line; white space between tokens means nothing in JSON. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** Why a text cannot stand inside a message: it would break the message around it. */
export function troubleOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not JSON yet: ${error instanceof Error ? error.message : String(error)}`;
  }
}
