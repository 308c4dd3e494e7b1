/** What models chose with the definitions of the server and with the edited ones. */

import type { EvalSuite } from "../../../../shared/evals/evalSuite.ts";
import { countPassed, type EvalRun, sumKnown } from "../../../../shared/evals/runSuite.ts";
import { noTool } from "../../../../shared/evals/summary.ts";
import { compareRates } from "../../../../shared/evals/wilson.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import type { EvalResult } from "../../store/evals/evalDocuments.ts";
import styles from "./Evals.module.css";
import { Rate } from "./Rate.tsx";

interface LabResultsProps {
  readonly suite: EvalSuite;
  readonly results: readonly EvalResult[];
  /** Cases that a proposal was made from. */
  readonly shownCases: readonly string[];
}

export function LabResults({ suite, results, shownCases }: LabResultsProps) {
  const [before, after] = (["server", "edited"] as const).map((side) =>
    results.findLast(({ lab }) => lab === side),
  );
  if (!after || !before) return null;
  const isHeldBack = ({ case: one }: EvalRun) => !shownCases.includes(one.name);
  const sides = [before.runs, after.runs] as const;
  const groups = [
    ["All cases", sides],
    ...(shownCases.length > 0
      ? [["Held back from the proposal", sides.map((runs) => runs.filter(isHeldBack))] as const]
      : []),
  ] as readonly (readonly [string, typeof sides])[];
  return (
    <Stack as="section">
      <Heading level={4}>Server and edited definitions</Heading>
      <div className={styles.wide}>
        <table className={styles.table} aria-label="Server and edited definitions">
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">Server</th>
              <th scope="col">Edited</th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(([name, [one, other]]) => (
              <tr key={name} data-sum>
                <th scope="row">{name}</th>
                <Side runs={one} />
                <Side runs={other} />
                <td>
                  <Text size="small">{differenceText(one, other)}</Text>
                </td>
              </tr>
            ))}
            {suite.cases.map(({ name }) => {
              const [one, other] = sides.map((runs) =>
                runs.filter((run) => run.case.name === name),
              ) as [EvalRun[], EvalRun[]];
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <Side runs={one} hasChoices />
                  <Side runs={other} hasChoices />
                  <td>
                    <Text size="small">{differenceText(one, other)}</Text>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Stack>
  );
}

interface SideProps {
  readonly runs: readonly EvalRun[];
  readonly hasChoices?: boolean;
}

function Side({ runs, hasChoices = false }: SideProps) {
  const chosen = [...new Set(runs.map(({ observed }) => observed.calls[0]?.tool ?? noTool))];
  // a sum without the runs whose tokens are not known would be too low
  const tokens = sumKnown(runs.map(({ observed }) => observed.tokens));
  return (
    <td>
      <Stack gap={0}>
        <Rate {...countPassed(runs)} />
        {hasChoices && runs.length > 0 && (
          <Text size="small" isMono>
            {chosen.join(", ")}
          </Text>
        )}
        {tokens !== undefined && tokens > 0 && (
          <Text size="meta" tone="faint">
            {formatCount(tokens, "token")}
          </Text>
        )}
      </Stack>
    </td>
  );
}

function differenceText(before: readonly EvalRun[], after: readonly EvalRun[]): string {
  if (before.length === 0 || after.length === 0) return "";
  const change = compareRates(countPassed(before), countPassed(after));
  return { better: "better", worse: "worse", same: "none", unknown: "too few runs" }[change];
}
