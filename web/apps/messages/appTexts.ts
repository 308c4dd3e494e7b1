/** Words for what apps ask for. */
import type { AppPermission } from "../../../shared/apps/appResource.ts";
import type { AppLimits } from "../../../shared/apps/bridgeTypes.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { formatMs } from "../../messages/quantities.ts";
import type { AppWish } from "../store/appQuestions.ts";

export const permissionNames: Readonly<Record<AppPermission, string>> = {
  camera: "camera",
  microphone: "microphone",
  geolocation: "location",
  "clipboard-write": "writing to the clipboard",
};

/** What the page admits of an app, and of what its server answers it. */
export function limitsText(limits: AppLimits): string {
  const number = (value: number) => value.toLocaleString("en");
  const { callMs, answerLength, messageLength, messagesPerSecond, outstanding } = limits;
  return [
    `Answers of the server: ${formatMs(callMs)}, ${number(answerLength)} characters.`,
    `Messages of the app: ${number(messageLength)} characters, ${number(messagesPerSecond)} per second, ${outstanding} requests at once.`,
    `Size changes: ${limits.sizeChanges} in ${formatMs(limits.sizeLoopMs)}.`,
  ].join(" ");
}

interface WishTexts {
  readonly title: string;
  readonly confirm: string;
  readonly decline: string;
  readonly isRememberable: boolean;
}

export function wishTexts(wish: AppWish): WishTexts {
  const of = (title: string, confirm: string, decline = "Decline", isRememberable = false) => ({
    title,
    confirm,
    decline,
    isRememberable,
  });
  switch (wish.kind) {
    case "call":
      return wish.isDestructive
        ? of(`Call ${exactLine(wish.tool.name)}? It may delete data`, "Call tool")
        : of(`Call ${exactLine(wish.tool.name)}?`, "Call tool", "Decline", true);
    case "link":
      return of("Open link?", "Open");
    case "download":
      return of("Save files?", "Save");
    case "message":
      return of("Send to the chat?", "Send");
    case "context":
      return of("Tell the model?", "Allow", "Decline", true);
    case "permissions":
      return of("Allow the app to use this?", "Allow", "Continue without");
    case "local-sources":
      return of("Let the app contact your machine or network?", "Allow", "Continue without");
  }
}
