/** The cases of a suite with the rate of each model, and what went wrong. */
import { useState } from "react";
import type { EvalCase, EvalSuite } from "../../../../shared/evals/evalSuite.ts";
import { countPassed, type EvalRun, evalRunState } from "../../../../shared/evals/runSuite.ts";
import { compareRates, fewRuns } from "../../../../shared/evals/wilson.ts";
import { expectationText, runSentences } from "../../../../shared/messages/evalSentences.ts";
import { formatCount, formatDateTime } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { resultFactsText } from "../../messages/evalMessages.ts";
import type { EvalResult } from "../../store/evals/evalDocuments.ts";
import { resultBefore } from "../../store/evals/evals.ts";
import styles from "./Evals.module.css";
import { Rate } from "./Rate.tsx";

interface ResultTableProps {
  readonly suite: EvalSuite;
  /** Of the suite, oldest first. */
  readonly results: readonly EvalResult[];
  /** The one that is shown. */
  readonly result: EvalResult | undefined;
  readonly onShow: (id: string) => void;
}

export function ResultTable({ suite, results, result, onShow }: ResultTableProps) {
  const [opened, setOpened] = useState<string>();
  const runs = result?.runs ?? [];
  const before = result && resultBefore(results, result);
  const models = [...new Set(runs.map(({ model }) => model))];
  return (
    <Stack as="section">
      <Heading level={3}>{formatCount(suite.cases.length, "case")}</Heading>
      {result && (
        <Select
          label="Result"
          hideLabel
          isQuiet
          choices={results.toReversed().map((one) => ({ id: one.id, label: resultFactsText(one) }))}
          value={result.id}
          onChange={onShow}
        />
      )}
      <div className={styles.wide}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Case</th>
              {models.map((model) => (
                <th key={model} scope="col">
                  {model}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.length > 0 && (
              <tr data-sum>
                <th scope="row">All cases</th>
                <Rates runs={runs} models={models} before={before} />
              </tr>
            )}
            {suite.cases.map((one) => {
              const own = runs.filter((run) => run.case.name === one.name);
              const isOpened = opened === one.name;
              return (
                <CaseRows
                  key={one.name}
                  one={one}
                  runs={own}
                  models={models}
                  before={before}
                  isOpened={isOpened}
                  onOpen={() => setOpened(isOpened ? undefined : one.name)}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {runs.length > 0 && runs.length < fewRuns * suite.cases.length * models.length && (
        <Text as="p" size="small" tone="muted">
          Fewer than {fewRuns} runs of a case say little about a rate.
        </Text>
      )}
    </Stack>
  );
}

interface RatesProps {
  readonly runs: readonly EvalRun[];
  readonly models: readonly string[];
  /** An earlier result to compare with. */
  readonly before: EvalResult | undefined;
}

/** A cell for each model; a rate has changed only if the intervals part. */
function Rates({ runs, models, before }: RatesProps) {
  const names = new Set(runs.map((run) => run.case.name));
  const earlier = before?.runs.filter((run) => names.has(run.case.name)) ?? [];
  return models.map((model) => {
    const [own, old] = [runs, earlier].map((all) => all.filter((run) => run.model === model)) as [
      EvalRun[],
      EvalRun[],
    ];
    const change = compareRates(countPassed(old), countPassed(own));
    return (
      <td key={model}>
        <Rate {...countPassed(own)} />
        {before && (change === "better" || change === "worse") && (
          <Text size="meta" tone={change === "better" ? "ok" : "violation"}>
            {change} than on {formatDateTime(before.at)}
          </Text>
        )}
      </td>
    );
  });
}

interface CaseRowsProps extends RatesProps {
  readonly one: EvalCase;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

function CaseRows({ one, runs, models, before, isOpened, onOpen }: CaseRowsProps) {
  return (
    <>
      <tr>
        <th scope="row">
          <Button variant="quiet" size="small" aria-expanded={isOpened} onPress={onOpen}>
            {one.name}
          </Button>
        </th>
        <Rates runs={runs} models={models} before={before} />
      </tr>
      {isOpened && (
        <tr>
          <td colSpan={models.length + 1}>
            <RunList one={one} runs={runs} />
          </td>
        </tr>
      )}
    </>
  );
}

function RunList({ one, runs }: Pick<CaseRowsProps, "one" | "runs">) {
  return (
    <Stack gap={2} className={styles.runs}>
      <Text as="p" tone="muted">
        {[one.message, ...(one.followUps ?? [])].join(" · ")}
      </Text>
      <Text as="p" size="small">
        {one.expect.length === 0
          ? "Nothing is expected."
          : `Expected: ${one.expect.map(expectationText).join("; ")}.`}
      </Text>
      <ul>
        {sameRuns(runs).map(([run, ...others]) => (
          <li key={`${run.model} ${run.repeat}`}>
            <Text tone={runTones[evalRunState(run)]} weight="medium">
              {run.model} {[run, ...others].map(({ repeat }) => `#${repeat}`).join(", ")}{" "}
              {evalRunState(run)}
            </Text>
            {runSentences(run).map((sentence) => (
              <Text key={sentence} as="p" size="small">
                {sentence}
              </Text>
            ))}
            {run.judgement && <Judge judgement={run.judgement} />}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

const runTones = { passed: "ok", failed: "violation", "could not run": "warning" } as const;

/** Runs of one model that ended alike, in one entry. */
function sameRuns(runs: readonly EvalRun[]): readonly [EvalRun, ...EvalRun[]][] {
  const groups = new Map<string, [EvalRun, ...EvalRun[]]>();
  for (const run of runs) {
    const { isGood, reason } = run.judgement ?? {};
    const key = JSON.stringify([run.model, runSentences(run), isGood, reason]);
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups.values()];
}

function Judge({ judgement }: { readonly judgement: NonNullable<EvalRun["judgement"]> }) {
  const { isGood, reason, prompt } = judgement;
  const verdict = isGood === undefined ? "no verdict" : isGood ? "good" : "not good";
  return (
    <>
      <Text as="p" size="small" tone="muted">
        Judge (advice only): {verdict}. {reason}
      </Text>
      <Disclosure title="Prompt of the judge" level={4}>
        <pre className={styles.prompt}>{prompt}</pre>
      </Disclosure>
    </>
  );
}
