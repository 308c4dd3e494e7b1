/** Lists what a stream carried besides messages: comments, ids, retry values. */
import { useEffect, useState } from "react";
import { decodeText } from "../../../../shared/core/bytes.ts";
import type { FrameEntry } from "../../../../shared/log/entry.ts";
import type { EventLog } from "../../../../shared/log/eventLog.ts";
import { maskBytes, spansOf } from "../../../../shared/log/mask.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import styles from "./HttpExchange.module.css";

interface Props {
  /** All frames; the array grows. */
  readonly nonMessageFrames: readonly FrameEntry[];
  /** The current number of frames. */
  readonly count: number;
  readonly isRevealed: boolean;
}

/** Only the newest are shown, because a stream can have thousands of keep-alive comments. */
const maxShown = 20;

export function NonMessageFrames({ nonMessageFrames, count, isRevealed }: Props) {
  const { log } = useStores().traffic;
  const [text, setText] = useState("");
  useEffect(() => {
    let isStale = false;
    const newest = nonMessageFrames.slice(Math.max(0, count - maxShown), count);
    Promise.all(newest.map((frame) => textOf(log, frame, isRevealed))).then(
      (texts) => isStale || setText(texts.join("").trim()),
      () => {}, // cleared in the meantime
    );
    return () => {
      isStale = true;
    };
  }, [log, nonMessageFrames, count, isRevealed]);
  return (
    <>
      <p className={styles.end}>
        {`The stream carried ${formatCount(count, "block")} without a message${count > maxShown ? `; the last ${maxShown} of them` : ""}:`}
      </p>
      <pre className={styles.nonMessageFrames}>{text}</pre>
    </>
  );
}

async function textOf(log: EventLog, entry: FrameEntry, isRevealed: boolean): Promise<string> {
  const bytes = await log.read(entry.seq);
  return decodeText(isRevealed ? bytes : maskBytes(bytes, spansOf(entry.secrets, "body")));
}
