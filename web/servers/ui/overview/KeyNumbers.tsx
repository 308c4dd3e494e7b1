/** The four numbers of a server: its tools, what they cost, how fast it was ready, and findings. */

import { useEffect, useMemo, useState } from "react";
import { entryAt } from "../../../../shared/log/eventLog.ts";
import type { Readiness } from "../../../../shared/log/readiness.ts";
import { isReadOnlyTool } from "../../../../shared/protocol/toolHints.ts";
import { formatCount, formatMs, nounOf, signInText } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useFindings } from "../../../traffic/hooks/useFindings.ts";
import { listSizeTexts } from "../../messages/listMessages.ts";
import type { ListSize } from "../../store/catalog/queries.ts";
import styles from "./KeyNumbers.module.css";
import type { MeasuredTool } from "./ToolDefinitions.tsx";

interface Props {
  readonly connectionId: string;
  /** How many tools the server lists, or why that is not known. */
  readonly size: ListSize;
  readonly tools: readonly MeasuredTool[];
  /** Undefined if the log does not have it. */
  readonly readiness: Readiness | undefined;
}

export function KeyNumbers({ connectionId, size, tools, readiness }: Props) {
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const readOnly = tools.filter(({ item }) => isReadOnlyTool(item.raw)).length;
  const { count, violations } = useFindingsOf(connectionId);
  const isChecked = useIsChecked();
  return (
    <dl className={styles.numbers}>
      {typeof size === "number" ? (
        <>
          <KeyNumber
            value={size.toLocaleString("en")}
            words={`${nounOf(size, "tool")} · ${readOnly} read-only`}
          />
          <KeyNumber value={`≈ ${tokens.toLocaleString("en")}`} words="tokens of definitions" />
        </>
      ) : size === "reading" ? (
        <KeyNumber value={listSizeTexts[size]} words="tools" />
      ) : (
        <KeyNumber value="–" words={`tools · ${listSizeTexts[size]}`} />
      )}
      {readiness && (
        <KeyNumber
          value={formatMs(readiness.ms)}
          words={["from start to ready", signInText(readiness.signInMs)].filter(Boolean).join(" ")}
        />
      )}
      {count > 0 || isChecked ? (
        <KeyNumber
          value={`${count}`}
          words={`${nounOf(count, "finding")} · ${formatCount(violations, "violation")}`}
          isWarning={count > 0}
        />
      ) : (
        <KeyNumber value="…" words="findings · looking" />
      )}
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

/** Whether the messages have been checked, so that no finding means that there is none. */
function useIsChecked(): boolean {
  const { settled } = useFindings();
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    settled().then(
      () => isCurrent && setChecked(true),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [settled]);
  return isChecked;
}

function useFindingsOf(connectionId: string) {
  const { log } = useStores().traffic;
  const found = useFindings().snapshot();
  return useMemo(() => {
    const snapshot = log.snapshot();
    const own = [...(found?.bySeq ?? [])].flatMap(([seq, findings]) =>
      entryAt(snapshot, seq)?.connectionId === connectionId ? findings : [],
    );
    const violations = own.filter(({ severity }) => severity === "violation").length;
    return { count: own.length, violations };
  }, [found, log, connectionId]);
}
