/** What a request was answered with, below the request. */
import { decodeText } from "../../../../shared/core/bytes.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import { maskBytes, spansOf } from "../../../../shared/log/mask.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { PlainText } from "../../../editor/PlainText.tsx";
import type { LogIndex } from "../messages/logIndex.ts";
import { rowOf } from "../messages/rows.ts";
import { useLoaded } from "../useLoaded.ts";
import styles from "./MessageDetail.module.css";

interface ResponsePartProps {
  readonly entry: Entry;
  readonly index: LogIndex;
  /** Whether it is shown as the bytes that carried it. */
  readonly isRaw: boolean;
  readonly isRevealed: boolean;
}

export function ResponsePart({ entry, index, isRaw, isRevealed }: ResponsePartProps) {
  const loaded = useLoaded(entry, entry.seq);
  if (!loaded || loaded.bytes.byteLength === 0) return null;
  const { bytes } = loaded;
  const shown = isRevealed ? bytes : maskBytes(bytes, spansOf(loaded.entry.secrets, "body"));
  const carrier = !isRaw && loaded.entry.kind === "message" ? loaded.entry.carrier : undefined;
  return (
    <section aria-label="Response" className={styles.response}>
      <h4 className={styles.part}>
        Response <span className={styles.subject}>{rowOf(loaded.entry, index)?.summary}</span>
      </h4>
      <div key={loaded.entry.seq} className={styles.body}>
        {carrier ? (
          <JsonView text={messageText(carrier, shown)} label="Response message" pretty />
        ) : (
          <PlainText text={decodeText(shown)} label="Raw response" />
        )}
      </div>
    </section>
  );
}
