/** Shows the last good answer of an item below its error, so that what it answers otherwise stays in view. */
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Row } from "../../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../../ui/primitives/Text.tsx";
import { formerCallText, runTime } from "../../../messages/runMessages.ts";
import type { FormerCall } from "../../../store/history/staleness.ts";
import type { DoneRun } from "../../../store/run.ts";
import styles from "./Outcome.module.css";
import { ResultContent } from "./ResultContent.tsx";
import { useStructuredText } from "./useStructured.ts";

interface LastGoodResultProps {
  readonly done: DoneRun;
  /** How its call differs from what would be called now. */
  readonly former: FormerCall | undefined;
  /** Names saved files. */
  readonly name: string;
}

export function LastGoodResult({ done, former, name }: LastGoodResultProps) {
  const { clock } = useStores();
  const { outcome } = done;
  const structuredText = useStructuredText(outcome);
  if (outcome.kind !== "result") return null;
  const facts = [runTime(done, clock.now()), former && formerCallText(former)];
  return (
    <section aria-label="Last good answer" className={styles.good}>
      <Row wraps className={styles.goodHead}>
        <Heading level={4}>Last good answer</Heading>
        <Text size="small" tone="muted">
          {facts.filter(Boolean).join(", ")}
        </Text>
      </Row>
      <div className={styles.body} data-old>
        <ResultContent
          value={outcome.value}
          answer={outcome.answer}
          structuredText={structuredText}
          name={name}
        />
      </div>
    </section>
  );
}
