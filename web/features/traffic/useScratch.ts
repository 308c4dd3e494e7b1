/** Copies a logged sampling request into the sampling playground. */
import { textAt } from "../../../shared/core/json/textAt.ts";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { maskBytes, spansOf } from "../../../shared/log/mask.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import { latest } from "../../../shared/mcp/revisions.ts";
import { useStores } from "../../hooks/StoresContext.tsx";

/** Whether a message is one sampling request. */
export function isSampling({ heads, batch }: MessageEntry): boolean {
  const [head] = heads;
  return !batch && head?.kind === "request" && head.method === "sampling/createMessage";
}

/** Returns the function that copies the params of a request, with its secrets masked. */
export function useScratch(): (entry: MessageEntry, bytes: Uint8Array) => void {
  const { newId, sampling, view } = useStores();
  return (entry, bytes) => {
    const shown = maskBytes(bytes, spansOf(entry.secrets, "body"));
    const text = textAt(messageText(entry.carrier, shown), ["params"]) ?? "{}";
    const id = newId();
    const request = { id, name: "", collection: "", revision: latest.legacy, text, answers: [] };
    sampling.scratch.add([request]);
    view.openSampling({ kind: "scratch", id });
  };
}
