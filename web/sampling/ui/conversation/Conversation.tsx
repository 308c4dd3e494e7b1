/** Shows a sampling request as a conversation with its parameters. */
import { useState } from "react";
import { formatCount } from "../../../messages/quantities.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { ShownMessage, ShownRequest } from "../request/readRequest.ts";
import { Blocks } from "./Block.tsx";
import styles from "./Conversation.module.css";
import { LongText } from "./LongText.tsx";
import { Parameters } from "./Parameters.tsx";
import { Tools } from "./Tools.tsx";

/** Messages that are shown without a request of the user. */
const shownMessages = 30;

interface ConversationProps {
  readonly request: ShownRequest;
  /** Shows the last message only, and less of long texts. */
  readonly isCompact?: boolean;
}

export function Conversation({ request, isCompact = false }: ConversationProps) {
  const { systemPrompt, messages, tools } = request;
  const [more, setMore] = useState(0);
  const count = (isCompact ? 1 : shownMessages) + more;
  const hidden = Math.max(0, messages.length - count);
  return (
    <div className={styles.conversation}>
      {systemPrompt !== undefined && (
        <article className={styles.message}>
          <Badge>system</Badge>
          <LongText text={systemPrompt} {...(isCompact && { limit: 300 })} />
        </article>
      )}
      {hidden > 0 && (
        <p className={styles.earlier}>
          {formatCount(hidden, "earlier message")}
          <Button size="small" variant="quiet" onPress={() => setMore(more + shownMessages)}>
            Show {hidden > shownMessages ? `${shownMessages} more` : "them"}
          </Button>
        </p>
      )}
      {messages.length === 0 && <p className={styles.muted}>The request has no messages.</p>}
      {messages.slice(hidden).map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one request keep their order
        <Message key={hidden + index} message={message} />
      ))}
      <Parameters request={request} />
      {tools.length > 0 && <Tools tools={tools} />}
    </div>
  );
}

/** A message of a request or an answer. */
export function Message({ message }: { readonly message: ShownMessage }) {
  const { role, blocks } = message;
  return (
    <article className={styles.message}>
      <Badge tone={role === "assistant" ? "in" : "out"}>{role.slice(0, 40)}</Badge>
      {blocks.length === 0 && <p className={styles.muted}>No content.</p>}
      <Blocks blocks={blocks} />
    </article>
  );
}
