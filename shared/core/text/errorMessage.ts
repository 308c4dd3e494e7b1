/** Reads the message of anything that was thrown. */

/** @returns the message of an error; any other value as text, because anything can be thrown */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
