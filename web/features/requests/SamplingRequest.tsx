/** Answers a sampling request by hand. */
import { useState } from "react";
import { JsonView } from "../../editor/JsonView.tsx";
import type { InboxItem } from "../../stores/requests/inbox.ts";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { oneLine, troubleOf } from "./jsonAnswer.ts";
import styles from "./RequestCard.module.css";
import { RequestCard } from "./RequestCard.tsx";
import { answerToBegin, declined, readSampling } from "./samplingAnswer.ts";

export function SamplingRequest({ item }: { item: InboxItem }) {
  const [answer, setAnswer] = useState(answerToBegin);
  const { messages, systemPrompt, wishes } = readSampling(item.input.params);
  const trouble = troubleOf(answer);
  const send = () => item.answer({ kind: "result", text: oneLine(answer) });

  return (
    <RequestCard
      title="Sampling request"
      item={item}
      actions={
        <>
          <Button variant="primary" isDisabled={trouble !== undefined} onPress={send}>
            Send response
          </Button>
          <Button onPress={() => item.answer({ kind: "error", text: declined })}>Decline</Button>
        </>
      }
    >
      <div className={styles.question}>
        {systemPrompt !== undefined && (
          <p className={styles.message}>
            <span className={styles.role}>system</span>
            {systemPrompt}
          </p>
        )}
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one request keep their order
          <div key={`message ${index + 1}`} className={styles.message}>
            <span className={styles.role}>{message.role}</span>
            {message.isText ? (
              message.text
            ) : (
              <JsonView text={message.text} label="Content" pretty />
            )}
          </div>
        ))}
        {wishes.length > 0 && (
          <dl className={styles.wishes}>
            {wishes.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <TextArea
        label="Response"
        description="The result to return, as JSON. Sent exactly as written."
        isMono
        rows={7}
        value={answer}
        onChange={setAnswer}
        errorMessage={trouble}
      />
    </RequestCard>
  );
}
