/** The rows of messages and the details of the selected one, beside or below each other. */
import { type ReactNode, useId, useState } from "react";
import { Splitter } from "../../../ui/splitter/Splitter.tsx";
import styles from "./MessagePanes.module.css";

/** The share of the details in percent until the user moves the separator. */
const defaultShares = { beside: 36, below: 55 } as const;

interface MessagePanesProps {
  /** Whether there is room for both beside each other. */
  readonly isWide: boolean;
  readonly children: ReactNode;
  /** Undefined while no message is selected. */
  readonly detail: ReactNode;
}

export function MessagePanes({ isWide, children, detail }: MessagePanesProps) {
  const [shares, setShares] = useState<{ readonly beside: number; readonly below: number }>(
    defaultShares,
  );
  const side = isWide ? "beside" : "below";
  const setShare = (share: number) => setShares({ ...shares, [side]: share });
  const messagesId = useId();
  return (
    <div className={styles.panes} data-side={side}>
      <div id={messagesId} className={styles.pane}>
        {children}
      </div>
      {detail && (
        <>
          <Splitter
            label="Resize message detail"
            orientation={isWide ? "vertical" : "horizontal"}
            controls={messagesId}
            // the same minimum sizes as in MessagePanes.module.css
            limits={(room) => (isWide ? [240, room - 240] : [56, room - 88])}
            onMove={({ after, room }) => setShare((after / room) * 100)}
            onReset={() => setShare(defaultShares[side])}
          />
          <div className={styles.pane} style={{ flexBasis: `${shares[side]}%` }}>
            {detail}
          </div>
        </>
      )}
    </div>
  );
}
