/** Why a shared link was refused. */
import type { OpenedLink } from "../../shared/recording/link.ts";
import type { Words } from "./errorText.ts";

export type LinkProblem = Extract<OpenedLink, { kind: "refused" }>["problem"];

const reasons: Readonly<Record<LinkProblem, string>> = {
  "unknown-version": "It was made by a newer playground than this one.",
  "unknown-format": "What it holds is no session that this playground knows.",
  "not-compressed": "It is damaged: it may have been cut when it was copied.",
  "too-large": "What it holds is larger than a link may hold.",
  "not-json": "It is damaged: it may have been cut when it was copied.",
  damaged: "A field in it is missing or wrong.",
};

export function linkWords(problem: LinkProblem): Words {
  return {
    what: "The link's session could not be opened",
    why: reasons[problem],
    next: ["Ask for the link again and open the whole of it; nothing was loaded."],
  };
}
