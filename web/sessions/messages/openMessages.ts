/** Error messages for links and files that cannot be opened. */

import type { ErrorText } from "../../messages/errorText.ts";
import type { OpenProblem } from "../store/openedRecording.ts";

const titles: Readonly<Record<OpenProblem["source"], string>> = {
  link: "The session in the link could not be opened",
  sealed: "The recording behind the link could not be opened",
  file: "The file could not be opened",
  live: "The session cannot be watched",
};

const isDamaged = "It is damaged. Part of it may be missing from the copy.";

const reasons: Readonly<Record<OpenProblem["code"], string>> = {
  "unknown-version": "It was created by a newer version of the playground.",
  "unknown-format": "It does not contain a session that this playground can read.",
  "newer-format": "It was created by a newer version of the playground.",
  "not-compressed": isDamaged,
  "too-large": "It is larger than this playground opens.",
  "too-many": "It contains more messages than this playground opens.",
  "too-complex":
    "It is nested more deeply, or contains more values, than a session of this size would.",
  "no-messages": "It contains no MCP messages.",
  "not-json": "It is not complete JSON.",
  damaged: "A field in it is missing or invalid.",
  gap: "A part of the session is missing, so nothing after it can be trusted.",
  "too-many-viewers": "It has as many viewers as the relay permits. Try again later.",
  "not-found": "The relay has no such recording. It may have expired or been deleted.",
  "wrong-key": "The key in the link does not fit: the link is incomplete, or the data was changed.",
  unreachable: "The relay that stores it does not answer.",
  insecure: "The browser decrypts only on pages from https or localhost.",
  "not-loaded": "A part of the page could not be loaded. Reload the page.",
};

/** Returns the error message for something that was not opened. */
export function openErrorText({ source, code }: OpenProblem): ErrorText {
  const again =
    source === "file"
      ? "Choose a recording of a playground, a HAR, or a history of the official inspector."
      : "Ask for the link again, and open it completely.";
  return {
    what: titles[source],
    why: reasonOf({ source, code }),
    next: [`Nothing was loaded. ${again}`],
  };
}

function reasonOf({ source, code }: OpenProblem): string {
  if (source === "live" && code === "not-found") {
    return "The relay has no such session. It may have ended.";
  }
  if (source === "live" && code === "unreachable") return "The relay does not answer.";
  return source !== "file" && code === "not-json" ? isDamaged : reasons[code];
}
