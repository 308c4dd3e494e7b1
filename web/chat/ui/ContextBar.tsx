/** What the next request takes of the model's context, in parts. */
import { useMemo } from "react";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { type ContextUse, contextUse } from "../store/contextUse.ts";
import type { Conversation } from "../store/conversation.ts";
import styles from "./Compare.module.css";
import { useTickedTools } from "./useServerTools.ts";

const parts: readonly (readonly [part: keyof ContextUse, label: string])[] = [
  ["system", "system prompt"],
  ["tools", "tools"],
  ["messages", "your messages"],
  ["answers", "answers"],
  ["results", "results"],
];

export function ContextBar({ conversation }: { readonly conversation: Conversation }) {
  const { messages, leaf, systemPrompt, contextTokens } = conversation;
  const tools = useTickedTools(conversation.ticked);
  const use = useMemo(
    () => contextUse({ messages, leaf, systemPrompt }, tools),
    [messages, leaf, systemPrompt, tools],
  );
  const shown = parts.filter(([part]) => use[part] > 0);
  const total = shown.reduce((sum, [part]) => sum + use[part], 0);
  const isOver = total > contextTokens;
  const whole = Math.max(total, contextTokens);
  const count = (value: number) => value.toLocaleString("en");
  const short = (value: number) => value.toLocaleString("en", { notation: "compact" });
  const details = shown.map(([part, label]) => `${label} ${count(use[part])}`).join(", ");
  return (
    <Row className={styles.context}>
      <div
        role="img"
        aria-label={`Context: about ${count(total)} of ${count(contextTokens)} tokens: ${details}`}
        title={details}
        data-over={isOver || undefined}
        className={styles.contextBar}
      >
        {shown.map(([part]) => (
          <span
            key={part}
            data-part={part}
            style={{ inlineSize: `${(100 * use[part]) / whole}%` }}
          />
        ))}
      </div>
      <Text size="meta" tone={isOver ? "warning" : "faint"} isNumeric>
        ≈ {short(total)} of {short(contextTokens)} tokens
        {isOver && ": the provider may refuse it"}
      </Text>
    </Row>
  );
}
