/** What a person should know before they agree to a command or a host that others wrote. */
import type { HostRemark } from "../../shared/core/text/hostRemarks.ts";
import type { HiddenKind } from "../../shared/core/text/visibleText.ts";

/** What the escapes in a text stand for, as they are named in a list. */
export const hiddenKindNames: Readonly<Record<HiddenKind, string>> = {
  control: "line breaks or control characters",
  direction: "characters that change the direction of text",
  invisible: "invisible characters",
  blank: "blanks that are no ordinary spaces",
  spaces: "long runs of spaces",
  combining: "marks that pile up on others",
  "look-alike": "characters that look like others",
};

/** A sentence on a host that is not what it seems to be. */
export function hostRemarkWords(remark: HostRemark, host: string): string {
  switch (remark.code) {
    case "userinfo":
      return `What stands before the @ is a user name. The server is ${host}.`;
    case "international":
      return `The name has letters beyond a to z: it is shown as ${remark.unicode} elsewhere.`;
    case "mixed-scripts":
      return `One word of the name mixes letters of several scripts (${remark.scripts.join(", ")}).`;
    case "look-alike":
      return `It looks like ${remark.like}, but is another host.`;
  }
}
