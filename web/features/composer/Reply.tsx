/** Shows the answer to the message that the composer sent last. */
import { X } from "lucide-react";
import type { Outcome } from "../../../shared/client/session/outcome.ts";
import { JsonView } from "../../editor/JsonView.tsx";
import { FailureNotice } from "../../messages/FailureNotice.tsx";
import { formatDuration, formatSize } from "../../messages/quantities.ts";
import { IconButton } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import styles from "./Composer.module.css";

export interface ShownReply {
  /** The entry that was sent. */
  readonly seq: number;
  readonly method: string;
  /** Undefined while the request is pending. */
  readonly outcome?: Outcome;
}

export function Reply({ reply, onClose }: { reply: ShownReply; onClose: () => void }) {
  const { outcome, method } = reply;
  const answer = outcome && "answer" in outcome ? outcome.answer : undefined;
  return (
    <section aria-label="Reply" aria-busy={outcome === undefined} className={styles.reply}>
      <header className={styles.replyHead}>
        <h3>Reply</h3>
        <span>{method}</span>
        {outcome === undefined && <span>Waiting for the response…</span>}
        {answer && (
          <>
            <span>{formatDuration(answer.ms, answer.entry.readAt !== undefined)}</span>
            <span>{formatSize(answer.entry.size)}</span>
            <CopyButton text={answer.text} label="Copy reply" isIcon variant="quiet" size="small" />
          </>
        )}
        <IconButton label="Close reply" icon={X} size="small" onPress={onClose} />
      </header>
      <div className={styles.replyBody}>
        {answer && <JsonView key={answer.entry.seq} text={answer.text} label="Reply" pretty />}
        {outcome?.kind === "failed" && <FailureNotice failure={outcome.failure} />}
        {outcome?.kind === "cancelled" && <p>Cancelled.</p>}
      </div>
    </section>
  );
}
