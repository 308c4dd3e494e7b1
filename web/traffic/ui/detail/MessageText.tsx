/** Shows the text of a message, laid out or as the bytes that carried it. */
import { useMemo } from "react";
import { decodeText } from "../../../../shared/core/bytes.ts";
import { maskBytes, spansOf } from "../../../../shared/log/mask.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { PlainText } from "../../../editor/PlainText.tsx";
import type { Loaded } from "../useLoaded.ts";
import styles from "./MessageDetail.module.css";

interface Props {
  readonly loaded: Loaded;
  /** Accessible name. */
  readonly label: string;
  /** Whether it is shown as the bytes that carried it. */
  readonly isRaw?: boolean;
  readonly isRevealed: boolean;
}

export function MessageText({ loaded, label, isRaw = false, isRevealed }: Props) {
  const { entry, bytes } = loaded;
  const text = useMemo(() => {
    const shown = isRevealed ? bytes : maskBytes(bytes, spansOf(entry.secrets, "body"));
    return entry.kind === "message" && !isRaw
      ? messageText(entry.carrier, shown)
      : decodeText(shown);
  }, [entry, bytes, isRaw, isRevealed]);
  return (
    <div key={entry.seq} className={styles.body}>
      {isRaw ? (
        <PlainText text={text} label={label} />
      ) : (
        <JsonView text={text} label={label} pretty />
      )}
    </div>
  );
}
