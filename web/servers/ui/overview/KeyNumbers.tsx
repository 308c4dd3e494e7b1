/** The four numbers of a server: its tools, what they cost, how fast it was ready, and findings. */
import { useMemo } from "react";
import { isReadOnlyTool } from "../../../../shared/protocol/toolHints.ts";
import { formatCount, formatMs } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useFindings } from "../../../stores/useFindings.ts";
import styles from "./KeyNumbers.module.css";
import type { MeasuredTool } from "./ToolDefinitions.tsx";

interface Props {
  readonly connectionId: string;
  readonly tools: readonly MeasuredTool[];
  /** Milliseconds from connecting until the server was ready; undefined if the log does not have it. */
  readonly readyMs: number | undefined;
}

export function KeyNumbers({ connectionId, tools, readyMs }: Props) {
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const readOnly = tools.filter(({ item }) => isReadOnlyTool(item.raw)).length;
  const { count, violations } = useFindingsOf(connectionId);
  return (
    <dl className={styles.numbers}>
      <KeyNumber
        value={tools.length.toLocaleString("en")}
        words={`${tools.length === 1 ? "tool" : "tools"} · ${readOnly} read-only`}
      />
      <KeyNumber value={`≈ ${tokens.toLocaleString("en")}`} words="tokens of definitions" />
      {readyMs !== undefined && <KeyNumber value={formatMs(readyMs)} words="from start to ready" />}
      <KeyNumber
        value={`${count}`}
        words={`${count === 1 ? "finding" : "findings"} · ${formatCount(violations, "violation")}`}
        isWarning={count > 0}
      />
    </dl>
  );
}

function KeyNumber(props: { value: string; words: string; isWarning?: boolean }) {
  return (
    <div className={styles.number}>
      <dt className={styles.words}>{props.words}</dt>
      <dd className={styles.value} data-warning={props.isWarning || undefined}>
        {props.value}
      </dd>
    </div>
  );
}

function useFindingsOf(connectionId: string) {
  const { log } = useStores().traffic;
  const found = useFindings().snapshot();
  return useMemo(() => {
    const { entries } = log.snapshot();
    const first = entries[0]?.seq ?? 0;
    const own = [...(found?.bySeq ?? [])].flatMap(([seq, findings]) =>
      entries[seq - first]?.connectionId === connectionId ? findings : [],
    );
    const violations = own.filter(({ severity }) => severity === "violation").length;
    return { count: own.length, violations };
  }, [found, log, connectionId]);
}
