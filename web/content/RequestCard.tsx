/** The frame of a request from a server: its kind, the server, and the possible answers. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { exactLine } from "../../shared/core/text/exactText.ts";
import type { InboxItem } from "../inbox/store/inbox.ts";
import { formatWait } from "../messages/quantities.ts";
import { endReasonText } from "../messages/requestMessages.ts";
import { useServerName } from "../servers/hooks/useOpenServers.ts";
import { useStores } from "../stores/StoresContext.tsx";
import { useNow } from "../stores/useNow.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { StateGlyph } from "../ui/primitives/StateGlyph.tsx";
import { noSubmit, submitArea } from "../ui/submitArea.ts";
import styles from "./RequestCard.module.css";

interface RequestCardProps {
  /** The heading and accessible name, such as `Sampling request`. */
  readonly title: string;
  readonly item: InboxItem;
  /** The tool, prompt or resource whose call caused it, where the card is not beside that call. */
  readonly cause?: string | undefined;
  /** Called on Ctrl+Enter or Cmd+Enter; without it the key does nothing. */
  readonly onSubmit?: () => void;
  /** What is asked, and what helps to answer it. */
  readonly children: ReactNode;
  /** The field of the answer; it stays in view with the buttons. */
  readonly reply?: ReactNode;
  /** The buttons that answer. */
  readonly actions: ReactNode;
}

export function RequestCard({
  title,
  item,
  cause,
  onSubmit,
  children,
  reply,
  actions,
}: RequestCardProps) {
  const { view, inbox } = useStores();
  const server = useServerName(item.serverId) ?? item.server;
  const headingId = useId();
  const card = useRef<HTMLElement>(null);

  // On a small screen the card may be outside the view.
  useEffect(() => {
    card.current?.scrollIntoView({ block: "nearest" });
  }, []);

  return (
    <section
      ref={card}
      aria-labelledby={headingId}
      className={styles.request}
      {...(onSubmit ? submitArea(onSubmit) : noSubmit)}
    >
      <header className={styles.header}>
        <StateGlyph state={item.ended ? "not-applicable" : "waiting"} />
        <h3 id={headingId} className={styles.heading}>
          {title}
        </h3>
        {item.input.key !== undefined && <code>{exactLine(item.input.key, 80)}</code>}
        <span className={styles.server}>
          from {exactLine(server, 80)}
          {cause !== undefined && `, asked by ${exactLine(cause, 80)}`}
        </span>
        <Button size="small" variant="quiet" onPress={() => view.selectEntry(item.input.seq)}>
          Show in Traffic
        </Button>
        {!item.ended && <Waited since={item.receivedAt} />}
      </header>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>
        {reply}
        {item.ended ? (
          <Notice
            severity="warning"
            title="No longer requested"
            onDismiss={() => inbox.requests.dismiss(item.key)}
          >
            {endReasonText(item.ended)}
          </Notice>
        ) : (
          <div className={styles.actions} {...noSubmit}>
            {actions}
          </div>
        )}
      </div>
    </section>
  );
}

function Waited({ since }: { readonly since: number }) {
  return (
    <span role="timer" aria-label="Waited" className={styles.time}>
      {formatWait(useNow() - since)}
    </span>
  );
}
