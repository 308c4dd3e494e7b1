/** Parts of a comparison of models: which ones answer, and what their answers took. */
import type { CSSProperties } from "react";
import type { TurnSummary } from "../chat/store/turnSummary.ts";
import { maxColumns } from "../chat/store/unsentMessages.ts";
import { formatMs } from "../messages/quantities.ts";
import { Checkbox } from "../ui/fields/Checkbox.tsx";
import { Row, Stack } from "../ui/primitives/Layout.tsx";
import styles from "./ModelComparison.module.css";

/** The last choice of a list of models: it opens the dialog that adds one. */
export const addChoice = { id: "add a model", label: "Add a model …" } as const;

interface ModelTicksProps {
  readonly models: readonly { readonly id: string; readonly name: string }[];
  /** The ids of the models that answer. */
  readonly ticked: readonly string[];
  /** How many columns each model takes. */
  readonly columnsEach?: number;
  readonly onChange: (ticked: readonly string[]) => void;
}

export function ModelTicks({ models, ticked, columnsEach = 1, onChange }: ModelTicksProps) {
  const isFull = (ticked.length + 1) * columnsEach > maxColumns;
  return (
    <fieldset className={styles.ticks}>
      <legend>Models that answer</legend>
      <Row wraps gap={3}>
        {models.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            isSelected={ticked.includes(id)}
            isDisabled={isFull && !ticked.includes(id)}
            onChange={(isTicked) =>
              onChange(isTicked ? [...ticked, id] : ticked.filter((one) => one !== id))
            }
          />
        ))}
      </Row>
    </fieldset>
  );
}

type AnswerFigures = Partial<Omit<TurnSummary, "calls">>;

interface MeasureKind {
  readonly label: string;
  readonly read: (figures: AnswerFigures) => number | undefined;
  readonly text: (value: number) => string;
  /** What a part of the value was used for. */
  readonly part?: (figures: AnswerFigures) => string | undefined;
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

/** The figures of a comparison as lines of a table. */
export function figuresThatDiffer(all: readonly AnswerFigures[]) {
  return measures.flatMap(({ label, read, text, part }) => {
    const values = all.map(read);
    if (values.every((value) => value === undefined)) return [];
    const cells = all.map((figures, at) => {
      const value = values[at];
      return [value === undefined ? "–" : text(value), part?.(figures)].filter(Boolean).join(" · ");
    });
    return [{ label, differs: new Set(cells).size > 1, cells }];
  });
}

interface FigureBarsProps {
  readonly figures: AnswerFigures;
  /** Of all columns. */
  readonly all: readonly AnswerFigures[];
}

export function FigureBars({ figures, all }: FigureBarsProps) {
  return (
    <Stack as="dl" gap={1} className={styles.facts}>
      {measures.map((kind) => {
        const values = all.map(kind.read);
        if (values.every((value) => value === undefined)) return null;
        return <Measure key={kind.label} kind={kind} figures={figures} all={values} />;
      })}
    </Stack>
  );
}

function count(value: number): string {
  return value.toLocaleString("en");
}

interface MeasureProps {
  readonly kind: MeasureKind;
  readonly figures: AnswerFigures;
  readonly all: readonly (number | undefined)[];
}

function Measure({ kind: { label, read, text, part }, figures, all }: MeasureProps) {
  const value = read(figures);
  const known = all.filter((one) => one !== undefined);
  const most = Math.max(...known);
  const share = most > 0 ? (100 * (value ?? 0)) / most : 0;
  const ofPart = part?.(figures);
  return (
    <div className={styles.measure} style={{ "--share": `${share}%` } as CSSProperties}>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? "–" : text(value)}
        {ofPart && <span className={styles.part}> · {ofPart}</span>}
      </dd>
    </div>
  );
}
