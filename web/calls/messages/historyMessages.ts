/** Describes how a call of the history ended. */
import type { CallEnd } from "../store/history/historyCall.ts";

export const endText: Readonly<
  Record<CallEnd, { readonly text: string; readonly tone: "neutral" | "warning" | "violation" }>
> = {
  result: { text: "result", tone: "neutral" },
  "tool-error": { text: "tool error", tone: "warning" },
  error: { text: "error", tone: "violation" },
  failed: { text: "failed", tone: "violation" },
  cancelled: { text: "cancelled", tone: "neutral" },
  sent: { text: "sent", tone: "neutral" },
};
