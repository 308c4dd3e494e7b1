/** The last runs of a call as small squares, the newest last. */
import { formatMs } from "../../../messages/quantities.ts";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import type { CallRun } from "../../store/collections/storedCollections.ts";
import { timeText } from "../history/timeText.ts";
import styles from "./SavedCalls.module.css";

export function RunSquares({ runs }: { runs: readonly CallRun[] }) {
  if (runs.length === 0) return null;
  const passed = runs.filter(({ isPassed }) => isPassed).length;
  const failed = runs.length - passed;
  const times = runs.flatMap(({ ms }) => ms ?? []).toSorted((one, other) => one - other);
  const middle = times[Math.floor(times.length / 2)];
  return (
    <Stack as="section" gap={2}>
      <Row gap={2} align="baseline">
        <Heading level={3}>Runs</Heading>
        <Text size="small" tone="muted">
          last {runs.length}
        </Text>
      </Row>
      <Row gap={2} wraps>
        <Row as="ul" align="stretch" aria-label="Runs" className={styles.squares}>
          {runs.map(({ at, ms, isPassed }) => {
            const text = `${isPassed ? "Passed" : "Failed"}, ${timeText(at)}${ms === undefined ? "" : `, ${formatMs(ms)}`}`;
            return (
              <li
                key={at}
                title={text}
                className={styles.square}
                data-failed={!isPassed || undefined}
              >
                <VisuallyHidden>{text}</VisuallyHidden>
              </li>
            );
          })}
        </Row>
        <Text size="small" tone="muted" isNumeric>
          {passed} passed, {failed} failed
          {middle !== undefined && ` · median ${formatMs(middle)}`}
        </Text>
      </Row>
    </Stack>
  );
}
