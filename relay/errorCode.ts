/** Reads the codes of Node's errors. */

/**
 * @returns the code of an error of the system or of Node, such as `ENOENT`; undefined for any other
 * value
 */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
