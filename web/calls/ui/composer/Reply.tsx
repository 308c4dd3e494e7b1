/** Shows what answered the message that the composer sent last. */
import { X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { TextOperation } from "../../../../shared/client/operation.ts";
import type { RequestOutcome } from "../../../../shared/client/session/outcome.ts";
import { decodeText } from "../../../../shared/core/bytes.ts";
import type { FrameEntry, MessageEntry } from "../../../../shared/log/entry.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import type { Failure } from "../../../../shared/protocol/failures/failure.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { PlainText } from "../../../editor/PlainText.tsx";
import { FailureNotice } from "../../../messages/FailureNotice.tsx";
import {
  formatCount,
  formatDuration,
  formatSize,
  ownClockTitle,
} from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useLog } from "../../../traffic/hooks/useLog.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import styles from "./Composer.module.css";
import { createReplyReader } from "./replyReader.ts";

/** More answers of a batch are counted. */
const shownAnswers = 20;

interface ReplyProps {
  readonly sent: TextOperation;
  readonly onClose: () => void;
}

export function Reply({ sent, onClose }: ReplyProps) {
  const { entry } = sent;
  const requests = sent.outcomes.length;
  const { outcomes, failure, isDelivered } = useOutcomes(sent);
  const snapshot = useLog();
  const read = useMemo(() => createReplyReader(entry, requests > 0), [entry, requests]);
  const { response, end, answers } = read(snapshot);

  const ended = outcomes.filter((outcome) => outcome !== undefined);
  const matched = ended.flatMap((outcome) => ("answer" in outcome ? [outcome.answer] : []));
  const all = inOrder([...matched.map((answer) => answer.entry), ...answers]);
  const isPending =
    requests > 0
      ? ended.length < requests
      : failure === undefined && (entry.exchangeId === undefined ? !isDelivered : !end);
  const failures = ended.flatMap((outcome) => (outcome.kind === "failed" ? outcome.failure : []));
  const shownFailure = failures[0] ?? (all.length === 0 ? failure : undefined);
  const [only] = matched.length === 1 ? matched : [];
  return (
    <section aria-label="Reply" aria-busy={isPending} className={styles.reply}>
      <Row as="header" className={styles.replyHead}>
        <h3>Reply</h3>
        <span>{titleOf(entry)}</span>
        {isPending && <span>Waiting for the response…</span>}
        {response && <span>{`${response.http.status} ${response.http.statusText}`.trim()}</span>}
        {only && (
          <span title={only.entry.readAt === undefined ? ownClockTitle : undefined}>
            {formatDuration(only.ms, only.entry.readAt !== undefined)}
          </span>
        )}
        <IconButton label="Close reply" icon={X} size="small" onPress={onClose} />
      </Row>
      <div className={styles.replyBody}>
        {all.slice(0, shownAnswers).map((answer) => (
          <Answer key={answer.seq} entry={answer} />
        ))}
        {all.length > shownAnswers && (
          <p>and {formatCount(all.length - shownAnswers, "other")}; all are in Traffic.</p>
        )}
        {shownFailure && <FailureNotice failure={shownFailure} />}
        {ended.some(({ kind }) => kind === "cancelled") && <p>Cancelled.</p>}
        {!isPending && all.length === 0 && ended.length === 0 && !failure && (
          <p>{response ? "The server accepted it and sent no message back." : "Sent."}</p>
        )}
      </div>
    </section>
  );
}

/** How the requests of a message ended so far, and whether the message was delivered. */
function useOutcomes(sent: TextOperation) {
  const [outcomes, setOutcomes] = useState<readonly (RequestOutcome | undefined)[]>([]);
  const [delivered, setDelivered] = useState<{ readonly failure: Failure | undefined }>();
  useEffect(() => {
    let isStale = false;
    for (const [index, ended] of sent.outcomes.entries()) {
      void ended.then((outcome) => {
        if (!isStale) setOutcomes((known) => Object.assign([...known], { [index]: outcome }));
      });
    }
    void sent.delivered.then((failure) => isStale || setDelivered({ failure }));
    return () => {
      isStale = true;
    };
  }, [sent]);
  return { outcomes, failure: delivered?.failure, isDelivered: delivered !== undefined };
}

type AnswerEntry = MessageEntry | FrameEntry;

/** A response to a batch may answer several requests. */
function inOrder(entries: readonly AnswerEntry[]): readonly AnswerEntry[] {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}

function titleOf({ heads, batch }: MessageEntry): string {
  const [head] = heads;
  if (batch) return `batch of ${heads.length}`;
  return head !== undefined && "method" in head && head.method !== undefined ? head.method : "";
}

function Answer({ entry }: { readonly entry: AnswerEntry }) {
  const { log } = useStores().traffic;
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isStale = false;
    log.read(entry.seq).then(
      (bytes) => {
        const isMessage = entry.kind === "message";
        if (!isStale) setText(isMessage ? messageText(entry.carrier, bytes) : decodeText(bytes));
      },
      // the log was cleared
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [log, entry]);
  if (text === undefined) return null;
  return (
    <div className={styles.answer}>
      {entry.kind === "message" ? (
        <JsonView text={text} label="Reply" pretty />
      ) : (
        <PlainText text={text} label="Reply" />
      )}
      <Row gap={1} className={styles.answerTools}>
        <span>{formatSize(entry.size)}</span>
        <CopyButton text={text} label="Copy reply" isShort variant="quiet" size="small" />
      </Row>
    </div>
  );
}
