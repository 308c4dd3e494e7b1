/** Shows the newest result of the selected item with its duration and size. */
import { useEffect, useRef, useState } from "react";
import type { Answer } from "../../../../shared/client/session/outcome.ts";
import { getOwn } from "../../../../shared/core/getOwn.ts";
import type { JsonRpcError } from "../../../../shared/core/jsonRpc.ts";
import type { Verdict } from "../../../../shared/schema/validate/validate.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { useValueText } from "../../../editor/useValueText.ts";
import { useValidation } from "../../../form/useValidation.ts";
import { FailureNotice } from "../../../messages/FailureNotice.tsx";
import { problemText } from "../../../messages/forms/problemMessages.ts";
import { formatDuration, formatMs, formatSize } from "../../../messages/quantities.ts";
import type { Item } from "../../../stores/catalog/items.ts";
import type { DoneRun, Run } from "../../../stores/invocations/runs.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { EarlierResult } from "./EarlierResult.tsx";
import { ResultContent } from "./ResultContent.tsx";
import styles from "./ResultPane.module.css";

export interface ResultPaneProps {
  readonly item: Item;
  readonly run: Run | undefined;
  readonly isStale: boolean;
  /** Sends the request again with a larger response limit; undefined if not possible. */
  readonly readAnyway: ReadAnyway | undefined;
}

export interface ReadAnyway {
  /** The larger limit in bytes. */
  readonly bytes: number;
  run(): void;
}

export function ResultPane({ item, run, isStale, readAnyway }: ResultPaneProps) {
  const [last, setLast] = useState<DoneRun>();
  if (run?.kind === "done" && run !== last) setLast(run);
  const shown = run === undefined ? undefined : run.kind === "done" ? run : last;
  const pane = useRef<HTMLElement>(null);
  const finished = run?.kind === "done" ? run.seq : undefined;

  // In the single-column layout a new result may be below the visible area.
  useEffect(() => {
    if (finished !== undefined) pane.current?.scrollIntoView({ block: "nearest" });
  }, [finished]);

  return (
    <section
      ref={pane}
      aria-label="Result"
      aria-busy={run?.kind === "running"}
      className={styles.pane}
    >
      {shown ? (
        <OutcomeView
          key={shown.seq}
          item={item}
          done={shown}
          isOld={isStale || run !== shown}
          readAnyway={readAnyway}
        />
      ) : (
        <p className={styles.nothing}>
          {run?.kind === "running" ? "Waiting for the response…" : "The result appears here."}
        </p>
      )}
    </section>
  );
}

interface OutcomeProps {
  readonly item: Item;
  readonly done: DoneRun;
  /** Whether a new result is pending or the server is gone. */
  readonly isOld: boolean;
  readonly readAnyway: ReadAnyway | undefined;
}

function OutcomeView({ item, done, isOld, readAnyway }: OutcomeProps) {
  const { outcome } = done;
  const [view, setView] = useState<"content" | "message">("content");
  const { structured, text: structuredText } = useStructured(outcome);
  const { verdict } = useValidation(item.raw.outputSchema, structuredText);
  const isChecked = structured !== undefined && item.raw.outputSchema !== undefined;
  switch (outcome.kind) {
    case "failed":
      return (
        <div className={styles.body}>
          <FailureNotice
            failure={outcome.failure}
            actions={
              outcome.failure.code === "too-large" &&
              !isOld &&
              readAnyway && (
                <Button size="small" onPress={readAnyway.run}>
                  Call again and read up to {formatSize(readAnyway.bytes)}
                </Button>
              )
            }
          />
        </div>
      );
    case "cancelled":
      return (
        <div className={styles.body}>
          <Notice severity="info" title="Cancelled">
            A cancellation was sent to the server. A late response still appears in Traffic.
          </Notice>
        </div>
      );
    case "sent":
      return (
        <div className={styles.body}>
          {outcome.failure ? (
            <FailureNotice failure={outcome.failure} />
          ) : (
            <Notice severity="info" title="Sent as written">
              The message is not a request, so no response belongs to it. Traffic shows what the
              server sent.
            </Notice>
          )}
        </div>
      );
  }
  const { answer } = outcome;
  return (
    <>
      <header className={styles.header}>
        <h3 className={styles.heading}>Result</h3>
        <span className={styles.facts}>
          <span title={durationTitle(answer)}>{durationWords(done, answer)}</span>
          <span>{formatSize(answer.entry.size)}</span>
          {isChecked && verdict && <VerdictWord verdict={verdict} />}
        </span>
        <span className={styles.actions}>
          <RadioGroup<"content" | "message">
            label="Show result as"
            hideLabel
            look="segments"
            choices={[
              { id: "content", label: "Content" },
              { id: "message", label: "Message" },
            ]}
            value={view}
            onChange={setView}
          />
          <CopyButton text={answer.text} label="Copy message" isIcon />
        </span>
      </header>
      <div className={styles.body} data-old={isOld || undefined}>
        {view === "message" ? (
          <JsonView text={answer.text} label="Message" pretty />
        ) : outcome.kind === "error" ? (
          <ErrorContent error={outcome.error} answer={answer} />
        ) : (
          <>
            {isChecked && verdict?.kind === "checked" && <Misfits verdict={verdict} />}
            <ResultContent value={outcome.value} answer={answer} structuredText={structuredText} />
          </>
        )}
        <EarlierResult done={done} />
      </div>
    </>
  );
}

function ErrorContent({ error, answer }: { error: JsonRpcError; answer: Answer }) {
  // A task's error is inside a result.
  const paths = [
    ["error", "data"],
    [...answer.path, "error", "data"],
  ];
  const data = useValueText(answer.text, paths, error.data);
  return (
    <>
      <Notice severity="error" title={`Error ${error.code}: ${error.message || "(no message)"}`}>
        The server answered the request with a JSON-RPC error.
      </Notice>
      {data !== undefined && <JsonView text={data} label="Error data" pretty />}
    </>
  );
}

function VerdictWord({ verdict }: { verdict: Verdict }) {
  if (verdict.kind !== "checked") return <span>not checked</span>;
  return verdict.problems.length === 0 ? (
    <span className={styles.valid}>valid</span>
  ) : (
    <span className={styles.invalid}>does not match its schema</span>
  );
}

function Misfits({ verdict }: { verdict: Extract<Verdict, { kind: "checked" }> }) {
  if (verdict.problems.length === 0) return null;
  return (
    <Notice severity="warning" title="structuredContent does not match the tool's outputSchema">
      <ul className={styles.misfits}>
        {verdict.problems.map((problem) => (
          <li key={`${problem.pointer} ${problemText(problem)}`}>
            <code>{problem.pointer || "/"}</code> {problemText(problem)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The total time of a call that took several requests, such as a task. */
function durationWords({ startedAt, isSingle }: OutcomeProps["done"], answer: Answer): string {
  const isNetworks = answer.entry.readAt !== undefined;
  const own = formatDuration(answer.ms, isNetworks);
  if (isSingle) return own;
  return `${formatDuration(answer.entry.at - startedAt, isNetworks)} in total, last response ${own}`;
}

/** Whose clock measured the duration. */
function durationTitle({ entry }: Answer): string {
  if (entry.readAt === undefined) return ownClock;
  const clock = entry.carrier === "stdio" ? "By the relay's clock" : "On the network";
  return `${clock}; the page read the answer ${formatMs(entry.readAt - entry.at)} later`;
}

const ownClock =
  "By the page's own clock: includes the time until the page was free to read the answer";

/** The `structuredContent` of a result and its text, which is undefined while it is looked for. */
function useStructured(outcome: DoneRun["outcome"]) {
  const { value, answer } = outcome.kind === "result" ? outcome : noResult;
  const structured = getOwn(value, "structuredContent");
  const text = useValueText(answer.text, [[...answer.path, "structuredContent"]], structured);
  return { structured, text };
}

const noResult = { value: undefined, answer: { text: "", path: [] } };
