/** A row with the trace context of a message; nothing if it has none. */
import { useMemo } from "react";
import { maskBytes, spansOf } from "../../../../shared/log/mask.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import type { Loaded } from "../useLoaded.ts";
import styles from "./MessageDetail.module.css";
import { traceFacts } from "./traceFacts.ts";

/** Bytes of a message that is searched. */
const maxBytes = 1_000_000;

export function TraceContext({ loaded: { entry, bytes } }: { readonly loaded: Loaded }) {
  const facts = useMemo(() => {
    if (entry.kind !== "message" || bytes.byteLength > maxBytes) return [];
    return traceFacts(messageText(entry.carrier, maskBytes(bytes, spansOf(entry.secrets, "body"))));
  }, [entry, bytes]);
  if (facts.length === 0) return null;
  return (
    <ul aria-label="Trace context" className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact} dir="auto">
          {fact}
        </li>
      ))}
    </ul>
  );
}
