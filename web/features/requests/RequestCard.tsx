/** A server's question with its name, who asks, and what can be answered. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useRuntime } from "../../hooks/RuntimeContext.tsx";
import type { InboxItem } from "../../stores/requests/inbox.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./RequestCard.module.css";

export interface RequestCardProps {
  /** Its heading and its accessible name, such as `Sampling request`. */
  readonly title: string;
  readonly item: InboxItem;
  readonly children: ReactNode;
  /** The buttons that answer. */
  readonly actions: ReactNode;
}

export function RequestCard({ title, item, children, actions }: RequestCardProps) {
  const { workspace } = useRuntime();
  const headingId = useId();
  const card = useRef<HTMLElement>(null);

  // on a small screen the call that caused it may be all that one sees
  useEffect(() => {
    card.current?.scrollIntoView({ block: "nearest" });
  }, []);

  return (
    <section ref={card} aria-labelledby={headingId} className={styles.request}>
      <header className={styles.header}>
        <h3 id={headingId} className={styles.heading}>
          {title}
        </h3>
        <span className={styles.server}>from {item.server}</span>
        <Button
          size="small"
          variant="quiet"
          onPress={() => workspace.setState({ selectedSeq: item.input.seq })}
        >
          Show in Traffic
        </Button>
      </header>
      {children}
      <div className={styles.actions}>{actions}</div>
    </section>
  );
}
