/** Shows how the protocol revision was negotiated. */

import { negotiationText } from "../../../messages/negotiationMessages.ts";
import { useLog } from "../../../stores/useLog.ts";
import styles from "./ServerOverview.module.css";

export function Negotiation({ connectionId }: { connectionId: string }) {
  const { entries, length } = useLog();
  const steps = [];
  for (let at = 0; at < length; at++) {
    const entry = entries[at];
    if (entry?.kind === "negotiation" && entry.connectionId === connectionId) steps.push(entry);
    if (entry?.kind === "connection" && entry.connectionId === connectionId && steps.length > 0)
      break;
  }
  if (steps.length === 0) return null;
  return (
    <section aria-label="Negotiation">
      <h3 className={styles.heading}>Negotiation</h3>
      <ol className={styles.steps}>
        {steps.map(({ seq, step }) => (
          <li key={seq}>{negotiationText(step)}</li>
        ))}
      </ol>
    </section>
  );
}
