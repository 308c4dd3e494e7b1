/** Reads evidence of an authorization problem as text for its message. */

/** Returns a piece of evidence as text; an empty string when there is none. */
export type EvidenceReader = (name: string) => string;

/** Adds the server's error code and description to a sentence. */
export function appendServerError(what: string, detail: EvidenceReader): string {
  const [error, description] = [detail("error"), detail("description")];
  if (error === "") return what;
  return description === "" ? `${what}: ${error}` : `${what}: ${error}, “${description}”`;
}
