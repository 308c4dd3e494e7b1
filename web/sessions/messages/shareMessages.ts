/** Says where links lead, and why something was not stored at the relay. */

import { personRefusalText } from "../../messages/network/personRefusalMessages.ts";
import { formatWait } from "../../messages/quantities.ts";
import type { RelayRefusal } from "../store/sealedRelay.ts";
import type { SharedPartId } from "../store/sharedParts.ts";

/** What the card of live sessions says. */
export const liveScopeText = "others watch while you work";

/** Says where a link of a relay on this machine works. */
export const localLinkText = "This address works on this machine only. On another machine:";

/** The command that opens a link on another machine; nothing in a link is special within the quotes. */
export function openCommand(link: string): string {
  return `mcp-playground open "${link}"`;
}

const partTexts: Readonly<Record<SharedPartId, string>> = {
  call: "The call: arguments, result, times",
  during: "What happened during it",
  definition: "The list with the definition of the item",
  calls: "Calls and their results",
  lists: "Connection: discovery and lists",
  others: "Other messages: requests of the server, progress, logs",
  polls: "Polls of tasks that brought nothing new",
};

/** What a part of a session contains. */
export function sharedPartText(id: SharedPartId): string {
  return partTexts[id];
}

/** Says why the relay did not store or delete a recording, and what to do. */
export function shareRefusalText(refusal: RelayRefusal): string {
  switch (refusal.code) {
    case "unreachable":
      return "The relay does not answer. Try again, or download the recording.";
    case "too-large":
      return "The recording is larger than the relay stores. Leave out messages, or download it.";
    case "full":
      return "The relay's storage is full. Download the recording instead.";
    case "not-found":
      return "The relay stores no recordings. Download the recording instead.";
    case "too-many": {
      const wait =
        refusal.seconds === undefined ? "later" : `in ${formatWait(refusal.seconds * 1000)}`;
      return `You have stored as much as the relay permits. Try again ${wait}, or delete a recording.`;
    }
    case "refused":
      return `The relay refused with status ${refusal.status}. Download the recording instead.`;
    default: {
      const { what, why } = personRefusalText(refusal.code);
      return `${what}. ${why} Download the recording instead.`;
    }
  }
}
