/** The system prompt that came with a conversation of a recording, before the user continues it. */
import { ExactText } from "../../content/ExactText.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import type { Conversation } from "../store/conversation.ts";
import styles from "./Chat.module.css";

interface RecordedPromptProps {
  readonly conversation: Conversation;
  readonly onRemove: () => void;
}

export function RecordedPrompt({ conversation, onRemove }: RecordedPromptProps) {
  const { recorded, systemPrompt } = conversation;
  if (recorded !== "opened" || systemPrompt.trim() === "") return null;
  return (
    <section aria-label="System prompt of the recording" className={styles.added}>
      <Row wraps>
        <Badge tone="warning">untrusted</Badge>
        <Text tone="muted" size="small">
          The system prompt comes from the recording, and goes with your message.
        </Text>
        <Button size="small" variant="quiet" onPress={onRemove}>
          Remove
        </Button>
      </Row>
      <Text size="small">
        <ExactText text={systemPrompt} />
      </Text>
    </section>
  );
}
