/** Describes how a call of the history ended. */
import type { State } from "../../ui/primitives/StateGlyph.tsx";
import type { CallEnd } from "../store/history/historyCall.ts";

export const endText: Readonly<Record<CallEnd, { readonly text: string; readonly state: State }>> =
  {
    result: { text: "result", state: "ok" },
    "tool-error": { text: "tool error", state: "failed" },
    error: { text: "error", state: "failed" },
    failed: { text: "failed", state: "failed" },
    cancelled: { text: "cancelled", state: "not-applicable" },
    sent: { text: "sent", state: "not-applicable" },
  };
