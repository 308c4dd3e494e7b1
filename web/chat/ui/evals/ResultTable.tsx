/** The cases of a suite with the rate of each model, and what went wrong. */
import { useState } from "react";
import type { EvalCase, EvalSuite } from "../../../../shared/evals/evalSuite.ts";
import { type EvalRun, hasPassedEval } from "../../../../shared/evals/runSuite.ts";
import { fewRuns } from "../../../../shared/evals/wilson.ts";
import { expectationText, runSentences } from "../../../../shared/messages/evalSentences.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { resultFactsText } from "../../messages/evalMessages.ts";
import type { EvalResult } from "../../store/evals/evalDocuments.ts";
import styles from "./Evals.module.css";
import { Rate } from "./Rate.tsx";

interface ResultTableProps {
  readonly suite: EvalSuite;
  readonly result: EvalResult | undefined;
}

export function ResultTable({ suite, result }: ResultTableProps) {
  const [opened, setOpened] = useState<string>();
  const runs = result?.runs ?? [];
  const models = [...new Set(runs.map(({ model }) => model))];
  return (
    <Stack as="section">
      <Heading level={3}>{formatCount(suite.cases.length, "case")}</Heading>
      {result && (
        <Text as="p" size="small" tone="muted" className={styles.facts}>
          {resultFactsText(result)}
        </Text>
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
            {suite.cases.map((one) => {
              const own = runs.filter((run) => run.case.name === one.name);
              const isOpened = opened === one.name;
              return (
                <CaseRows
                  key={one.name}
                  one={one}
                  runs={own}
                  models={models}
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

interface CaseRowsProps {
  readonly one: EvalCase;
  readonly runs: readonly EvalRun[];
  readonly models: readonly string[];
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

function CaseRows({ one, runs, models, isOpened, onOpen }: CaseRowsProps) {
  return (
    <>
      <tr>
        <th scope="row">
          <Button variant="quiet" size="small" aria-expanded={isOpened} onPress={onOpen}>
            {one.name}
          </Button>
        </th>
        {models.map((model) => {
          const own = runs.filter((run) => run.model === model);
          return (
            <td key={model}>
              <Rate passed={own.filter(hasPassedEval).length} count={own.length} />
            </td>
          );
        })}
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
        {runs.map((run) => (
          <li key={`${run.model} ${run.repeat}`}>
            <Text tone={hasPassedEval(run) ? "ok" : "violation"} weight="medium">
              {run.model} #{run.repeat} {hasPassedEval(run) ? "passed" : "failed"}
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
