/** Error messages for a shared link that cannot be opened. */
import type { OpenedLink } from "../../shared/recording/link.ts";
import type { ErrorText } from "./errorText.ts";

export type LinkProblem = Extract<OpenedLink, { kind: "refused" }>["problem"];

const reasons: Readonly<Record<LinkProblem, string>> = {
  "unknown-version": "It was created by a newer version of the playground.",
  "unknown-format": "It does not contain a session that this playground can read.",
  "newer-format": "It was created by a newer version of the playground.",
  "not-compressed": "It is damaged. Part of it may be missing from the copy.",
  "too-large": "Its content is larger than the limit for links.",
  "too-many": "It holds more messages than this playground opens.",
  "not-json": "It is damaged. Part of it may be missing from the copy.",
  damaged: "A field in it is missing or invalid.",
};

/** Returns the error message for a link. */
export function linkErrorText(problem: LinkProblem): ErrorText {
  return {
    what: "The session in the link could not be opened",
    why: reasons[problem],
    next: ["Nothing was loaded. Ask for the link again, and open it completely."],
  };
}
