/** The rates of a suite over time, for each model; a line marks where the definitions changed. */
import { countPassed } from "../../../../shared/evals/runSuite.ts";
import { wilsonInterval } from "../../../../shared/evals/wilson.ts";
import { formatDateTime } from "../../../messages/quantities.ts";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import type { EvalResult } from "../../store/evals/evalDocuments.ts";
import styles from "./Evals.module.css";

/** Results that are shown. */
const maxShown = 40;

const size = { width: 640, height: 120, margin: 8 };

export function OverTime({ results }: { readonly results: readonly EvalResult[] }) {
  const shown = results.filter(({ lab }) => lab === undefined).slice(-maxShown);
  if (shown.length < 2) return null;
  const models = [...new Set(shown.flatMap(({ runs }) => runs.map(({ model }) => model)))];
  const step = (size.width - 2 * size.margin) / (shown.length - 1);
  const y = (rate: number) => size.margin + (1 - rate) * (size.height - 2 * size.margin);
  const lines = models.map((model, index) => ({
    model,
    color: `var(--server-${(index % 6) + 1})`,
    points: shown.flatMap((result, at) => {
      const own = result.runs.filter((run) => run.model === model);
      const { passed, count } = countPassed(own);
      if (count === 0) return [];
      const interval = wilsonInterval(passed, count);
      // models beside each other
      const x = size.margin + at * step + index * 3;
      return [{ x, rate: passed / count, interval, passed, count, result }];
    }),
  }));
  const changes = shown.flatMap(({ definitionHash }, at) =>
    at > 0 && shown[at - 1]?.definitionHash !== definitionHash
      ? [{ x: size.margin + (at - 0.5) * step, definitionHash }]
      : [],
  );
  const times = shown.map(({ at }) => formatDateTime(at));
  return (
    <Stack as="section">
      <Heading level={3}>Over time</Heading>
      <svg
        role="img"
        aria-label={`Rates of ${shown.length} results`}
        viewBox={`0 0 ${size.width} ${size.height}`}
        className={styles.plot}
      >
        {[0, 0.5, 1].map((rate) => (
          <line key={rate} x1={0} x2={size.width} y1={y(rate)} y2={y(rate)} />
        ))}
        {changes.map(({ x, definitionHash }) => (
          <line key={x} x1={x} x2={x} y1={0} y2={size.height} data-change>
            <title>{`Definitions ${definitionHash}`}</title>
          </line>
        ))}
        {lines.map(({ model, color, points }) => (
          <g key={model} style={{ color }}>
            <polyline points={points.map(({ x, rate }) => `${x},${y(rate)}`).join(" ")} />
            {points.map(({ x, rate, interval, passed, count, result }) => (
              <g key={result.id}>
                <line x1={x} x2={x} y1={y(interval.from)} y2={y(interval.to)} data-interval />
                <circle cx={x} cy={y(rate)} r={3}>
                  <title>{`${model}: ${passed} of ${count}, ${formatDateTime(result.at)}`}</title>
                </circle>
              </g>
            ))}
          </g>
        ))}
      </svg>
      <Row wraps gap={3}>
        {lines.map(({ model, color }) => (
          <Row key={model} gap={1}>
            <span aria-hidden="true" className={styles.dot} style={{ background: color }} />
            <Text size="small">{model}</Text>
          </Row>
        ))}
        <Text size="small" tone="muted">
          0 to 100 %, {times[0]} to {times.at(-1)}.
          {changes.length > 0 && " A dashed line: the definitions changed."}
        </Text>
      </Row>
    </Stack>
  );
}
