/** What one column of a comparison chose and took, beside the others. */
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { FigureBars } from "../../content/ModelComparison.tsx";
import { formatCount } from "../../messages/quantities.ts";
import { Button } from "../../ui/Button.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import type { TurnSummary } from "../store/turnSummary.ts";
import styles from "./Compare.module.css";

interface CompareFiguresProps {
  readonly name: string;
  /** Shown if the columns have different ones. */
  readonly systemPrompt: string | undefined;
  readonly summary: TurnSummary;
  /** Of all columns; the first is what the others are compared with. */
  readonly all: readonly TurnSummary[];
  readonly onContinue: () => void;
}

export function CompareFigures(props: CompareFiguresProps) {
  const { name, systemPrompt, summary, all, onContinue } = props;
  const { calls } = summary;
  return (
    <header className={styles.figures}>
      <div>
        <Row wraps>
          <Heading level={3} size="large" isCut className={styles.name}>
            {name}
          </Heading>
          <Button size="small" variant="quiet" onPress={onContinue}>
            Continue alone
          </Button>
        </Row>
        {systemPrompt !== undefined && (
          <Text as="p" size="small" tone="muted" className={styles.prompt} title={systemPrompt}>
            {systemPrompt === "" ? "No system prompt" : systemPrompt}
          </Text>
        )}
      </div>
      <div className={styles.calls}>
        <Text size="small" tone="muted">
          {formatCount(calls.length, "call")}
        </Text>
        {calls.slice(0, shownCalls).map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a turn keep their order
          <Call key={index} call={call} other={all[0]?.calls[index]} />
        ))}
      </div>
      <FigureBars figures={summary} all={all} />
    </header>
  );
}

interface CallProps {
  readonly call: TurnSummary["calls"][number];
  /** The call at the same place in the first column. */
  readonly other: TurnSummary["calls"][number] | undefined;
}

/** Calls of a turn, and their arguments, that are drawn: a model decides how many there are. */
const [shownCalls, shownMembers] = [10, 20];

/** The tool and its arguments; what differs from the first column is marked. */
function Call({ call: { offeredName, input }, other }: CallProps) {
  const isSameTool = other?.offeredName === offeredName;
  const name = exactLine(offeredName);
  const members = Object.entries(input)
    .slice(0, shownMembers)
    .map(([key, value]) => ({
      key,
      text: exactLine(`${key}: ${jsonText(value)}`),
      differs: isSameTool && jsonText(other.input[key]) !== jsonText(value),
    }));
  const missing = isSameTool
    ? Object.keys(other.input)
        .filter((key) => !Object.hasOwn(input, key))
        .slice(0, shownMembers)
    : [];
  return (
    <code className={styles.call}>
      {isSameTool ? <span>{name}</span> : <mark>{name}</mark>}
      {members.map(({ key, text, differs }) =>
        differs ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>,
      )}
      {missing.map((key) => (
        <mark key={key}>
          <del>{exactLine(key)}</del>
        </mark>
      ))}
    </code>
  );
}
