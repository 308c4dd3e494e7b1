/** What one column of a comparison chose and took, beside the others. */
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { formatMs } from "../../messages/quantities.ts";
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

/** The figures that have a bar: less is better. */
const measures: readonly (readonly [
  label: string,
  read: (summary: TurnSummary) => number | undefined,
  text: (value: number) => string,
])[] = [
  ["Tokens in", ({ inputTokens }) => inputTokens, count],
  ["of them cached", ({ cachedTokens }) => cachedTokens, count],
  ["Tokens out", ({ outputTokens }) => outputTokens, count],
  ["of them reasoning", ({ reasoningTokens }) => reasoningTokens, count],
  ["First text", ({ firstDeltaMs }) => firstDeltaMs, formatMs],
  ["Total", ({ elapsedMs }) => elapsedMs, formatMs],
  [
    "Cost",
    ({ cost }) => cost,
    (cost) => cost.toLocaleString("en", { maximumSignificantDigits: 3 }),
  ],
];

export function CompareFigures(props: CompareFiguresProps) {
  const { name, systemPrompt, summary, all, onContinue } = props;
  const { calls } = summary;
  return (
    <header className={styles.figures}>
      <Row>
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
      <dl className={styles.facts}>
        <dt>{calls.length === 1 ? "1 call" : `${calls.length} calls`}</dt>
        <dd>
          {calls.length === 0 && "no tool"}
          {calls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a turn keep their order
            <Call key={index} call={call} other={all[0]?.calls[index]} />
          ))}
        </dd>
        {measures.map(([label, read, text]) => {
          const values = all.map(read);
          if (values.every((value) => value === undefined)) return null;
          return (
            <Measure key={label} label={label} value={read(summary)} all={values} text={text} />
          );
        })}
      </dl>
    </header>
  );
}

function count(value: number): string {
  return value.toLocaleString("en");
}

interface MeasureProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly all: readonly (number | undefined)[];
  readonly text: (value: number) => string;
}

function Measure({ label, value, all, text }: MeasureProps) {
  const most = Math.max(...all.map((one) => one ?? 0));
  return (
    <>
      <dt>{label}</dt>
      <dd className={styles.measure}>
        <span>{value === undefined ? "–" : text(value)}</span>
        <span
          className={styles.bar}
          style={{ inlineSize: `${most > 0 ? (100 * (value ?? 0)) / most : 0}%` }}
        />
      </dd>
    </>
  );
}

interface CallProps {
  readonly call: TurnSummary["calls"][number];
  /** The call at the same place in the first column. */
  readonly other: TurnSummary["calls"][number] | undefined;
}

/** The tool and its arguments; what differs from the first column is marked. */
function Call({ call: { offeredName, input }, other }: CallProps) {
  const isSameTool = other?.offeredName === offeredName;
  const members = Object.entries(input).map(([key, value]) => ({
    key,
    text: `${key}: ${jsonText(value)}`,
    differs: isSameTool && jsonText(other.input[key]) !== jsonText(value),
  }));
  const missing = isSameTool
    ? Object.keys(other.input).filter((key) => !Object.hasOwn(input, key))
    : [];
  return (
    <code className={styles.call}>
      {isSameTool ? <span>{offeredName}</span> : <mark>{offeredName}</mark>}
      {members.map(({ key, text, differs }) =>
        differs ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>,
      )}
      {missing.map((key) => (
        <mark key={key}>
          <del>{key}</del>
        </mark>
      ))}
    </code>
  );
}
