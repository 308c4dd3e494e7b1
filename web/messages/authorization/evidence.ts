/** What the words about authorization take from a problem's evidence. */

/** One piece of evidence as text; empty where there is none. */
export type Said = (name: string) => string;

/** A refusal with the server's own code and words. */
export function refusedWith(what: string, said: Said): string {
  const [error, description] = [said("error"), said("description")];
  if (error === "") return what;
  return description === "" ? `${what}: ${error}` : `${what}: ${error}, “${description}”`;
}
