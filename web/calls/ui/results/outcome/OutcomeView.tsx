/** Shows how a run ended: its result, its error, or why it failed. */
import { useState } from "react";
import type { Answer } from "../../../../../shared/client/session/outcome.ts";
import type { Failure } from "../../../../../shared/core/failures/failure.ts";
import type { JsonRpcError } from "../../../../../shared/core/jsonRpc.ts";
import { JsonExplorer } from "../../../../content/json/JsonExplorer.tsx";
import { JsonView } from "../../../../editor/JsonView.tsx";
import { useValueText } from "../../../../editor/useValueText.ts";
import { FailureNotice } from "../../../../messages/FailureNotice.tsx";
import {
  formatDuration,
  formatMs,
  formatSize,
  ownClockTitle,
} from "../../../../messages/quantities.ts";
import type { Item } from "../../../../servers/store/catalog/items.ts";
import { useConnection } from "../../../../stores/useConnection.ts";
import { Button } from "../../../../ui/Button.tsx";
import { CopyButton } from "../../../../ui/CopyButton.tsx";
import { RadioGroup } from "../../../../ui/fields/RadioGroup.tsx";
import { Notice } from "../../../../ui/Notice.tsx";
import type { DoneRun } from "../../../store/run.ts";
import type { ReadAnyway } from "../readAnyway.ts";
import { AssertValue } from "./AssertValue.tsx";
import { EarlierResult } from "./EarlierResult.tsx";
import styles from "./Outcome.module.css";
import { OutputNotice, OutputWord } from "./OutputCheck.tsx";
import { ResultContent } from "./ResultContent.tsx";
import { StrayLines } from "./StrayLines.tsx";
import { useOutputCheck } from "./useOutputCheck.ts";
import { useStructured } from "./useStructured.ts";

export interface OutcomeProps {
  readonly item: Item;
  readonly done: DoneRun;
  /** The protocol revision of the connection. */
  readonly revision: string;
  /** Whether a new result is pending or the server is disconnected. */
  readonly isOld: boolean;
  readonly readAnyway: ReadAnyway | undefined;
}

export function OutcomeView({ item, done, revision, isOld, readAnyway }: OutcomeProps) {
  const { outcome } = done;
  const [view, setView] = useState<"content" | "message">("content");
  const { text: structuredText } = useStructured(outcome);
  const check = useOutputCheck(item, outcome, structuredText, revision);
  const { state } = useConnection();
  /** The failure that ended the connection is shown once, with what can be done. */
  const isShownAbove = (failure: Failure) => state.kind === "lost" && state.failure === failure;
  switch (outcome.kind) {
    case "failed":
      return (
        <div className={styles.body}>
          {isShownAbove(outcome.failure) ? (
            <p className={styles.note}>
              The connection ended before the response arrived. The message above says why.
            </p>
          ) : (
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
          )}
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
          <span title={durationTitle(answer)}>{durationText(done, answer)}</span>
          <span>{formatSize(answer.entry.size)}</span>
          {check && <OutputWord check={check} />}
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
            {check && <OutputNotice check={check} />}
            <StrayLines done={done} />
            <ResultContent
              value={outcome.value}
              answer={answer}
              structuredText={structuredText}
              name={item.label}
              actions={(value) => <AssertValue key={value.pointer} done={done} value={value} />}
            />
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
      {data !== undefined && <JsonExplorer text={data} label="Error data" />}
    </>
  );
}

/** The total time of a call that took several requests, such as a task. */
function durationText({ startedAt, isSingle }: DoneRun, answer: Answer): string {
  const isNetworkTime = answer.entry.readAt !== undefined;
  const own = formatDuration(answer.ms, isNetworkTime);
  if (isSingle) return own;
  return `${formatDuration(answer.entry.at - startedAt, isNetworkTime)} in total, last response ${own}`;
}

/** Whose clock measured the duration. */
function durationTitle({ entry }: Answer): string {
  if (entry.readAt === undefined) return ownClockTitle;
  const clock = entry.carrier === "stdio" ? "By the relay's clock" : "On the network";
  return `${clock}; the page read the answer ${formatMs(entry.readAt - entry.at)} later`;
}
