/** The tab What the client did: sentences about the client, with the rows of Traffic that prove them. */
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { nounText } from "../../../shared/core/countText.ts";
import type { ActStatement } from "../../../shared/messages/clientActText.ts";
import { formatCount } from "../../messages/quantities.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { type State, StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { useShownTap } from "../hooks/useShownTap.ts";
import styles from "./ClientActs.module.css";
import { useClientActs } from "./useClientActs.ts";

interface Props {
  /** Renders rows of Traffic by their numbers. */
  readonly renderEvidence: (seqs: readonly number[]) => ReactNode;
}

export function ClientActs({ renderEvidence }: Props) {
  const tap = useShownTap();
  const { statements, notSeen } = useClientActs(tap?.serverId ?? "");
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

const glyphs: Readonly<Record<ActStatement["state"], State>> = {
  failed: "failed",
  warning: "warning",
  open: "running",
  ok: "ok",
  "not-seen": "not-applicable",
};

/** A failed one shows its rows at once; the others on request. */
function Statement(props: Props & { readonly statement: ActStatement }) {
  const { state, sentence, detail, seqs } = props.statement;
  const [isOpen, setOpen] = useState<boolean>();
  const shown = isOpen ?? state === "failed";
  return (
    <li className={styles.statement}>
      <div className={styles.line}>
        <StateGlyph state={glyphs[state]} label={state === "ok" ? "done" : state} />
        <Stack gap={1} className={styles.words}>
          <Text weight={state === "failed" ? "strong" : "medium"}>{sentence}</Text>
        </Stack>
        <Text size="small" tone="muted" isNumeric>
          {detail}
        </Text>
        {seqs.length > 0 && (
          <button
            type="button"
            aria-expanded={shown}
            aria-label={`Evidence: ${sentence}`}
            className={styles.toggle}
            onClick={() => setOpen(!shown)}
          >
            {formatCount(seqs.length, "row")}
            <ChevronRight aria-hidden="true" className={styles.chevron} />
          </button>
        )}
      </div>
      {shown && seqs.length > 0 && (
        <div className={styles.evidence}>{props.renderEvidence(seqs)}</div>
      )}
    </li>
  );
}
