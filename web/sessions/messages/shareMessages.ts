/** Says where links lead, and why something was not stored at the relay. */

import { formatWait } from "../../messages/quantities.ts";
import type { LinkBase } from "../store/linkBase.ts";
import type { RelayRefusal } from "../store/sealedRelay.ts";

/** Says who can open a link, and what to do if others cannot. */
export function linkBaseText({ url, isLocal }: LinkBase): string {
  if (!isLocal) return `The link opens at ${new URL(url).host}.`;
  return (
    "This page is served by a relay on this machine, so the link opens on this machine only. " +
    "Its part from #s= on works behind the address of any other playground. " +
    "Or send the file, which opens when it is dropped on a playground."
  );
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
  }
}
