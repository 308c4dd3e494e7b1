/** How what the client did compares with what is known about it, and the change of its file. */
import {
  type FactComparison,
  profileChange,
} from "../../../../shared/clients/seen/compareFacts.ts";
import type { RecognisedClient } from "../../../../shared/clients/seen/knownClient.ts";
import {
  clientRange,
  comparisonText,
  factsAsKnownText,
  profilePath,
  proofOf,
} from "../../../../shared/messages/clients/clientSeenText.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import styles from "./ClientActs.module.css";
import { Statement, type StatementProps } from "./Statement.tsx";

type Props = { readonly known: RecognisedClient } & Pick<StatementProps, "renderEvidence">;

const isOther = ({ state }: FactComparison) => state === "differs" || state === "new";

export function KnownFacts({ known: { client, comparisons, seen }, renderEvidence }: Props) {
  const others = comparisons.filter(isOther);
  const change = () =>
    profileChange(comparisons, {
      source: proofOf(seen),
      date: new Date().toISOString().slice(0, 10),
    }) ?? "";
  return (
    <>
      <Row gap={3} wraps>
        <Heading level={2} size="body">
          Compared with what is known about {clientRange(client)}
        </Heading>
        {others.length > 0 && <CopyButton text={change} label="Copy change" size="small" />}
      </Row>
      {others.length > 0 && (
        <ul aria-label="Compared with what is known" className={styles.list}>
          {others.map((each) => (
            <Statement
              key={each.fact}
              statement={{
                state: each.state === "differs" ? "warning" : "ok",
                sentence: comparisonText(undefined, each) ?? "",
                detail: "",
                seqs: each.seen?.seqs ?? [],
              }}
              renderEvidence={renderEvidence}
            />
          ))}
        </ul>
      )}
      <Text as="p" size="small" tone="muted">
        {factsAsKnownText(client, comparisons)}.
        {others.length > 0 && ` The change is a JSON Patch of ${profilePath(client)}.`}
      </Text>
    </>
  );
}
