/** Creates the link that carries a recording. */
import { encodeSession } from "../../../shared/recording/link.ts";
import type { Recording } from "../../../shared/recording/recording.ts";

/** @param base the address of the page, without a fragment */
export async function linkOf(recording: Recording, base: string): Promise<string> {
  return `${base}#s=${await encodeSession(recording)}`;
}
