/** The rows of messages and the details of the selected one: beside or below each other, or above them as a page. */
import { type ReactNode, useId, useState } from "react";
import { Splitter } from "../../../ui/splitter/Splitter.tsx";
import styles from "./MessagePanes.module.css";

/** The share of the details in percent until the user moves the separator. */
const defaultShares = { beside: 36, below: 55 } as const;

interface MessagePanesProps {
  /** Where the details are; a page covers the rows. */
  readonly side: "beside" | "below" | "page";
  readonly children: ReactNode;
  /** Undefined while no message is selected. */
  readonly detail: ReactNode;
}

export function MessagePanes({ side, children, detail }: MessagePanesProps) {
  const [shares, setShares] = useState<{ readonly beside: number; readonly below: number }>(
    defaultShares,
  );
  const isWide = side === "beside";
  const isPage = side === "page";
  const setShare = (share: number) => setShares({ ...shares, [side]: share });
  const messagesId = useId();
  return (
    <div className={styles.panes} data-side={side}>
      <div id={messagesId} className={styles.pane} inert={isPage && Boolean(detail)}>
        {children}
      </div>
      {detail && isPage && <div className={styles.page}>{detail}</div>}
      {detail && !isPage && (
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
