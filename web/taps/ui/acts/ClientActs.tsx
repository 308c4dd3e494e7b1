/** The tab What the client did: sentences about the client, with the rows of Traffic that prove them. */
import { nounText } from "../../../../shared/core/countText.ts";
import type { ActStatement } from "../../../../shared/messages/clientActText.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { useShownTap } from "../../hooks/useShownTap.ts";
import styles from "./ClientActs.module.css";
import { KnownFacts } from "./KnownFacts.tsx";
import { Statement, type StatementProps } from "./Statement.tsx";
import { useClientActs } from "./useClientActs.ts";

export function ClientActs({ renderEvidence }: Pick<StatementProps, "renderEvidence">) {
  const tap = useShownTap();
  const { statements, notSeen, known } = useClientActs(tap?.serverId ?? "");
  const count = (state: ActStatement["state"]) =>
    statements.filter((each) => each.state === state).length;
  if (statements.length === 0) {
    return (
      <EmptyState title="Nothing seen yet">
        What the client does is said here once it has sent something.
      </EmptyState>
    );
  }
  return (
    <div className={styles.view}>
      <Heading level={2} size="body">
        What the client did
      </Heading>
      <Row gap={4} wraps>
        <Count count={count("failed")} word="failed" tone="violation" />
        <Count
          count={count("warning")}
          word={nounText(count("warning"), "warning")}
          tone="warning"
        />
        <Count count={count("open")} word="pending" tone="warning" />
        <Count count={count("ok")} word="done" tone="ok" />
        <Count count={notSeen.count} word="not seen" tone="faint" />
      </Row>
      <ul aria-label="What the client did" className={styles.list}>
        {statements.map((statement) => (
          <Statement
            key={`${statement.state} ${statement.sentence}`}
            statement={statement}
            renderEvidence={renderEvidence}
          />
        ))}
      </ul>
      {known && <KnownFacts known={known} renderEvidence={renderEvidence} />}
      {notSeen.text && (
        <Text as="p" size="small" tone="muted">
          {notSeen.text}
        </Text>
      )}
    </div>
  );
}

interface CountProps {
  readonly count: number;
  readonly word: string;
  readonly tone: "violation" | "warning" | "ok" | "faint";
}

/** A count of nothing says nothing. */
function Count({ count, word, tone }: CountProps) {
  return (
    count > 0 && (
      <Text tone="muted">
        <Text size="large" weight="strong" tone={tone} isNumeric>
          {count}
        </Text>{" "}
        {word}
      </Text>
    )
  );
}
