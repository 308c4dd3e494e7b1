/** Warnings for consent questions about commands and hosts from untrusted sources. */
import type { HostRemark } from "../../shared/core/text/hostRemarks.ts";
import type { HiddenKind } from "../../shared/core/text/visibleText.ts";

/** Names of the kinds of characters that are shown escaped. */
export const hiddenKindNames: Readonly<Record<HiddenKind, string>> = {
  control: "line breaks or control characters",
  direction: "characters that change the direction of text",
  invisible: "invisible characters",
  blank: "unusual spaces",
  spaces: "many spaces in a row",
  combining: "many combining marks on one character",
  "look-alike": "characters that look like other characters",
};

/** Returns a warning about a misleading host name. */
export function hostRemarkText(remark: HostRemark, host: string): string {
  switch (remark.code) {
    case "userinfo":
      return `The part before the @ is only a user name. The server is ${host}.`;
    case "international":
      return `The name has letters other than a to z. Other programs may show it as ${remark.unicode}.`;
    case "mixed-scripts":
      return `Part of the name mixes letters of several scripts (${remark.scripts.join(", ")}).`;
    case "look-alike":
      return `It looks like ${remark.like}, but it is another host.`;
  }
}
