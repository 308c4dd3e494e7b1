/** Words for what apps ask for. */
import type { AppPermission } from "../../../shared/apps/appResource.ts";
import type { AppWish } from "../store/appQuestions.ts";

export const permissionNames: Readonly<Record<AppPermission, string>> = {
  camera: "camera",
  microphone: "microphone",
  geolocation: "location",
  "clipboard-write": "writing to the clipboard",
};

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
        ? of(`Call ${wish.name}? It may delete data`, "Call tool")
        : of(`Call ${wish.name}?`, "Call tool", "Decline", true);
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
  }
}
