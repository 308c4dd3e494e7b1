/** Messages about taps, which show what another client and its server say to each other. */
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { agentSuffix, type TapRecording } from "../../../shared/relay/frames/tapFrames.ts";
import type { LiveState } from "../../sessions/store/openedRecording.ts";

/** Whether the tap still shows what is said. */
export function tapStateText(live: LiveState, isOfAgent = false): string {
  switch (live.kind) {
    case "live":
      return "Live: messages appear as they are sent. Secrets are masked.";
    case "reconnecting":
      if (isOfAgent) return "The agent's tool does not answer. Trying again.";
      return "The tap does not answer. Trying again; the client and its server are not affected.";
    case "ended":
      return isOfAgent ? agentEndedText(live.reason) : endedText(live.reason);
  }
}

function endedText(reason: Extract<LiveState, { kind: "ended" }>["reason"]): string {
  switch (reason) {
    case "owner":
      return "The session has ended. The next one of this client appears here.";
    case "too-large":
      return "The session is larger than this page shows. Its recording has the rest.";
    case "gone":
      return "The tap no longer answers. Its recording is in the folder of the relay's data.";
    default:
      return "What the tap sent could not be read, so the rest is not shown.";
  }
}

function agentEndedText(reason: Extract<LiveState, { kind: "ended" }>["reason"]): string {
  if (reason === "owner") return "The connection has ended. The agent's next one appears here.";
  return reason === "gone"
    ? "The agent's tool no longer answers."
    : "The rest is too large for this page, or could not be read.";
}

/**
 * What is announced: a tap of a client, or an agent's own connection.
 * @param publicAt the host of the relay at which the tap is reached
 */
export function runningText(shown: string, isAgent: boolean, publicAt?: string): string {
  if (isAgent) {
    return `An agent works with ${shown.endsWith(agentSuffix) ? shown.slice(0, -agentSuffix.length) : shown}: what it does can be watched here.`;
  }
  const reached = publicAt === undefined ? "" : `, and public at ${exactLine(publicAt, 60)}`;
  return `${shown} is tapped${reached}: its client and server can be watched here.`;
}

/** What everybody has to know whose server is reached through a relay. */
export function publicTexts(publicAt: string): { readonly title: string; readonly more: string } {
  const host = exactLine(publicAt, 60);
  return {
    title: `This server is public at ${host}`,
    more: `Whoever has the address of this tap reaches the server. ${host} can read everything that passes: tools, arguments, results, and the tokens of clients. Ctrl+C in the terminal of the tap ends it.`,
  };
}

/** The parts of a file's name: `2026-01-31T12-00-00.000Z-notes-1234.json`. */
const fileName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d+Z)-(.*)-\d+\.json$/;

/** @returns the name of the tap, or that of the file if it has another form */
export function recordedTapName({ file }: TapRecording): string {
  return fileName.exec(file)?.[4] || file;
}

/** @returns for example “31 January 2026 at 12:00”; empty if the file's name has another form */
export function recordedTapTime({ file }: TapRecording): string {
  const [, hours, minutes, seconds] = fileName.exec(file) ?? [];
  const time = new Date(`${hours}:${minutes}:${seconds}`);
  return Number.isNaN(time.getTime())
    ? ""
    : time.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}
