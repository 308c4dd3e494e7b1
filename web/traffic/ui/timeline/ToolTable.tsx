/** How long the calls of each tool took in the chosen time. */
import { memo, useId, useMemo } from "react";
import { formatDuration, formatMs } from "../../../messages/quantities.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { ServerBadge } from "../../../ui/lists/ServerBadge.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import type { LogIndex } from "../messages/logIndex.ts";
import type { LogServers } from "../useLogServers.ts";
import { lengthText } from "./laneTexts.ts";
import type { Span } from "./spans/spans.ts";
import type { TimeRange } from "./spans/timelineSessions.ts";
import styles from "./ToolTable.module.css";
import { type ToolTimes, toolTimes } from "./toolTimes.ts";

interface ToolTableProps {
  /** Those in the chosen time. */
  readonly calls: readonly Span[];
  readonly range: TimeRange;
  readonly isWhole: boolean;
  readonly index: LogIndex;
  readonly servers: LogServers;
}

/** The most tools that are shown. */
const maxTools = 200;

export const ToolTable = memo(({ calls, range, isWhole, index, servers }: ToolTableProps) => {
  const headingId = useId();
  const tools = useMemo(() => {
    const serverOf = ({ seq }: Span) => {
      const entry = index.entry(seq);
      return (entry && servers.of(entry)?.name) ?? "";
    };
    return toolTimes(calls, serverOf);
  }, [calls, index, servers]);
  if (tools.length === 0) return null;
  const longest = Math.max(1, ...tools.map((tool) => tool.longest ?? 0));
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <Row gap={2} wraps className={styles.title}>
        <Heading level={3} id={headingId}>
          Per tool{isWhole ? "" : `, in the chosen ${lengthText(range.to - range.from)}`}
        </Heading>
        <CopyButton
          variant="quiet"
          size="small"
          label="Copy as CSV"
          text={() => csvOf(tools)}
          className={styles.copy}
        />
      </Row>
      <table aria-labelledby={headingId} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">tool</th>
            <th scope="col">calls</th>
            <th scope="col">median</th>
            <th scope="col" className={styles.wide}>
              95 %
            </th>
            <th scope="col">longest</th>
            <th scope="col" className={styles.scale}>
              0 to {formatMs(longest)}: mark at the median, dot at the longest
            </th>
            <th scope="col">failed</th>
          </tr>
        </thead>
        <tbody>
          {tools.slice(0, maxTools).map((tool) => (
            <ToolRow
              key={tool.call.seq}
              tool={tool}
              longest={longest}
              index={index}
              servers={servers}
            />
          ))}
        </tbody>
      </table>
      {tools.length > maxTools && (
        <Text as="p" size="small" tone="muted" className={styles.rest}>
          {(tools.length - maxTools).toLocaleString("en")} tools with shorter calls are in the copy
          only.
        </Text>
      )}
    </section>
  );
});

interface ToolRowProps extends Pick<ToolTableProps, "index" | "servers"> {
  readonly tool: ToolTimes;
  readonly longest: number;
}

function ToolRow({ tool, longest, index, servers }: ToolRowProps) {
  const entry = index.entry(tool.call.seq);
  const server = entry && servers.hasSeveral() ? servers.of(entry) : undefined;
  const text = (ms: number | undefined) =>
    ms === undefined ? "–" : formatDuration(ms, tool.isNetworkTime);
  const share = (ms: number) => `${(ms / longest) * 100}%`;
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>
          {server && <ServerBadge {...server.tag} name={server.name} />}
          <Text isMono isCut title={tool.name} dir="auto">
            {tool.name}
          </Text>
        </span>
      </th>
      <td>
        {tool.calls.toLocaleString("en")}
        {tool.running > 0 && (
          <Text size="meta" tone="muted">{` · ${tool.running.toLocaleString("en")} running`}</Text>
        )}
      </td>
      <td>{text(tool.median)}</td>
      <td className={styles.wide}>{text(tool.p95)}</td>
      <td>{text(tool.longest)}</td>
      <td className={styles.scale}>
        <span aria-hidden="true" className={styles.distribution}>
          {tool.longest !== undefined && tool.median !== undefined && (
            <>
              <span
                className={styles.line}
                style={{ inlineSize: share(tool.p95 ?? tool.longest) }}
              />
              <span className={styles.median} style={{ insetInlineStart: share(tool.median) }} />
              <span className={styles.longest} style={{ insetInlineStart: share(tool.longest) }} />
            </>
          )}
        </span>
      </td>
      <td>
        <Text tone={tool.failed > 0 ? "violation" : "muted"}>
          {tool.failed.toLocaleString("en")}
        </Text>
      </td>
    </tr>
  );
}

/** Durations in milliseconds. */
function csvOf(tools: readonly ToolTimes[]): string {
  const lines = tools.map(({ name, calls, median, p95, longest, failed }) =>
    [csvText(name), calls, ...[median, p95, longest].map(csvNumber), failed].join(","),
  );
  return ["tool,calls,median ms,95 % ms,longest ms,failed", ...lines].join("\n");
}

const csvNumber = (ms: number | undefined) => (ms === undefined ? "" : ms.toFixed(3));

/** A quote before a name that a spreadsheet would compute. */
function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
