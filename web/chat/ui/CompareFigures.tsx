/** What one column of a comparison chose and took, beside the others. */
import type { CSSProperties } from "react";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { formatCount, formatMs } from "../../messages/quantities.ts";
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

interface MeasureKind {
  readonly label: string;
  readonly read: (summary: TurnSummary) => number | undefined;
  readonly text: (value: number) => string;
  /** What a part of the value was used for. */
  readonly part?: (summary: TurnSummary) => string | undefined;
}

/** The figures that have a bar: less is better. */
const measures: readonly MeasureKind[] = [
  {
    label: "Tokens in",
    read: ({ inputTokens }) => inputTokens,
    text: count,
    part: ({ cachedTokens }) => (cachedTokens ? `${count(cachedTokens)} cached` : undefined),
  },
  {
    label: "Tokens out",
    read: ({ outputTokens }) => outputTokens,
    text: count,
    part: ({ reasoningTokens }) =>
      reasoningTokens ? `${count(reasoningTokens)} reasoning` : undefined,
  },
  { label: "First text", read: ({ firstDeltaMs }) => firstDeltaMs, text: formatMs },
  { label: "Total", read: ({ elapsedMs }) => elapsedMs, text: formatMs },
  {
    label: "Cost",
    read: ({ cost }) => cost,
    text: (cost) => cost.toLocaleString("en", { maximumSignificantDigits: 3 }),
  },
];

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
      <dl className={styles.facts}>
        {measures.map((kind) => {
          const values = all.map(kind.read);
          if (values.every((value) => value === undefined)) return null;
          return <Measure key={kind.label} kind={kind} summary={summary} all={values} />;
        })}
      </dl>
    </header>
  );
}

function count(value: number): string {
  return value.toLocaleString("en");
}

interface MeasureProps {
  readonly kind: MeasureKind;
  readonly summary: TurnSummary;
  readonly all: readonly (number | undefined)[];
}

function Measure({ kind: { label, read, text, part }, summary, all }: MeasureProps) {
  const value = read(summary);
  const known = all.filter((one) => one !== undefined);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const share = most > 0 ? (100 * (value ?? 0)) / most : 0;
  const ofPart = part?.(summary);
  return (
    <div
      data-least={(value === least && least < most) || undefined}
      className={styles.measure}
      style={{ "--share": `${share}%` } as CSSProperties}
    >
      <dt>{label}</dt>
      <dd>
        {value === undefined ? "–" : text(value)}
        {ofPart && <span className={styles.part}> · {ofPart}</span>}
      </dd>
    </div>
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
