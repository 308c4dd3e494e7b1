/** The messages that wait for the user because of a breakpoint. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { prettyText } from "../../../shared/core/json/prettyText.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { maxTextLength } from "../../../shared/taps/tapOrders.ts";
import cardStyles from "../../content/RequestCard.module.css";
import { SchemaEditor } from "../../form/SchemaEditor.tsx";
import { formatWait } from "../../messages/quantities.ts";
import { useNow } from "../../stores/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { directionText } from "../messages/tapRuleMessages.ts";
import type { HeldMessage, TapControl } from "../store/tapControl.ts";
import styles from "./TapControls.module.css";
import { useTapSchema } from "./useTapSchema.ts";

export function PausedMessages({ control }: { control: TapControl }) {
  const held = useStore(control.state, (state) => state.held);
  return held.map((message) => (
    <PausedMessage key={message.id} control={control} message={message} />
  ));
}

function PausedMessage({ control, message }: { control: TapControl; message: HeldMessage }) {
  const { id, direction, text, method, subject, until, answer } = message;
  const shown = useMemo(() => prettyIfJson(text), [text]);
  const edited = message.edited ?? shown;
  const schema = useTapSchema(direction, text, method);
  const isEdited = edited !== shown;
  const emptyAnswer = answerTo(text);
  const isTooLong = (answer ?? edited).length > maxTextLength;
  return (
    <section aria-label="Paused message" className={cardStyles.request}>
      <header className={cardStyles.header}>
        <StateGlyph state="paused" />
        <h3 className={cardStyles.heading}>{exactLine(method || "Message", 80)}</h3>
        {subject && <code>{exactLine(subject, 80)}</code>}
        <span className={cardStyles.server}>{directionText(direction)}</span>
        <Countdown until={until} />
      </header>
      <div className={cardStyles.body}>
        {answer === undefined ? (
          <SchemaEditor
            label="Message"
            value={edited}
            onChange={(next) => control.write(id, { edited: next })}
            schema={schema}
            minHeight="200px"
          />
        ) : (
          <SchemaEditor
            label="Answer"
            value={answer}
            onChange={(next) => control.write(id, { answer: next })}
            minHeight="200px"
          />
        )}
        {isTooLong && <p role="alert">The text is too long: at most 400,000 characters.</p>}
      </div>
      <div className={cardStyles.foot}>
        <div className={cardStyles.actions}>
          {answer === undefined ? (
            <>
              {isEdited && (
                <Button
                  variant="primary"
                  isDisabled={isTooLong}
                  onPress={() => control.send(id, edited)}
                >
                  Send edited
                </Button>
              )}
              <Button onPress={() => control.send(id)}>
                {isEdited ? "Send original" : "Send"}
              </Button>
              <Button onPress={() => control.drop(id)}>Drop</Button>
              {emptyAnswer !== undefined && (
                <Button onPress={() => control.write(id, { answer: emptyAnswer })}>Answer</Button>
              )}
            </>
          ) : (
            <>
              <Button
                variant="primary"
                isDisabled={isTooLong}
                onPress={() => control.answer(id, answer)}
              >
                Send answer
              </Button>
              <Button onPress={() => control.write(id, { answer: undefined })}>Back</Button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

/** Counts down to the time at which the message goes on. */
function Countdown({ until }: { until: number }) {
  const now = useNow(500);
  return (
    <span role="timer" aria-label="Time left" className={styles.time}>
      continues in {formatWait(Math.max(0, until - now))}
    </span>
  );
}

function prettyIfJson(text: string): string {
  try {
    JSON.parse(text);
    return prettyText(text);
  } catch {
    return text;
  }
}

/** The beginning of an answer to a request; undefined if the text is none. */
function answerTo(text: string): string | undefined {
  try {
    const { id, method } = JSON.parse(text) as { id?: unknown; method?: unknown };
    if (typeof method !== "string" || id === undefined) return undefined;
    return JSON.stringify({ jsonrpc: "2.0", id, result: {} }, null, 2);
  } catch {
    return undefined;
  }
}
