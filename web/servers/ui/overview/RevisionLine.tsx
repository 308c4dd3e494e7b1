/** The revisions of the protocol as dots on a line, and how this one was agreed on. */
import { revisions } from "../../../../shared/protocol/revisions.ts";
import { negotiationText } from "../../../messages/negotiationMessages.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import styles from "./RevisionLine.module.css";
import type { ConnectionStart } from "./useConnectionStart.ts";

interface Props {
  /** The revision that was agreed on; one that the page does not know is shown as well. */
  readonly revision: string;
  readonly steps: ConnectionStart["steps"];
}

export function RevisionLine({ revision, steps }: Props) {
  const known = revisions.some((one) => one === revision) ? revisions : [...revisions, revision];
  return (
    <section aria-label="Negotiation" className={styles.section}>
      <Heading level={3}>Revision</Heading>
      <ol className={styles.line}>
        {known.toSorted().map((one) => (
          <li
            key={one}
            aria-current={one === revision ? "true" : undefined}
            className={styles.revision}
          >
            {one}
          </li>
        ))}
      </ol>
      {steps.length > 0 && (
        <Disclosure title="How it was agreed" hint={steps.length} level={4}>
          <ol className={styles.steps}>
            {steps.map(({ seq, step }) => (
              <li key={seq}>{negotiationText(step)}</li>
            ))}
          </ol>
        </Disclosure>
      )}
    </section>
  );
}
