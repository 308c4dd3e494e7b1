/** Names a message by its method and what it is about. */
import { decodeMessages } from "../../../../shared/transport/decodeMessages.ts";

/** @returns undefined for text that is no message with a method */
export function messageTitle(text: string): string | undefined {
  const head = decodeMessages(text).heads[0];
  if (!head || !("method" in head) || head.method === undefined) return undefined;
  const subject = "subject" in head ? head.subject : undefined;
  return subject === undefined ? head.method : `${head.method} ${subject}`;
}
