/** A server's wish for a language model's answer, answered by hand. */
import { useId, useState } from "react";
import { JsonView } from "../../editor/JsonView.tsx";
import type { InboxItem } from "../../session/inbox.ts";
import { useRuntime } from "../../session/RuntimeContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import styles from "./SamplingRequest.module.css";
import { answerToBegin, declined, readSampling } from "./samplingAnswer.ts";

export function SamplingRequest({ item }: { item: InboxItem }) {
  const { workspace } = useRuntime();
  const [answer, setAnswer] = useState(answerToBegin);
  const headingId = useId();
  const { messages, systemPrompt, wishes } = readSampling(item.input.params);
  const trouble = troubleOf(answer);

  return (
    <section aria-labelledby={headingId} className={styles.request}>
      <header className={styles.header}>
        <h3 id={headingId} className={styles.heading}>
          Sampling request
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
      <div className={styles.question}>
        {systemPrompt !== undefined && (
          <p className={styles.message}>
            <span className={styles.role}>system</span>
            {systemPrompt}
          </p>
        )}
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages of one request never move
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
        description="The result that goes back, as JSON; sent as it is written."
        isMono
        rows={7}
        value={answer}
        onChange={setAnswer}
        errorMessage={trouble}
      />
      <div className={styles.actions}>
        <Button
          variant="primary"
          isDisabled={trouble !== undefined}
          onPress={() => item.answer({ kind: "result", text: oneLine(answer) })}
        >
          Send response
        </Button>
        <Button onPress={() => item.answer({ kind: "error", text: declined })}>Decline</Button>
      </div>
    </section>
  );
}

/** A message on stdio is one line; white space between tokens means nothing in JSON. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** Why a text cannot stand inside a message: it would break the message around it. */
function troubleOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not JSON yet: ${error instanceof Error ? error.message : String(error)}`;
  }
}
