/** The rows of messages and the details of the selected one, beside or below each other. */
import { type ReactNode, useId, useState } from "react";
import { Splitter } from "../../../ui/splitter/Splitter.tsx";
import styles from "./MessagePanes.module.css";

/** The share of the details in percent until the user moves the separator. */
const defaultShare = 55;

export interface MessagePanesProps {
  /** Whether there is room for both beside each other. */
  readonly isWide: boolean;
  readonly children: ReactNode;
  /** Undefined while no message is selected. */
  readonly detail: ReactNode;
}

export function MessagePanes({ isWide, children, detail }: MessagePanesProps) {
  const [share, setShare] = useState(defaultShare);
  const messagesId = useId();
  return (
    <div className={styles.panes} data-side={isWide ? "beside" : "below"}>
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
            onReset={() => setShare(defaultShare)}
          />
          <div className={styles.pane} style={{ flexBasis: `${share}%` }}>
            {detail}
          </div>
        </>
      )}
    </div>
  );
}
