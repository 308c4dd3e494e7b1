/** Which tool was chosen where which one was expected, what no case led to, and confused pairs. */
import type { CSSProperties } from "react";
import { noTool, summarizeSuite } from "../../../../shared/evals/summary.ts";
import { coverageSentence } from "../../../../shared/messages/evalSentences.ts";
import { ExactText } from "../../../content/ExactText.tsx";
import { formatCount } from "../../../messages/quantities.ts";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import type { EvalResult } from "../../store/evals/evalDocuments.ts";
import styles from "./Evals.module.css";

/** Pairs whose descriptions are shown. */
const maxPairs = 5;

export function ChoiceMatrix({ result }: { readonly result: EvalResult }) {
  const summary = summarizeSuite(result.runs, result.tools);
  const { choices, confusions } = summary;
  const coverage = coverageSentence(summary);
  const expected = [...new Set(choices.map((choice) => choice.expected))];
  const others = choices.map(({ chosen }) => chosen).filter((name) => !expected.includes(name));
  const chosen = [...expected, ...new Set(others)];
  const countOf = (row: string, column: string) =>
    choices.find((choice) => choice.expected === row && choice.chosen === column)?.count ?? 0;
  const sumOf = (row: string) => chosen.reduce((sum, column) => sum + countOf(row, column), 0);
  const pairs = confusions.filter(({ chosen: tool }) => tool !== noTool).slice(0, maxPairs);
  return (
    <>
      {expected.length > 0 && (
        <Stack as="section">
          <Heading level={3}>Expected and chosen tools</Heading>
          <div className={styles.wide}>
            <table className={styles.matrix} aria-label="Expected and chosen tools">
              <thead>
                <tr>
                  <th scope="col">expected</th>
                  {chosen.map((name) => (
                    <th key={name} scope="col" title={name}>
                      <span className={styles.vertical}>
                        <ExactText text={name} maxLength={64} />
                      </span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {expected.map((row) => (
                  <tr key={row}>
                    <th scope="row">
                      <ExactText text={row} maxLength={64} />
                    </th>
                    {chosen.map((column) => {
                      const count = countOf(row, column);
                      const share = Math.round((100 * count) / sumOf(row));
                      return (
                        <td
                          key={column}
                          data-kind={count === 0 ? undefined : row === column ? "right" : "wrong"}
                          style={{ "--share": `${share}%` } as CSSProperties}
                        >
                          {count > 0 && count}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Stack>
      )}
      {pairs.map(({ expected: one, chosen: other, count }) => (
        <Stack key={`${one} ${other}`} as="section">
          <Heading level={4}>
            <ExactText text={`${other} instead of ${one}: ${formatCount(count, "time")}`} />
          </Heading>
          <div className={styles.pair}>
            <Description result={result} name={one} />
            <Description result={result} name={other} />
          </div>
        </Stack>
      ))}
      {coverage !== undefined && (
        <Text as="p" size="small" tone="muted" className={styles.facts}>
          <ExactText text={coverage} />
        </Text>
      )}
    </>
  );
}

function Description({ result, name }: { readonly result: EvalResult; readonly name: string }) {
  const tool = result.tools.find((one) => one.name === name);
  return (
    <Stack gap={1} className={styles.description}>
      <Text as="code" isMono weight="strong">
        <ExactText text={name} maxLength={64} />
      </Text>
      <Text as="div" size="small">
        {tool?.description ? (
          <ExactText text={tool.description} maxLength={2000} />
        ) : (
          "No description"
        )}
      </Text>
    </Stack>
  );
}
