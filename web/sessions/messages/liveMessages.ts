/** Messages about sessions that are watched live, for their owner and for the viewers. */

import { exactLine } from "../../../shared/core/text/exactText.ts";
import { formatCount } from "../../messages/quantities.ts";
import type { LiveShare } from "../store/live/liveShare.ts";
import type { LiveState } from "../store/openedRecording.ts";
import { shareRefusalText } from "./shareMessages.ts";

/** Why the relay does not offer it, and what to do. */
export const noLiveText =
  "The relay of this page does not forward sessions. Start one that others can reach with --public-url and its address, or --blobs for this machine, or share from the page of a public playground.";

export const insecureLiveText =
  "The browser encrypts only on pages from https or localhost. Open this page there to let others watch.";

export const notConnectedLiveText =
  "Connect to the server first: others then see what happens from its first message on.";

/** Viewers whose names are shown. */
const shownPeople = 5;

/** @returns the message to the owner about a session that is watched */
export function ownLiveText(share: Extract<LiveShare, { kind: "live" }>): string {
  const { viewers, people = [], isConnected, skipped } = share;
  const named = people.slice(0, shownPeople).map((name) => exactLine(name, 100));
  const names = people.length > shownPeople ? [...named, "others"] : named;
  const who = names.length > 0 ? `: ${names.join(", ")}` : "";
  return [
    viewers === undefined ? "Waiting for the relay" : formatCount(viewers, "viewer") + who,
    ...(isConnected ? [] : ["the relay does not answer, trying again"]),
    ...(skipped > 0 ? [`${formatCount(skipped, "message")} too large to be shown`] : []),
  ].join(" · ");
}

/** @returns why a session is not watched; undefined while it is */
export function endedLiveText(share: LiveShare): string | undefined {
  switch (share.kind) {
    case "refused":
      return share.refusal.code === "too-many"
        ? "You have started as many live sessions as the relay permits. End one, or try again later."
        : shareRefusalText(share.refusal);
    case "not-loaded":
      return "A part of the page could not be loaded. Reload the page.";
    case "ended":
      return ended[share.reason];
    default:
      return undefined;
  }
}

const ended: Readonly<Record<Extract<LiveShare, { kind: "ended" }>["reason"], string>> = {
  owner: "You ended the session. The link no longer works.",
  "owner-left":
    "The relay ended the session, because it received nothing from this page for a while.",
  expired:
    "The relay ended the session when its time limit was reached. Create another link to continue.",
  full: "The session is larger than the relay permits, so it was ended. Create another link to continue without the earlier messages.",
  lost: "The relay no longer knows the session. Create another link to continue.",
};

/** @returns the message to a viewer */
export function watchedText(live: LiveState): string {
  switch (live.kind) {
    case "live":
      return "Live: what happens is added as it is sent.";
    case "reconnecting":
      return "The relay does not answer. Trying again.";
    case "ended":
      return endedWatching(live);
  }
}

/** @returns the message to a viewer about who shares a session */
export function sharedByText(owner: string): string {
  return `The relay says that ${exactLine(owner, 100)} shares it.`;
}

function endedWatching({ reason, isProved }: Extract<LiveState, { kind: "ended" }>): string {
  switch (reason) {
    case "owner":
      return isProved
        ? "The owner ended the session."
        : "The relay says that the owner ended the session.";
    case "owner-left":
      return "The relay says that the owner has left. The end of the session may be missing.";
    case "expired":
      return "The relay ended the session when its time limit was reached. Later messages are missing.";
    case "full":
      return "The session became larger than the relay permits. Later messages are missing.";
    case "gone":
      return "The relay no longer has the session. The end of it may be missing.";
    case "too-large":
      return "The session is larger than this playground shows. Later messages are missing.";
    case "wrong-key":
    case "gap":
    case "damaged":
      return "What the relay sent next was changed or is missing parts, so it is not shown.";
  }
}
